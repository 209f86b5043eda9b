import CMoya
import MoyaCore

extension CResponse {
  func string(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> moya_str {
    try value(at: keyPath, moya_str(), "a string", moya_json_string)
  }

  func raw(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> moya_str {
    try json().copy(of: find(keyPath).value)
  }

  func int64(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> Int64 {
    try value(at: keyPath, 0, "an integer of 64 bits", moya_json_int64)
  }

  func double(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> Double {
    try value(at: keyPath, 0, "a number", moya_json_double)
  }

  func bool(at keyPath: UnsafePointer<CChar>?) throws(Failure) -> Bool {
    try value(at: keyPath, false, "true or false", moya_json_bool)
  }

  private func value<Value>(
    at keyPath: UnsafePointer<CChar>?, _ zero: Value, _ expected: String,
    _ read: (moya_json, UnsafeMutablePointer<Value>?) -> moya_status
  ) throws(Failure) -> Value {
    let (value, path) = try find(keyPath)
    var found = zero
    switch Int(read(value, &found)) {
    case MOYA_OK where !value.isLongNumber: return found
    case MOYA_ERROR_MEMORY: throw .memory("the text")
    default:
      let place = path.isEmpty ? "the JSON" : "what stands at the key path '\(path)'"
      throw Failure(MOYA_ERROR_JSON_TYPE, "\(place) is \(value.description), not \(expected)")
    }
  }

  private func find(_ keyPath: UnsafePointer<CChar>?) throws(Failure) -> (value: moya_json, path: String) {
    let path = keyPath == nil ? "" : try String(keyPath, limit: CallerText.keyPathLimit, named: "key_path")
    let value = moya_json_at(try json().root(), keyPath)
    if !moya_json_exists(value) {
      throw Failure(MOYA_ERROR_KEY_PATH, "there is nothing at the key path '\(path)'")
    }
    return (value, path)
  }
}

extension moya_json {
  /// True for a number of more than 4096 characters. No sensible number is that long. If a key path leads to such a
  /// number, the functions that take the key path report a wrong type.
  fileprivate var isLongNumber: Bool {
    var text = moya_str()
    return Int(moya_json_kind(self)) == MOYA_JSON_NUMBER && moya_json_raw(self, &text) == 0 && text.len > 4096
  }

  /// A description of the kind of the value, for messages.
  fileprivate var description: String {
    switch Int(moya_json_kind(self)) {
    case MOYA_JSON_NULL: "null"
    case MOYA_JSON_BOOL: "true or false"
    case MOYA_JSON_STRING: "a string"
    case MOYA_JSON_ARRAY: "an array"
    case MOYA_JSON_OBJECT: "an object"
    default: numberDescription
    }
  }

  private var numberDescription: String {
    if isLongNumber { return "a number of more than 4096 characters" }
    var signed: Int64 = 0
    var unsigned: UInt64 = 0
    var double: Double = 0
    if Int(moya_json_int64(self, &signed)) == MOYA_ERROR_JSON_RANGE, Int(moya_json_uint64(self, &unsigned)) == MOYA_OK {
      return "an integer beyond 64 bits with a sign"
    }
    return Int(moya_json_double(self, &double)) == MOYA_OK ? "a number" : "a number that no double can hold"
  }
}

// MARK: - BodyJSON

/// The body of a response as JSON. It is parsed when the first value is read. The object also holds copies of values.
final class BodyJSON: Sendable {
  private let body: BodyBuffer
  private let scan = Protected<Result<JSONDocument, JSONLookupError>?>(nil)
  /// The copies of texts that `copy(of:)` has made. The key is the token of a value, a number that identifies the value
  /// in the document.
  private let copies = Protected<[Int: BodyBuffer]>([:])

  init(_ body: BodyBuffer) { self.body = body }

  /// Returns the whole body as a value. The value is valid as long as this object lives.
  func root() throws(Failure) -> moya_json {
    let scan = scan.withLock { known in
      let scan = known ?? Result { () throws(JSONLookupError) in try JSONDocument.scan(body.bytes) }
      // A failure for lack of memory is not stored, because there may be enough memory the next time.
      if case .failure(.outOfMemory) = scan {} else { known = scan }
      return scan
    }
    do throws(JSONLookupError) { return moya_json(try scan.get()) } catch { throw Failure(error, of: "the body") }
  }

  /// Returns a copy of a value's text, followed by a zero byte.
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
  /// The whole document as a value.
  init(_ document: JSONDocument) { self.init(document: document.cursor, token: 0) }
}

extension Failure {
  /// Makes the failure for a text that could not be parsed.
  init(_ error: JSONLookupError, of what: String) {
    switch error {
    case .outOfMemory: self = .memory("reading the JSON")
    case .tooDeep: self.init(MOYA_ERROR_JSON, "\(what)'s JSON is nested too deeply")
    case .notJSON, .missing: self.init(MOYA_ERROR_JSON, "\(what) is not JSON")
    }
  }
}

// MARK: - CJSONDocument

/// A `moya_json_document`: a parsed JSON text, which the document has copied.
final class CJSONDocument: Handle, Sendable {
  private let text: BodyBuffer
  private let document: JSONDocument

  /// The maximum length of a text, so that all offsets in the text fit into 32 bits.
  private static let limit = Int(UInt32.max)

  init(copying bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard bytes.count <= Self.limit else { throw .argument("text is longer than \(Self.limit) bytes") }
    guard let text = BodyBuffer(copying: bytes) else { throw .memory("the text") }
    self.text = text
    do throws(JSONLookupError) { document = try JSONDocument.scan(text.bytes) } catch {
      throw Failure(error, of: "the text")
    }
  }

  /// The whole document as a value. The value is valid as long as this object lives.
  var root: moya_json { moya_json(document) }
}
