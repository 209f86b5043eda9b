/// The body of an upload task. It is not part of `Endpoint.urlRequest()`: a form's Content-Type is set after the
/// request closure ran (so plugins see it), its bytes are made after the plugins ran.
package struct Upload: Sendable {
  /// In a box: an order carries it, and most orders have none.
  private indirect enum Source {
    case file(URL)
    case form(MultipartFormData, boundary: String)
    case parts([FormPart], boundary: String)
  }

  private let source: Source

  /// A file as the body, read while it is sent.
  package init(file: URL) { source = .file(file) }

  /// A multipart form whose parts say everything themselves. Of streams nothing is read before it is sent.
  /// - Parameter boundary: `nil`: a random one.
  package init(parts: [FormPart], boundary: String?, method: Method) throws(MultipartError) {
    try Upload.check(count: parts.count, boundary, method)
    source = .parts(parts, boundary: boundary ?? MultipartFormData.randomBoundary(name: "libmoya"))
  }

  /// `nil` for a task that uploads nothing.
  /// - Throws: `MoyaError.underlying` with a `MultipartError` when the form is empty, its boundary invalid, or the
  ///   method takes none.
  package init?(_ task: Task, method: Method) throws(MoyaError) {
    if case .uploadFile(let url) = task {
      source = .file(url)
      return
    }
    guard let form = task.multipartForm else { return nil }
    do throws(MultipartError) { try Upload.check(count: form.parts.count, form.boundary, method) } catch {
      throw .underlying(error, nil)
    }
    source = .form(form, boundary: form.boundary ?? MultipartFormData.randomBoundary())
  }

  /// The same with another boundary, if it is a form of parts.
  package func divided(by boundary: String) throws(MultipartError) -> Upload {
    guard case .parts(let parts, _) = source else { return self }
    if !MultipartFormData.isBoundary(boundary) { throw .invalidBoundary }
    return Upload(source: .parts(parts, boundary: boundary))
  }

  private init(source: Source) { self.source = source }

  private static func check(count: Int, _ boundary: String?, _ method: Method) throws(MultipartError) {
    if count == 0 { throw .noParts }
    if !method.supportsMultipart { throw .methodWithoutBody(method.rawValue) }
    if let boundary, !MultipartFormData.isBoundary(boundary) { throw .invalidBoundary }
  }

  /// Equal for uploads that send the same.
  package enum Identity: Hashable, Sendable {
    case file(URL)
    case form(MultipartFormData)
    case parts([FormPart])
  }

  package var identity: Identity {
    switch source {
    case .file(let url): .file(url)
    case .form(let form, _): .form(form)
    case .parts(let parts, _): .parts(parts)
    }
  }

  /// The media type that replaces the request's; `nil`: leave that.
  /// - Parameter given: what the request has. Of parts it stays, with the boundary added, if it is a multipart type.
  package func contentType(over given: String?) -> String? {
    switch source {
    case .file: nil
    case .form(_, let boundary): Upload.mediaType(boundary: boundary)
    case .parts(_, let boundary):
      Upload.mediaType(given.flatMap(MultipartType.init) ?? .formData, boundary: boundary)
    }
  }

  private static func mediaType(_ type: MultipartType = .formData, boundary: String) -> String {
    // What is no token is quoted (RFC 2045 §5.1).
    let isToken = !boundary.utf8.contains { " (),/:=?".utf8.contains($0) }
    return type.text + "; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
  }

  /// Can the body be sent again? Not when a part is a stream that can be read once.
  package var isRepeatable: Bool {
    switch source {
    case .file: true
    case .form(let form, _): form.parts.allSatisfy { if case .stream = $0.provider { false } else { true } }
    case .parts(let parts, _): parts.allSatisfy(\.content.isRepeatable)
    }
  }

  /// What can be wrong with the definition; no file is looked for.
  package func check() throws(MoyaError) {
    switch source {
    case .file(let url):
      // A path taken from another URL would be one of this machine's.
      if !url.isFileURL { throw .underlying(TransferError(.body, "the upload's URL is not a file URL"), nil) }
    case .form(let form, _):
      do { try MultipartEncoder.check(form) } catch { throw .underlying(error, nil) }
    case .parts: break
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
    case .parts(let parts, let boundary):
      do { return try MultipartEncoder.body(of: parts, boundary: boundary, readsAhead: false) } catch {
        throw .underlying(error, nil)
      }
    }
  }
}
