import CMoya
import Glibc
import MoyaCore
import Synchronization

/// A `moya_response`, whose handle is the `Response` itself: most callers ask for its status and body alone, which it has.
struct CResponse: Sendable {
  let response: Response

  /// Throws `.memory` when the body has to be copied and cannot be.
  init(_ response: Response) throws(Failure) {
    self.response = response
    if case .data = response.content, parts == nil { throw .memory("the body") }
  }

  /// The response of a call's result. Throws when the result is a failure.
  @inline(__always)
  init(_ result: Result<Response, MoyaError>, target: @autoclosure () -> String) throws(Failure) {
    switch consume result {
    case .success(let response):
      do throws(Failure) { try self.init(response) } catch { throw error.about(target()) }
    case .failure(let error): throw Failure(error, target: target())
    }
  }

  /// What was made of it for callers of C; `nil`: it is to be made, and there is no memory for its body.
  private var parts: ResponseParts? {
    if let known = response.made.load()?.parts as? ResponseParts { return known }
    guard let buffer = response.content.buffer else { return nil }
    return response.made.storeIfNil(Response.Made(ResponseParts(buffer))).parts as? ResponseParts
  }

  /// The decoded body.
  var body: moya_str { CResponse.body(of: response) }

  static func body(of response: Response) -> moya_str {
    if case .buffer(let buffer) = response.content { return moya_str(buffer) }
    return moya_str(CResponse(alive: response).parts?.body)
  }

  var url: moya_str {
    keep(.url) {
      BodyBuffer(response.response?.urlText ?? response.request?.urlText ?? response.stubURLText ?? "")
    }
  }

  /// The path of what a download has become.
  var file: moya_str {
    guard let file = response.fileURL else { return moya_str() }
    return keep(.file) { BodyBuffer(file.path) }
  }

  /// `nil`: there is no memory for it.
  var fields: FieldTable? {
    guard let parts else { return nil }
    return parts.fields.load() ?? FieldTable(response.response?.eachField).map { parts.fields.storeIfNil($0) }
  }

  /// `nil`: there is no memory for them.
  var trailers: FieldTable? {
    guard let parts else { return nil }
    return parts.trailers.load()
      ?? FieldTable(response.metrics?.trailerBlock?.eachField).map { parts.trailers.storeIfNil($0) }
  }

  func header(_ name: UnsafePointer<CChar>) -> moya_str {
    guard let values = fields?.values(of: name), let first = values.first else { return moya_str() }
    if values.count == 1 { return first }
    // No string: of a name that is not UTF-8, or written in two ways, that would make another one.
    let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name)).map(ASCII.lowercase)
    return keep(.header(bytes)) { BodyBuffer(joining: values) }
  }

  /// The body as JSON; throws `.memory`.
  func json() throws(Failure) -> BodyJSON {
    guard let parts else { throw .memory("the body") }
    if let known = parts.json.load() { return known.value }
    let body = parts.body
    return parts.json.storeIfNil(PerProcess { _ in BodyJSON(body) }).value
  }

  /// A text that lives as long as the response. Where `make` has no memory for it, it is made again when it is asked
  /// for again.
  func keep<E: Error>(_ asked: ResponseTexts.Asked, _ make: () throws(E) -> BodyBuffer?) throws(E) -> moya_str {
    guard let parts else { return moya_str() }
    if let known = parts.texts.find(asked) { return moya_str(known) }
    guard let text = try make() else { return moya_str() }
    parts.texts.add(text, as: asked)
    return moya_str(text)
  }
}

extension Response: Handle {}

/// As other handles have it.
extension CResponse {
  private init(alive response: Response) { self.response = response }

  consuming func retainedHandle() -> OpaquePointer { response.retainedHandle() }

  var borrowedHandle: OpaquePointer { response.borrowedHandle }

  static func from(_ handle: OpaquePointer?, function: StaticString = #function) -> CResponse? {
    Response.from(handle, function: function).map { CResponse(alive: $0) }
  }

  static func required(
    _ handle: OpaquePointer?, named name: @autoclosure () -> String, function: StaticString = #function
  ) throws(Failure) -> CResponse {
    try CResponse(alive: Response.required(handle, named: name(), function: function))
  }

  static func release(_ handle: OpaquePointer?, function: StaticString = #function) {
    Response.release(handle, function: function)
  }

  /// The handle that a callback borrows while `body` runs.
  func lent<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) {
      HandleCheck.isOn ? HandleCheck.lend(response) { body(borrowedHandle) } : body(borrowedHandle)
    }
  }
}

extension TransferResponse.Content {
  /// The body in memory that ends with a zero: where it lies if it has one there, else a copy. `nil`: there is no
  /// memory for a copy.
  var buffer: BodyBuffer? {
    switch self {
    case .buffer(let buffer): buffer
    case .data(let data): BodyBuffer(copying: data)
    }
  }
}
