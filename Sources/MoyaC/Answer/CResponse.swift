import CMoya
import MoyaCore

/// A `moya_response`: an answer, and the texts of it that were handed out.
final class CResponse: Handle, Sendable {
  let response: Response
  private let buffer: BodyBuffer
  private let texts = Protected(Texts())

  /// The key of a text that was handed out. Asking for the same again gives the same text; two threads that ask at the
  /// same moment may each get one, and both stay valid as long as this.
  enum Asked: Equatable {
    case url
    /// The values of several fields of this name, joined.
    case header(String)
    case string(String)
    case raw(String)
  }

  private struct Texts {
    var arena = TextArena()
    var known: [(asked: Asked, text: moya_str)] = []
    var json: JSONLookup?
    var fields: FieldTable?
  }

  /// Throws `.memory` when the body has to be copied and cannot be.
  init(_ response: Response) throws(Failure) {
    guard let buffer = response.content.buffer else { throw .memory("the body") }
    self.response = response
    self.buffer = buffer
  }

  /// Makes the answer of a call's result. Throws when the result is a failure.
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

  var url: moya_str { text(.url) { response.response?.urlText ?? response.request?.urlText ?? "" } }

  /// `nil`: there is no memory for it.
  var fields: FieldTable? {
    texts.withLock { texts in
      if texts.fields == nil { texts.fields = FieldTable(response.response) }
      return texts.fields
    }
  }

  func header(_ name: UnsafePointer<CChar>) -> moya_str {
    guard let values = fields?.values(of: name), let first = values.first else { return moya_str() }
    if values.count == 1 { return first }
    return keep(.header(String(cString: name).lowercased())) { CText(joining: values) }
  }

  /// The values of a JSON body. The body is scanned when the first value is asked for.
  var json: JSONLookup {
    texts.withLock { texts in
      if let json = texts.json { return json }
      let json = JSONLookup(buffer.data)
      texts.json = json
      return json
    }
  }

  /// Text that lives as long as the answer.
  func text<E: Error>(_ asked: Asked, _ make: () throws(E) -> String?) throws(E) -> moya_str {
    try keep(asked) { () throws(E) in try make().map { CText($0) } }
  }

  func keep<E: Error>(_ asked: Asked, _ make: () throws(E) -> CText?) throws(E) -> moya_str {
    if let known = texts.withLock({ $0.known.first { $0.asked == asked }?.text }) { return known }
    guard let text = try make() else { return moya_str() }
    // Not remembered: there may be memory when the text is asked for again.
    if text.str.data == nil { return moya_str() }
    return texts.withLock { texts in
      texts.arena.keep(text)
      texts.known.append((asked, text.str))
      return text.str
    }
  }
}

extension BodyBuffer {
  /// A copy, with a zero behind it. `nil`: there is no memory.
  convenience init?(copying data: Data) {
    self.init(capacity: data.count)
    if !data.withUnsafeBytes({ append($0) }) { return nil }
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

extension moya_str {
  /// Points into the buffer, and is valid as long as the buffer lives.
  init(_ buffer: BodyBuffer) {
    guard let start = buffer.bytes.baseAddress, buffer.count > 0 else {
      self = CText.empty
      return
    }
    self.init(data: start.assumingMemoryBound(to: CChar.self), len: buffer.count)
  }
}
