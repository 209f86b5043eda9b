extension Endpoint: Hashable {
  /// Equal when they would send the same: method, URL, headers, body, and the same kind of task. Neither the sample
  /// nor a download's destination counts. Endpoints that cannot be built are equal when their descriptions are.
  public static func == (left: Endpoint, right: Endpoint) -> Bool {
    if left === right { return true }
    return left.key == right.key
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// What two endpoints must have in common for their orders to share a flight.
  package var key: EndpointKey {
    let kind = taskKind
    return EndpointKey(request: comparedRequest, kind: kind, upload: kind.uploads ? task.uploadIdentity : nil)
  }

  private var comparedRequest: URLRequest {
    cachedRequest.withLock { cached in
      if let cached { return cached }
      guard let request = try? build() else { return Endpoint.unbuilt(url, method, httpHeaderFields) }
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

package struct EndpointKey: Hashable, Sendable {
  package let request: URLRequest
  package let kind: Task.Kind
  /// What the task sends besides the request.
  package let upload: Task.UploadIdentity?

  package init(request: URLRequest, kind: Task.Kind, upload: Task.UploadIdentity?) {
    self.request = request
    self.kind = kind
    self.upload = upload
  }
}

extension Task {
  /// How a task is carried out.
  package enum Kind: UInt8, Sendable {
    case data
    case uploadFile
    case uploadForm
    case download

    var uploads: Bool { self == .uploadFile || self == .uploadForm }
  }

  package enum UploadIdentity: Hashable, Sendable {
    case file(URL)
    case form(MultipartFormData)

    var kind: Kind {
      switch self {
      case .file: .uploadFile
      case .form: .uploadForm
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .uploadFile: .uploadFile
    case .uploadMultipart, .uploadCompositeMultipart: .uploadForm
    case .downloadDestination, .downloadParameters: .download
    case .requestPlain, .requestData, .requestJSONEncodable, .requestCustomJSONEncodable, .requestParameters,
      .requestCompositeData, .requestCompositeParameters:
      .data
    }
  }

  package var uploadIdentity: UploadIdentity? {
    if case .uploadFile(let url) = self { return .file(url) }
    return multipartForm.map { .form($0) }
  }
}
