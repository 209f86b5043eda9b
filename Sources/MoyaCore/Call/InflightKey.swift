/// What makes two requests the same exchange: method, URL, headers, body and kind of task. What a file or a form
/// uploads counts; where a download goes does not.
package struct InflightKey: Hashable {
  private let request: URLRequest
  private let upload: Payload
  private let isDownload: Bool
  // A table asks for the hash three times per request, and it covers the whole body.
  private let hash: Int

  private enum Payload: Hashable {
    case none
    case file(URL)
    case form(MultipartFormData)
  }

  /// - Throws: `MoyaError` when the endpoint is no request: then there is nothing to share.
  package init(_ endpoint: Endpoint) throws {
    request = try endpoint.urlRequest()
    isDownload = endpoint.task.downloadDestination != nil
    if case .uploadFile(let url) = endpoint.task {
      upload = .file(url)
    } else {
      upload = endpoint.task.multipartForm.map { .form($0) } ?? .none
    }
    var hasher = Hasher()
    hasher.combine(request)
    hasher.combine(upload)
    hash = hasher.finalize()
  }

  package static func == (left: InflightKey, right: InflightKey) -> Bool {
    left.hash == right.hash && left.isDownload == right.isDownload && left.upload == right.upload
      && left.request == right.request
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
