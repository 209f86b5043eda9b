/// One request, described: what a target becomes before it is built.
///
/// Unchecked: immutable, but its sample closure and task are the caller's code and values.
open class Endpoint: @unchecked Sendable {
  public typealias SampleResponseClosure = () -> EndpointSampleResponse

  /// The URL's text, query included.
  public let url: String
  /// Asked when a stub delivers.
  public let sampleResponseClosure: SampleResponseClosure
  public let method: Method
  public let task: Task
  /// The task's kind, found out once: a `switch` over the task copies what it holds.
  package let taskKind: Task.Kind
  public let httpHeaderFields: [String: String]?
  /// Seconds without a byte in either direction; `nil`: the default of a request.
  public let timeout: TimeInterval?
  /// Where the bytes of an interrupted download wait; `nil`: nowhere.
  public let partialDownload: URL?
  /// Filled when endpoints are compared; the request is sent afterwards.
  let cachedRequest = Protected<URLRequest?>(nil)

  public init(
    url: String, sampleResponseClosure: @escaping SampleResponseClosure, method: Method, task: Task,
    httpHeaderFields: [String: String]?, timeout: TimeInterval? = nil, partialDownload: URL? = nil
  ) {
    self.url = url
    self.sampleResponseClosure = sampleResponseClosure
    self.method = method
    taskKind = task.kind
    self.task = task
    self.httpHeaderFields = httpHeaderFields
    self.timeout = timeout
    self.partialDownload = partialDownload
  }

  /// A copy with these fields added; the new value wins.
  open func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
    if newHTTPHeaderFields.isEmpty { return with(task, httpHeaderFields) }
    return with(task, (httpHeaderFields ?? [:]).merging(newHTTPHeaderFields) { _, new in new })
  }

  /// A copy with another task.
  open func replacing(task: Task) -> Endpoint { with(task, httpHeaderFields) }

  private func with(_ task: Task, _ fields: [String: String]?) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task, httpHeaderFields: fields,
      timeout: timeout, partialDownload: partialDownload)
  }
}

extension Endpoint {
  /// The request itself. The bytes of an upload are not in it: `Upload` makes them when they are sent.
  /// - Throws: `MoyaError.requestMapping`, `.parameterEncoding` or `.encodableMapping`
  public func urlRequest() throws -> URLRequest {
    if let request = cachedRequest.withLock({ $0 }) { return request }
    return try build()
  }

  /// The same, with the errors that Moya's default request mapping gives: all but two arrive as `.underlying`.
  package func mappedRequest() throws(MoyaError) -> URLRequest {
    do throws(MoyaError) {
      if let request = cachedRequest.withLock({ $0 }) { return request }
      return try build()
    } catch {
      switch error {
      case .requestMapping, .parameterEncoding: throw error
      default: throw .underlying(error, nil)
      }
    }
  }

  /// Its URL, method and header fields say all that is sent.
  package var isPlain: Bool {
    guard timeout == nil, partialDownload == nil, case .requestPlain = task else { return false }
    return true
  }

  func build() throws(MoyaError) -> URLRequest {
    guard let text = URLText.normalized(url) else { throw .requestMapping(url) }
    var request = URLRequest(urlText: text)
    if method != .get { request.httpMethod = method.rawValue }
    if let fields = httpHeaderFields { request.headerFields = HeaderFields(fields) }
    if let timeout { request.timeoutInterval = timeout }
    if let partialDownload { request.partialDownload = partialDownload }

    switch task {
    case .requestPlain, .uploadFile, .uploadMultipart, .downloadDestination:
      break
    case .requestData(let data):
      request.body = .data(data)
    case .requestJSONEncodable(let value):
      try request.encode(value, JSONEncoder())
    case .requestCustomJSONEncodable(let value, let encoder):
      try request.encode(value, encoder)
    case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
      try request.encode(parameters, encoding)
    case .uploadCompositeMultipart(_, let parameters):
      try request.encode(parameters, URLEncoding.queryString)
    case .requestCompositeData(let data, let parameters):
      request.body = .data(data)
      try request.encode(parameters, URLEncoding.queryString)
    case .requestCompositeParameters(let body, let encoding, let parameters):
      if let encoding = encoding as? URLEncoding, encoding.destination != .httpBody {
        throw .parameterEncoding(ParameterEncodingError.compositeBodyInQuery)
      }
      try request.encode(body, encoding)
      try request.encode(parameters, URLEncoding.queryString)
    }
    return request
  }
}

extension URLRequest {
  fileprivate mutating func encode(
    _ parameters: [String: Any], _ encoding: any ParameterEncoding
  ) throws(MoyaError) {
    do { try encoding.encode(parameters, into: &self) } catch { throw .parameterEncoding(error) }
  }

  fileprivate mutating func encode(_ value: any Encodable, _ encoder: JSONEncoder) throws(MoyaError) {
    do { setBody(try encoder.sortingKeys.encode(value), type: JSONEncoding.mediaType) } catch {
      throw .encodableMapping(error)
    }
  }
}

extension JSONEncoder {
  /// The same encoder with its keys in order: otherwise equal values give different bytes from one call to the next.
  /// A copy, since the caller's may be in use elsewhere; a subclass of the caller's is used as it is.
  fileprivate var sortingKeys: JSONEncoder {
    if outputFormatting.contains(.sortedKeys) || type(of: self) != JSONEncoder.self { return self }
    let copy = JSONEncoder()
    copy.outputFormatting = outputFormatting.union(.sortedKeys)
    copy.dateEncodingStrategy = dateEncodingStrategy
    copy.dataEncodingStrategy = dataEncodingStrategy
    copy.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
    copy.keyEncodingStrategy = keyEncodingStrategy
    copy.userInfo = userInfo
    return copy
  }
}

extension Endpoint: Hashable {
  /// Equal when they would send the same: method, URL, headers, body, and the same kind of task. Neither the sample
  /// nor a download's destination counts. Endpoints that cannot be built are equal when their descriptions are.
  public static func == (left: Endpoint, right: Endpoint) -> Bool {
    left === right || left.key == right.key
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private var key: SentContent {
    let request = (try? keptRequest()) ?? Endpoint.unbuilt(url, method, httpHeaderFields)
    return SentContent(
      request: request, upload: taskKind == .upload ? task.uploadIdentity : nil, isDownload: taskKind == .download)
  }

  /// The request, built once for all comparisons and for being sent.
  package func keptRequest() throws(MoyaError) -> URLRequest {
    try cachedRequest.withLock { cached throws(MoyaError) in
      if let cached { return cached }
      let request = try build()
      cached = request
      return request
    }
  }

  private static func unbuilt(_ url: String, _ method: Method, _ headers: [String: String]?) -> URLRequest {
    var request = URLRequest(urlText: url)
    request.httpMethod = method.rawValue
    request.allHTTPHeaderFields = headers
    return request
  }
}

extension Task {
  /// How a task is carried out.
  package enum Kind: Sendable { case data, upload, download }

  var kind: Kind {
    switch self {
    case .uploadFile, .uploadMultipart, .uploadCompositeMultipart: .upload
    case .downloadDestination, .downloadParameters: .download
    case .requestPlain, .requestData, .requestJSONEncodable, .requestCustomJSONEncodable, .requestParameters,
      .requestCompositeData, .requestCompositeParameters:
      .data
    }
  }

  fileprivate var uploadIdentity: Upload.Identity? {
    if case .uploadFile(let url) = self { return .file(url) }
    return multipartForm.map { .form($0) }
  }
}

/// What a stub answers.
public enum EndpointSampleResponse: Sendable {
  /// A status and a body; the response carries no `HTTPURLResponse`.
  case networkResponse(Int, Data)
  /// A whole answer.
  case response(HTTPURLResponse, Data)
  /// No answer, for this reason. (Moya's `NSError` is one such error.)
  case networkError(any Error)
}

extension EndpointSampleResponse {
  var result: Result<TransferResponse, TransferError> {
    switch self {
    case .networkResponse(let status, let data):
      return .success(TransferResponse(statusCode: status, content: .data(data)))
    case .response(let response, let data):
      return .success(TransferResponse(response: response, content: .data(data)))
    case .networkError(let error):
      if let error = error as? TransferError { return .failure(error) }
      var failure = TransferError(.other, "the stub answers with an error")
      failure.underlying = error
      return .failure(failure)
    }
  }
}
