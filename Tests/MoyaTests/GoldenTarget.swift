import Moya
import MoyaTestSupport

/// A target as a golden row describes it.
struct GoldenTarget: TargetType {
  var baseURL: URL
  var path: String
  var method: Moya.Method
  var headers: [String: String]?
  var task: Task
  var validationType = ValidationType.none
  var sampleData = Data()
  var name = ""

  struct Unreadable: Error {}

  /// - Parameter folder: where files to upload are written, and downloads go.
  init(_ row: GoldenValue, host: String, folder: URL, run: String = "run") throws {
    func text(_ key: String) -> String {
      (row[key]?.string ?? "").replacing("{{HOST}}", with: host).replacing("$RUN", with: run)
    }
    guard let base = URL(string: text("base_url")), let task = row["task"] else { throw Unreadable() }
    baseURL = base
    path = text("path")
    method = Moya.Method(rawValue: text("method"))
    headers = row["headers"]?.object?.compactMapValues(\.string)
    sampleData = Data((row["sample_data"]?.string ?? "").utf8)
    self.task = try GoldenTask.task(task, folder: folder)
    if let codes = row["validation"]?.array { validationType = .customCodes(codes.compactMap(\.int)) }
    if row["validation"]?.string == "successCodes" { validationType = .successCodes }
    if row["validation"]?.string == "successAndRedirectCodes" { validationType = .successAndRedirectCodes }
  }
}

/// The same with an authorization type, which may be nil.
@dynamicMemberLookup
struct GoldenAuthorizableTarget: TargetType, AccessTokenAuthorizable {
  let inner: GoldenTarget
  let authorizationType: AuthorizationType?

  init(_ inner: GoldenTarget, type: GoldenValue?) {
    self.inner = inner
    switch type?.string {
    case "bearer": authorizationType = .bearer
    case "basic": authorizationType = .basic
    default: authorizationType = type?["custom"]?.string.map { .custom($0) }
    }
  }

  subscript<Value>(dynamicMember path: KeyPath<GoldenTarget, Value>) -> Value { inner[keyPath: path] }

  var baseURL: URL { inner.baseURL }
  var path: String { inner.path }
  var method: Moya.Method { inner.method }
  var headers: [String: String]? { inner.headers }
  var task: Task { inner.task }
  var validationType: ValidationType { inner.validationType }
  var sampleData: Data { inner.sampleData }
}

/// All kinds of task, from their descriptions.
enum GoldenTask {
  static func task(_ row: GoldenValue, folder: URL) throws -> Task {
    func data() throws -> Data {
      guard let data = Data(base64Encoded: row["data_base64"]?.string ?? "") else { throw GoldenTarget.Unreadable() }
      return data
    }
    let parameters = dictionary(row["parameters"])
    let query = dictionary(row["url_parameters"])
    switch row["kind"]?.string {
    case "requestPlain": return .requestPlain
    case "requestData": return .requestData(try data())
    case "requestJSONEncodable": return .requestJSONEncodable(GoldenEncodable(row["json"] ?? .null))
    case "requestCustomJSONEncodable":
      let encoder = JSONEncoder()
      for option in row["options"]?.array ?? [] {
        switch option.string {
        case "prettyPrinted": encoder.outputFormatting.insert(.prettyPrinted)
        case "sortedKeys": encoder.outputFormatting.insert(.sortedKeys)
        default: encoder.outputFormatting.insert(.withoutEscapingSlashes)
        }
      }
      return .requestCustomJSONEncodable(GoldenEncodable(row["json"] ?? .null), encoder: encoder)
    case "requestParameters":
      return .requestParameters(parameters: parameters, encoding: encoding(row["encoding"]))
    case "requestCompositeData":
      return .requestCompositeData(bodyData: try data(), urlParameters: query)
    case "requestCompositeParameters":
      return .requestCompositeParameters(
        bodyParameters: dictionary(row["body_parameters"]), bodyEncoding: encoding(row["body_encoding"]),
        urlParameters: query)
    case "uploadFile": return .uploadFile(try file(row, folder))
    case "uploadMultipart": return .uploadMultipart(try form(row, folder).parts)
    case "uploadMultipartFormData": return .uploadMultipartFormData(try form(row, folder))
    case "uploadCompositeMultipart":
      return .uploadCompositeMultipart(try form(row, folder).parts, urlParameters: query)
    case "uploadCompositeMultipartFormData":
      return .uploadCompositeMultipartFormData(try form(row, folder), urlParameters: query)
    case "downloadDestination": return .downloadDestination(destination(row["destination"], folder))
    case "downloadParameters":
      return .downloadParameters(
        parameters: parameters, encoding: encoding(row["encoding"]),
        destination: destination(row["destination"], folder))
    default: throw GoldenTarget.Unreadable()
    }
  }

  private static func dictionary(_ value: GoldenValue?) -> [String: Any] {
    (value?.object ?? [:]).mapValues(any)
  }

  private static func any(_ value: GoldenValue) -> Any {
    switch value {
    case .string("$date"): Date(timeIntervalSince1970: 0)
    case .string("$nan"): Double.nan
    case .array(let values): values.map(any)
    case .object(let object): object.mapValues(any)
    default: value.any
    }
  }

  private static func encoding(_ row: GoldenValue?) -> any ParameterEncoding {
    if row?["type"]?.string == "json" {
      var options = JSONEncoding.WritingOptions()
      for option in row?["options"]?.array ?? [] {
        switch option.string {
        case "prettyPrinted": options.insert(.prettyPrinted)
        case "sortedKeys": options.insert(.sortedKeys)
        default: options.insert(.withoutEscapingSlashes)
        }
      }
      return JSONEncoding(options: options)
    }
    let destinations: [String: URLEncoding.Destination] = ["queryString": .queryString, "httpBody": .httpBody]
    let arrays: [String: URLEncoding.ArrayEncoding] = [
      "noBrackets": .noBrackets, "indexInBrackets": .indexInBrackets,
    ]
    return URLEncoding(
      destination: destinations[row?["destination"]?.string ?? ""] ?? .methodDependent,
      arrayEncoding: arrays[row?["array"]?.string ?? ""] ?? .brackets,
      boolEncoding: row?["bool"]?.string == "literal" ? .literal : .numeric)
  }

  private static func file(_ row: GoldenValue, _ folder: URL) throws -> URL {
    let url = folder.appendingPathComponent(row["disk_name"]?.string ?? "file")
    if row["missing"]?.bool != true {
      try (Data(base64Encoded: row["data_base64"]?.string ?? "") ?? Data()).write(to: url)
    }
    return url
  }

  private static func form(_ row: GoldenValue, _ folder: URL) throws -> MultipartFormData {
    let parts = try (row["parts"]?.array ?? []).map { part in
      let data = Data(base64Encoded: part["data_base64"]?.string ?? "") ?? Data()
      let provider: MultipartFormData.FormDataProvider
      switch part["provider"]?.string {
      case "file": provider = .file(try file(part, folder))
      case "stream": provider = .stream(DataStream(data), UInt64(part["declared_length"]?.int ?? data.count))
      default: provider = .data(data)
      }
      return MultipartFormBodyPart(
        provider: provider, name: part["name"]?.string ?? "", fileName: part["filename"]?.string,
        mimeType: part["mime"]?.string)
    }
    return MultipartFormData(boundary: row["boundary"]?.string, parts: parts)
  }

  private static func destination(_ row: GoldenValue?, _ folder: URL) -> DownloadDestination {
    var options: DownloadRequest.Options = []
    if row?["remove_previous"]?.bool == true { options.insert(.removePreviousFile) }
    if row?["create_intermediate"]?.bool == true { options.insert(.createIntermediateDirectories) }
    let url = folder.appending(path: row?["path"]?.string ?? "download")
    return { [options] _, _ in (url, options) }
  }
}

/// Any JSON as an Encodable; "$boom" is one that throws.
struct GoldenEncodable: Encodable {
  let value: GoldenValue

  init(_ value: GoldenValue) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .string("$boom"), .string("$nan"):
      throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "boom"))
    case .string(let text): try container.encode(text)
    case .number(let text):
      if let number = Int(text) {
        try container.encode(number)
      } else if let number = UInt64(text) {
        try container.encode(number)
      } else {
        try container.encode(Double(text) ?? 0)
      }
    case .array(let values): try container.encode(values.map { GoldenEncodable($0) })
    case .object(let object): try container.encode(object.mapValues { GoldenEncodable($0) })
    }
  }
}
