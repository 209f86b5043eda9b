extension Endpoint {
  /// The request itself. The bytes of an upload are not in it: `Upload` makes them when they are sent.
  /// - Throws: `MoyaError.requestMapping`, `.parameterEncoding` or `.encodableMapping`
  public func urlRequest() throws -> URLRequest { try builtRequest() }

  package func builtRequest() throws(MoyaError) -> URLRequest {
    if let request = cachedRequest.withLock({ $0 }) { return request }
    return try build()
  }

  func build() throws(MoyaError) -> URLRequest {
    guard let text = URLText.normalized(url) else { throw .requestMapping(url) }
    var request = URLRequest(urlText: text)
    if method != .get { request.httpMethod = method.rawValue }
    if let fields = httpHeaderFields { request.headerFields = HeaderFields(fields) }
    if let timeout { request.timeoutInterval = timeout }
    if let partialDownload { request.partialDownload = partialDownload }

    switch task {
    case .requestPlain, .uploadFile, .uploadMultipartFormData, .uploadMultipart, .downloadDestination:
      return request
    case .requestData(let data):
      request.body = .data(data)
      return request
    case .requestJSONEncodable(let value):
      return try request.encoded(value, JSONEncoder())
    case .requestCustomJSONEncodable(let value, let encoder):
      return try request.encoded(value, encoder)
    case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
      return try request.encoded(parameters, encoding)
    case .uploadCompositeMultipartFormData(_, let parameters), .uploadCompositeMultipart(_, let parameters):
      return try request.encoded(parameters, URLEncoding.queryString)
    case .requestCompositeData(let data, let parameters):
      request.body = .data(data)
      return try request.encoded(parameters, URLEncoding.queryString)
    case .requestCompositeParameters(let body, let encoding, let parameters):
      if let encoding = encoding as? URLEncoding, encoding.destination != .httpBody {
        throw .parameterEncoding(ParameterEncodingError.compositeBodyInQuery)
      }
      return try request.encoded(body, encoding).encoded(parameters, URLEncoding.queryString)
    }
  }
}

extension URLRequest {
  /// Our own encodings work in place: as an existential the request would be copied twice.
  fileprivate func encoded(
    _ parameters: [String: Any], _ encoding: any ParameterEncoding
  ) throws(MoyaError) -> URLRequest {
    do {
      var request = self
      if let encoding = encoding as? JSONEncoding {
        try encoding.encode(parameters, into: &request)
      } else if let encoding = encoding as? URLEncoding {
        try encoding.encode(parameters, into: &request)
      } else {
        request = try encoding.encode(self, with: parameters)
      }
      return request
    } catch { throw .parameterEncoding(error) }
  }

  fileprivate func encoded(_ value: any Encodable, _ encoder: JSONEncoder) throws(MoyaError) -> URLRequest {
    var request = self
    do { request.setJSONBody(try encoder.sortingKeys.encode(value)) } catch { throw .encodableMapping(error) }
    return request
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
