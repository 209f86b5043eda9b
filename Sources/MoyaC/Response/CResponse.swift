import CMoya
import MoyaCore
import Synchronization

/// A `moya_response`: a response, and what was made of it for the caller. That has no lock, which a forked child might
/// find held: two threads that ask at the same moment may each make a thing, of which one is kept.
final class CResponse: Handle, Sendable {
  let response: Response
  private let buffer: BodyBuffer
  /// The URL of a response that has neither head nor request.
  private let asked: String
  private let texts = ResponseTexts()
  private let bodies = AtomicLazyReference<PerProcess<BodyJSON>>()
  private let knownFields = AtomicLazyReference<FieldTable>()
  private let knownTrailers = AtomicLazyReference<FieldTable>()

  /// Throws `.memory` when the body has to be copied and cannot be.
  init(_ response: Response, url: String = "") throws(Failure) {
    guard let buffer = response.content.buffer else { throw .memory("the body") }
    self.response = response
    self.buffer = buffer
    asked = url
  }

  /// Makes the response of a call's result. Throws when the result is a failure.
  @inline(__always)
  convenience init(_ result: Result<Response, MoyaError>, target: @autoclosure () -> String) throws(Failure) {
    switch consume result {
    case .success(let response):
      do throws(Failure) { try self.init(response) } catch { throw error.about(target()) }
    case .failure(let error): throw Failure(error, target: target())
    }
  }

  /// The decoded body.
  var body: moya_str { moya_str(buffer) }

  var url: moya_str {
    keep(.url) { BodyBuffer(response.response?.urlText ?? response.request?.urlText ?? asked) }
  }

  /// The path of what a download has become.
  var file: moya_str {
    guard let file = response.fileURL else { return moya_str() }
    return keep(.file) { BodyBuffer(file.path) }
  }

  /// `nil`: there is no memory for it.
  var fields: FieldTable? {
    knownFields.load() ?? FieldTable(response.response?.eachField).map { knownFields.storeIfNil($0) }
  }

  /// `nil`: there is no memory for them.
  var trailers: FieldTable? {
    knownTrailers.load()
      ?? FieldTable(response.metrics?.trailerBlock?.eachField).map { knownTrailers.storeIfNil($0) }
  }

  func header(_ name: UnsafePointer<CChar>) -> moya_str {
    guard let values = fields?.values(of: name), let first = values.first else { return moya_str() }
    if values.count == 1 { return first }
    return keep(.header(String(cString: name).lowercased())) { BodyBuffer(joining: values) }
  }

  /// The body as JSON.
  var json: BodyJSON {
    if let known = bodies.load() { return known.value }
    return bodies.storeIfNil(PerProcess { [buffer] _ in BodyJSON(buffer) }).value
  }

  /// A text that lives as long as the response. Where `make` has no memory for it, it is made again when it is asked
  /// for again.
  func keep<E: Error>(_ asked: ResponseTexts.Asked, _ make: () throws(E) -> BodyBuffer?) throws(E) -> moya_str {
    if let known = texts.find(asked) { return moya_str(known) }
    guard let text = try make() else { return moya_str() }
    texts.add(text, as: asked)
    return moya_str(text)
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
