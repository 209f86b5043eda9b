/// The description of one request. A target becomes an endpoint before the request is built.
///
/// The class is `@unchecked Sendable`: it never changes, but its task contains the caller's values.
open class Endpoint: @unchecked Sendable {
  @preconcurrency public typealias SampleResponseClosure = @Sendable () -> EndpointSampleResponse

  /// The text of the URL, including the query.
  public let url: String
  /// Makes the response of a stub. The closure is called when the stub responds.
  public let sampleResponseClosure: SampleResponseClosure
  public let method: Method
  public let task: Task
  /// The task's kind. It is determined once, because a `switch` over the task copies the task's values.
  package let taskKind: Task.Kind
  public let httpHeaderFields: [String: String]?
  /// The request fails if no byte was sent or received for this many seconds. `nil` means the default timeout of a
  /// request.
  public let timeout: TimeInterval?
  /// The file for the bytes of an interrupted download. If it is `nil`, the bytes are discarded.
  public let partialDownload: URL?
  /// The request that a comparison of endpoints has built. It is stored, so that the same request is sent afterwards.
  let cachedRequest = Protected<URLRequest?>(nil)

  @preconcurrency
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

  /// Returns a copy with these fields added. A new value replaces an old one.
  open func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
    if newHTTPHeaderFields.isEmpty { return with(task, httpHeaderFields) }
    return with(task, (httpHeaderFields ?? [:]).merging(newHTTPHeaderFields) { _, new in new })
  }

  /// Returns a copy with another task.
  open func replacing(task: Task) -> Endpoint { with(task, httpHeaderFields) }

  private func with(_ task: Task, _ fields: [String: String]?) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task, httpHeaderFields: fields,
      timeout: timeout, partialDownload: partialDownload)
  }
}

extension Endpoint {
  /// Builds the request. The request does not contain the bytes of an upload. `Upload` creates these bytes when they
  /// are sent.
  /// - Throws: `MoyaError.requestMapping`, `.parameterEncoding` or `.encodableMapping`
  public func urlRequest() throws -> URLRequest {
    if let request = cachedRequest.withLock({ $0 }) { return request }
    return try build()
  }

  /// Returns the endpoint of another page of a result. This endpoint sends the same request to `url`. The query of
  /// `url` replaces the query of the request.
  package func moved(to url: String) -> Endpoint {
    let endpoint = Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task,
      httpHeaderFields: httpHeaderFields, timeout: timeout, partialDownload: partialDownload)
    // The task may add a query to the URL, and only the encoding of the task knows this query. So the request is built
    // for the endpoint's own URL, and then `url` replaces the URL of the request.
    if var request = try? urlRequest() {
      request.urlText = url
      let moved = request
      endpoint.cachedRequest.withLock { $0 = moved }
    }
    return endpoint
  }

  /// Builds the request, and throws the errors of Moya's default request mapping. Any error except `.requestMapping`
  /// and `.parameterEncoding` arrives as `.underlying`.
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

  /// True if nothing is sent except the URL, the method and the header fields.
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
  fileprivate mutating func encode(_ parameters: [String: Any], _ encoding: any ParameterEncoding) throws(MoyaError) {
    do { try encoding.encode(parameters, into: &self) } catch { throw .parameterEncoding(error) }
  }

  fileprivate mutating func encode(_ value: any Encodable, _ encoder: JSONEncoder) throws(MoyaError) {
    do { setBody(try encoder.sortingKeys.encode(value), type: JSONEncoding.mediaType) } catch {
      throw .encodableMapping(error)
    }
  }
}

extension JSONEncoder {
  /// Returns a copy of the encoder that sorts keys. Without sorted keys, equal values give different bytes from one
  /// call to the next. The caller's encoder is not changed, because another thread can be using it. An encoder of a
  /// subclass is returned unchanged.
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
  /// Two endpoints are equal if their methods, URLs, headers, bodies and kinds of task are equal. Neither the sample
  /// nor the destination of a download matters. If a request cannot be built, its body is not compared.
  public static func == (left: Endpoint, right: Endpoint) -> Bool {
    left === right || left.key == right.key
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private var key: SentContent {
    let request = (try? keptRequest()) ?? Endpoint.unbuilt(url, method, httpHeaderFields)
    return SentContent(
      request: request, upload: taskKind == .upload ? task.uploadIdentity : nil, isDownload: taskKind == .download)
  }

  /// Returns the request. The endpoint builds it once, for comparisons and for sending.
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

/// The response of a stub.
public enum EndpointSampleResponse: Sendable {
  /// A status and a body. The response has no `HTTPURLResponse`.
  case networkResponse(Int, Data)
  /// A complete response. If a field has a name that is not a token, or a value with a control character other than
  /// tab, the call fails.
  case response(HTTPURLResponse, Data)
  /// There is no response, for this reason. The reason can be Moya's `NSError`.
  case networkError(any Error)
}

extension EndpointSampleResponse {
  var result: Result<TransferResponse, TransferError> {
    switch self {
    case .networkResponse(let status, let data):
      return .success(TransferResponse(statusCode: status, content: .data(data)))
    case .response(let response, let data):
      do throws(TransferError) { try response.checkGivenFields() } catch {
        return .failure(TransferError(.other, "the stub's response is not valid: \(error.message)"))
      }
      return .success(TransferResponse(response: response, content: .data(data)))
    case .networkError(let error):
      if let error = error as? TransferError { return .failure(error) }
      var failure = TransferError(.other, "the stub answers with an error")
      failure.underlying = error
      return .failure(failure)
    }
  }
}
