import FoundationEssentials

import MoyaCore

/// Makes a `Task` from the description of the task in a golden row.
package enum GoldenTask {
  package static func task(_ row: GoldenValue, folder: URL) throws -> Task {
    func data() throws -> Data {
      guard let data = Data(base64Encoded: row["data_base64"]?.string ?? "") else { throw NotUnderstood("\(row)") }
      return data
    }
    if let keys = keys[row["kind"]?.string ?? ""] { try row.only(keys.union(["kind"]), at: "task") }
    let parameters = dictionary(row["parameters"])
    let query = dictionary(row["url_parameters"])
    switch row["kind"]?.string {
    case "requestPlain": return .requestPlain
    case "requestData": return .requestData(try data())
    case "requestJSONEncodable": return .requestJSONEncodable(GoldenEncodable(row["json"] ?? .null))
    case "requestCustomJSONEncodable":
      let encoder = JSONEncoder()
      for option in row["options"]?.array ?? [] {
        let known: [String?: JSONEncoder.OutputFormatting] = [
          "prettyPrinted": .prettyPrinted, "sortedKeys": .sortedKeys, "withoutEscapingSlashes": .withoutEscapingSlashes,
        ]
        encoder.outputFormatting.insert(try (option as GoldenValue?).meaning(known, at: "options"))
      }
      return .requestCustomJSONEncodable(GoldenEncodable(row["json"] ?? .null), encoder: encoder)
    case "requestParameters":
      return .requestParameters(parameters: parameters, encoding: try encoding(row["encoding"]))
    case "requestCompositeData":
      return .requestCompositeData(bodyData: try data(), urlParameters: query)
    case "requestCompositeParameters":
      return .requestCompositeParameters(
        bodyParameters: dictionary(row["body_parameters"]), bodyEncoding: try encoding(row["body_encoding"]),
        urlParameters: query)
    case "uploadFile": return .uploadFile(try file(row, folder))
    case "uploadMultipart": return .uploadMultipart(try form(row, folder).parts)
    case "uploadMultipartFormData": return .uploadMultipartFormData(try form(row, folder))
    case "uploadCompositeMultipart":
      return .uploadCompositeMultipart(try form(row, folder).parts, urlParameters: query)
    case "uploadCompositeMultipartFormData":
      return .uploadCompositeMultipartFormData(try form(row, folder), urlParameters: query)
    case "downloadDestination": return .downloadDestination(try destination(row["destination"], folder))
    case "downloadParameters":
      return .downloadParameters(
        parameters: parameters, encoding: try encoding(row["encoding"]),
        destination: try destination(row["destination"], folder))
    default: throw NotUnderstood("\(row)")
    }
  }

  /// The keys that a description may have, by the kind of the task.
  private static let keys: [String: Set<String>] = [
    "requestPlain": [], "requestData": ["data_base64"], "requestJSONEncodable": ["json"],
    "requestCustomJSONEncodable": ["json", "options"], "requestParameters": ["parameters", "encoding"],
    "requestCompositeData": ["data_base64", "url_parameters"],
    "requestCompositeParameters": ["body_parameters", "body_encoding", "url_parameters"],
    "uploadFile": ["data_base64", "disk_name", "missing"], "uploadMultipart": ["parts"],
    "uploadMultipartFormData": ["parts", "boundary"], "uploadCompositeMultipart": ["parts", "url_parameters"],
    "uploadCompositeMultipartFormData": ["parts", "boundary", "url_parameters"],
    "downloadDestination": ["destination"], "downloadParameters": ["parameters", "encoding", "destination"],
  ]

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

  private static func encoding(_ row: GoldenValue?) throws -> any ParameterEncoding {
    if row?["type"]?.string == "json" {
      try row?.only(["type", "options"], at: "encoding")
      var options = JSONEncoding.WritingOptions()
      for option in row?["options"]?.array ?? [] {
        let known: [String?: JSONEncoding.WritingOptions] = [
          "prettyPrinted": .prettyPrinted, "sortedKeys": .sortedKeys, "withoutEscapingSlashes": .withoutEscapingSlashes,
        ]
        options.insert(try (option as GoldenValue?).meaning(known, at: "options"))
      }
      return JSONEncoding(options: options)
    }
    try row?.only(["type", "destination", "array", "bool"], at: "encoding")
    return try URLEncoding(
      destination: (row?["destination"]).meaning(
        [
          nil: .methodDependent, "methodDependent": .methodDependent, "queryString": .queryString,
          "httpBody": .httpBody,
        ], at: "destination"),
      arrayEncoding: (row?["array"]).meaning(
        [
          nil: .brackets, "brackets": .brackets, "noBrackets": .noBrackets, "indexInBrackets": .indexInBrackets,
        ], at: "array"),
      boolEncoding: (row?["bool"]).meaning([nil: .numeric, "numeric": .numeric, "literal": .literal], at: "bool"))
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
      try part.only(
        ["data_base64", "declared_length", "disk_name", "filename", "mime", "missing", "name", "provider"], at: "part")
      let data = Data(base64Encoded: part["data_base64"]?.string ?? "") ?? Data()
      let provider: MultipartFormData.FormDataProvider
      switch part["provider"]?.string {
      case "file": provider = .file(try file(part, folder))
      case "stream": provider = .stream(DataStream(data), UInt64(part["declared_length"]?.int ?? data.count))
      case "data", nil: provider = .data(data)
      case let other?: throw NotUnderstood("provider \(other)")
      }
      return MultipartFormBodyPart(
        provider: provider, name: part["name"]?.string ?? "", fileName: part["filename"]?.string,
        mimeType: part["mime"]?.string)
    }
    return MultipartFormData(boundary: row["boundary"]?.string, parts: parts)
  }

  private static func destination(_ row: GoldenValue?, _ folder: URL) throws -> DownloadDestination {
    try row?.only(["path", "remove_previous", "create_intermediate"], at: "destination")
    var options: DownloadRequest.Options = []
    if row?["remove_previous"]?.bool == true { options.insert(.removePreviousFile) }
    if row?["create_intermediate"]?.bool == true { options.insert(.createIntermediateDirectories) }
    let url = folder.appending(path: row?["path"]?.string ?? "download")
    return { [options] _, _ in (url, options) }
  }
}

/// Any JSON value as an Encodable. "$boom" stands for an Encodable that throws.
package struct GoldenEncodable: Encodable {
  let value: GoldenValue

  init(_ value: GoldenValue) { self.value = value }

  package func encode(to encoder: any Encoder) throws {
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
