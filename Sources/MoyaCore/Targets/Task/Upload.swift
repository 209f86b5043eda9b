/// The body of an upload task. It is not part of `Endpoint.urlRequest()`: a form's Content-Type is set after the
/// request closure ran (so plugins see it), its bytes are made after the plugins ran.
package struct Upload: Sendable {
  /// In a box: an order carries it, and most orders have none.
  private indirect enum Source {
    case file(URL)
    case form(MultipartFormData, boundary: String)
  }

  private let source: Source

  /// `nil` for a task that uploads nothing.
  /// - Throws: `MoyaError.underlying` with a `MultipartError` when the form is empty, its boundary invalid, or the
  ///   method takes none.
  package init?(_ task: Task, method: Method) throws(MoyaError) {
    if case .uploadFile(let url) = task {
      source = .file(url)
      return
    }
    guard let form = task.multipartForm else { return nil }
    if form.parts.isEmpty { throw .underlying(MultipartError.noParts, nil) }
    if !method.supportsMultipart { throw .underlying(MultipartError.methodWithoutBody(method.rawValue), nil) }
    if let boundary = form.boundary, !MultipartFormData.isBoundary(boundary) {
      throw .underlying(MultipartError.invalidBoundary, nil)
    }
    source = .form(form, boundary: form.boundary ?? MultipartFormData.randomBoundary())
  }

  /// Equal for uploads that send the same.
  package enum Identity: Hashable, Sendable {
    case file(URL)
    case form(MultipartFormData)
  }

  package var identity: Identity {
    switch source {
    case .file(let url): .file(url)
    case .form(let form, _): .form(form)
    }
  }

  /// Replaces whatever Content-Type the target set; `nil`: leave it.
  package var contentType: String? {
    guard case .form(_, let boundary) = source else { return nil }
    // What is no token is quoted (RFC 2045 §5.1).
    let isToken = !boundary.utf8.contains { " (),/:=?".utf8.contains($0) }
    return "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
  }

  /// Can the body be sent again? Not when a part is a stream, which can be read once.
  package var isRepeatable: Bool {
    guard case .form(let form, _) = source else { return true }
    return form.parts.allSatisfy { if case .stream = $0.provider { false } else { true } }
  }

  /// What can be wrong with the definition; no file is looked for.
  package func check() throws(MoyaError) {
    switch source {
    case .file(let url):
      // A path taken from another URL would be one of this machine's.
      if !url.isFileURL { throw .underlying(TransferError(.body, "the upload's URL is not a file URL"), nil) }
    case .form(let form, _):
      do { try MultipartEncoder.check(form) } catch { throw .underlying(error, nil) }
    }
  }

  /// - Throws: `MoyaError.underlying` when a file cannot be read.
  package func body() throws(MoyaError) -> RequestBody {
    switch source {
    case .file(let url):
      try check()
      return .file(path: url.path)
    case .form(let form, let boundary):
      do { return try MultipartEncoder.body(of: form, boundary: boundary) } catch { throw .underlying(error, nil) }
    }
  }
}
