/// The body of an upload task. The request that `Endpoint.urlRequest()` returns does not contain this body. The
/// Content-Type of a form is set after the request closure has run and before the plugins run, so that plugins see it.
/// The bytes of a form are created after the plugins have run.
package struct Upload: Sendable {
  /// The enum is indirect, so that it takes little space in a `CallDescription`. Most calls have no upload.
  private indirect enum Source {
    case file(URL)
    case form(MultipartFormData, boundary: String, carrying: CarriedValues?)
    case parts([FormPart], boundary: String)
  }

  private let source: Source

  /// Makes an upload whose body is a file. The file is read while it is sent.
  package init(file: URL) { source = .file(file) }

  /// Makes an upload of a multipart form. Its parts have their final names and types. Streams are not read before they
  /// are sent.
  /// - Parameter boundary: the boundary; `nil` for a random one.
  package init(parts: [FormPart], boundary: String?, method: Method) throws(MultipartError) {
    try Upload.check(count: parts.count, boundary, method)
    source = .parts(parts, boundary: boundary ?? MultipartFormData.randomBoundary(name: "libmoya"))
  }

  /// Returns `nil` for a task that uploads nothing.
  /// - Parameter carried: the task-locals for the reads of streams, if the call carries any.
  /// - Throws: `MoyaError.underlying` with a `MultipartError` if the form is empty, its boundary is invalid, or the
  ///   method allows no multipart body.
  package init?(_ task: Task, method: Method, carrying carried: CarriedValues? = nil) throws(MoyaError) {
    if case .uploadFile(let url) = task {
      source = .file(url)
      return
    }
    guard let form = task.multipartForm else { return nil }
    do throws(MultipartError) { try Upload.check(count: form.parts.count, form.boundary, method) } catch {
      throw .underlying(error, nil)
    }
    source = .form(form, boundary: form.boundary ?? MultipartFormData.randomBoundary(), carrying: carried)
  }

  /// If the upload was made from `FormPart`s, returns the same upload with another boundary. Otherwise returns the
  /// upload unchanged.
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

  /// Identifies what an upload sends. Two uploads that send the same body have equal identities.
  package enum Identity: Hashable, Sendable {
    case file(URL)
    case form(MultipartFormData)
    case parts([FormPart])
  }

  package var identity: Identity {
    switch source {
    case .file(let url): .file(url)
    case .form(let form, _, _): .form(form)
    case .parts(let parts, _): .parts(parts)
    }
  }

  /// Returns the media type that replaces the request's: for a form, its type with its boundary. Returns `nil` for a
  /// file, which does not change the request's media type.
  /// - Parameter given: the request's media type. If the upload was made from `FormPart`s and `given` is a multipart
  ///   type, the result is that type with the boundary.
  package func contentType(over given: String?) -> String? {
    switch source {
    case .file: nil
    case .form(_, let boundary, _): Upload.mediaType(boundary: boundary)
    case .parts(_, let boundary):
      Upload.mediaType(given.flatMap(MultipartType.init) ?? .formData, boundary: boundary)
    }
  }

  private static func mediaType(_ type: MultipartType = .formData, boundary: String) -> String {
    // A boundary that is not a token is quoted (RFC 2045 §5.1).
    let isToken = !boundary.utf8.contains { " (),/:=?".utf8.contains($0) }
    return type.text + "; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
  }

  /// True if the body can be sent again. False if a part is a stream that can be read only once.
  package var isRepeatable: Bool {
    switch source {
    case .file: true
    case .form(let form, _, _): form.parts.allSatisfy { if case .stream = $0.provider { false } else { true } }
    case .parts(let parts, _): parts.allSatisfy(\.content.isRepeatable)
    }
  }

  /// Checks the upload without looking for its files.
  package func check() throws(MoyaError) {
    switch source {
    case .file(let url):
      // If the URL is not a file URL, its path would name an unrelated file of this machine.
      if !url.isFileURL { throw .underlying(TransferError(.body, "the upload's URL is not a file URL"), nil) }
    case .form(let form, _, _):
      do { try MultipartEncoder.check(form) } catch { throw .underlying(error, nil) }
    case .parts: break
    }
  }

  /// Returns the body that is sent.
  /// - Parameter readsAhead: if true, reads the streams of a small form into memory. The streams of an upload that was
  ///   made from `FormPart`s are never read ahead.
  /// - Throws: `MoyaError.underlying` if a file cannot be read.
  package func body(readsAhead: Bool = true) throws(MoyaError) -> RequestBody {
    switch source {
    case .file(let url):
      try check()
      return .file(path: url.path)
    case .form(let form, let boundary, let carried):
      let form = carried?.around(form) ?? form
      do { return try MultipartEncoder.body(of: form, boundary: boundary, readsAhead: readsAhead) } catch {
        throw .underlying(error, nil)
      }
    case .parts(let parts, let boundary):
      do { return try MultipartEncoder.body(of: parts, boundary: boundary, readsAhead: false) } catch {
        throw .underlying(error, nil)
      }
    }
  }
}
