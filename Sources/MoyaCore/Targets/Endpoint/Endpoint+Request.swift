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
