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
