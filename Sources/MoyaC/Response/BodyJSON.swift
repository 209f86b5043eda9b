import CMoya
import MoyaCore

/// The body of a response as JSON, read when the first value is asked for, and copies of parts of it.
final class BodyJSON: Sendable {
  private let body: BodyBuffer
  private let scan = Protected<Result<JSONDocument, JSONLookupError>?>(nil)
  /// The copies of values' texts, by the values' tokens.
  private let copies = Protected<[Int: BodyBuffer]>([:])

  init(_ body: BodyBuffer) { self.body = body }

  /// The whole body, as a value that is valid as long as this.
  func root() throws(Failure) -> moya_json {
    let scan = scan.withLock { known in
      let scan = known ?? Result { () throws(JSONLookupError) in try JSONDocument.scan(body.bytes) }
      // Not remembered: there may be memory the next time.
      if case .failure(.outOfMemory) = scan {} else { known = scan }
      return scan
    }
    do throws(JSONLookupError) { return moya_json(try scan.get()) } catch { throw Failure(error, of: "the body") }
  }

  /// The text of a value, as it lies in the body but with a zero behind it.
  func copy(of value: moya_json) throws(Failure) -> moya_str {
    let known: BodyBuffer? = copies.withLock { copies -> BodyBuffer? in
      if let known = copies[value.token] { return known }
      var text = moya_str()
      moya_json_raw(value, &text)
      let copy = BodyBuffer(copying: UnsafeRawBufferPointer(start: text.data, count: text.len))
      copies[value.token] = copy
      return copy
    }
    guard let known else { throw .memory("the text") }
    return moya_str(known)
  }
}

extension moya_json {
  /// The whole document.
  init(_ document: JSONDocument) { self.init(document: document.cursor, token: 0) }
}

extension Failure {
  /// Why a text could not be read.
  init(_ error: JSONLookupError, of what: String) {
    switch error {
    case .outOfMemory: self = .memory("reading the JSON")
    case .tooDeep: self.init(MOYA_ERROR_JSON, "\(what)'s JSON is nested too deeply")
    case .notJSON, .missing: self.init(MOYA_ERROR_JSON, "\(what) is not JSON")
    }
  }
}
