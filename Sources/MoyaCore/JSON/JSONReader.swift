/// Reads JSON (RFC 8259, UTF-8 only) into `Any`: `[String: Any]`, `[Any]`, `String`, `Bool`, `Int`, `UInt64`, `Double`,
/// `JSONNull`.
///
/// JSON parsers differ in some points. This parser skips a byte order mark. If several keys of an object are equal, the
/// first one wins. An integer that fits neither Int nor UInt64 becomes a Double. These are errors: a number beyond
/// Double's range, a lone surrogate, a trailing comma, invalid UTF-8, and more than `maximumDepth` levels.
package struct JSONReader {
  static let maximumDepth = 512

  typealias Failure = JSONLexer.Failure

  private var lexer: JSONLexer
  private var depth = 0
  /// The first key that an object has twice.
  private var repeatedKey: String?

  package static func value(_ data: Data) throws -> Any { try read(data).value }

  /// Returns the value, and the first key that an object in it has twice.
  package static func read(_ data: Data) throws -> (value: Any, repeatedKey: String?) {
    try data.withUnsafeBytes { raw in
      try raw.withMemoryRebound(to: UInt8.self) { bytes in
        var reader = JSONReader(lexer: JSONLexer(bytes))
        let value = try reader.document()
        return (value, reader.repeatedKey)
      }
    }
  }

  private mutating func document() throws(Failure) -> Any {
    lexer.skipSpace()
    let result = try value()
    lexer.skipSpace()
    if lexer.peek != nil { throw Failure() }
    return result
  }

  private mutating func value() throws(Failure) -> Any {
    switch lexer.peek {
    case 0x7B: try object()
    case 0x5B: try array()
    case 0x22: try lexer.string()
    case 0x74: try word("true", true)
    case 0x66: try word("false", false)
    case 0x6E: try word("null", JSONNull())
    case .some(0x2D), .some(0x30...0x39): try lexer.number()
    default: throw Failure()
    }
  }

  private mutating func word(_ word: StaticString, _ value: Any) throws(Failure) -> Any {
    try lexer.word(word)
    return value
  }

  private mutating func object() throws(Failure) -> [String: Any] {
    var result: [String: Any] = [:]
    try elements(before: 0x7D) { (reader) throws(Failure) in
      let key = try reader.lexer.string()
      reader.lexer.skipSpace()
      guard reader.lexer.take(0x3A) else { throw Failure() }
      reader.lexer.skipSpace()
      let value = try reader.value()
      if result[key] == nil { result[key] = value } else { reader.repeatedKey = reader.repeatedKey ?? key }
    }
    return result
  }

  private mutating func array() throws(Failure) -> [Any] {
    var result: [Any] = []
    try elements(before: 0x5D) { (reader) throws(Failure) in result.append(try reader.value()) }
    return result
  }

  /// Reads an array or an object with its brackets. `read` reads one element or one member. `end` is the closing
  /// bracket.
  @inline(__always)
  private mutating func elements(
    before end: UInt8, _ read: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard depth < Self.maximumDepth else { throw Failure() }
    depth += 1
    lexer.skip()
    lexer.skipSpace()
    if !lexer.take(end) {
      repeat {
        lexer.skipSpace()
        try read(&self)
        lexer.skipSpace()
      } while lexer.take(0x2C)
      guard lexer.take(end) else { throw Failure() }
    }
    depth -= 1
  }
}

/// Reads the tokens of JSON (RFC 8259 §6 and §7) one after another: strings, numbers, words and punctuation.
package struct JSONLexer {
  /// The text is not JSON.
  package struct Failure: Error {}

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// Skips a byte order mark.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next byte; `nil` at the end.
  package var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  package mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Skips the byte that `peek` returned.
  package mutating func skip() { position += 1 }

  package mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  package mutating func word(_ word: StaticString) throws(Failure) {
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw Failure() }
    }
  }
}

// MARK: - Numbers

extension JSONLexer {
  /// Returns an `Int` if the number fits, otherwise a `UInt64` if it fits, otherwise a `Double`.
  mutating func number() throws(Failure) -> Any {
    let (text, isInteger) = try numberText()
    if isInteger {
      if let number = Int(text) { return number }
      if let number = UInt64(text) { return number }
    }
    guard let number = Double(text), number.isFinite else { throw Failure() }
    return number
  }

  /// Returns the text of a number, and whether it is an integer. An integer has neither a fraction nor an exponent.
  package mutating func numberText() throws(Failure) -> (text: String, isInteger: Bool) {
    let start = position
    var isInteger = true
    _ = take(0x2D)
    if !take(0x30) { try digits() }
    if take(0x2E) {
      isInteger = false
      try digits()
    }
    if take(0x65) || take(0x45) {
      isInteger = false
      if !take(0x2B) { _ = take(0x2D) }
      try digits()
    }
    return (String(decoding: bytes[start..<position], as: UTF8.self), isInteger)
  }

  /// Skips digits. There must be at least one.
  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = peek, 0x30...0x39 ~= byte { position += 1 }
    if position == start { throw Failure() }
  }
}

// MARK: - Strings

extension JSONLexer {
  package mutating func string() throws(Failure) -> String {
    guard take(0x22) else { throw Failure() }
    let start = position
    var hasEscapes = false
    while let byte = peek, byte != 0x22 {
      if byte < 0x20 { throw Failure() }
      if byte == 0x5C {
        hasEscapes = true
        position += 1
      }
      position += 1
    }
    let end = position
    guard take(0x22), let text = String(validating: bytes[start..<end], as: UTF8.self) else { throw Failure() }
    if !hasEscapes { return text }
    var isText = true
    let token = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start - 1...end]))
    let unescaped = String(unsafeUninitializedCapacity: token.count) { room in
      let length = JSONText.unescape(token, into: UnsafeMutableRawBufferPointer(room))
      isText = length != nil
      return length ?? 0
    }
    if !isText { throw Failure() }
    return unescaped
  }

  /// Reads up to the closing quote, writes the text without its escapes to `room`, and returns the length of the text.
  fileprivate mutating func unescape(into room: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    var count = 0
    func put(_ byte: UInt8) {
      guard count < room.count else { return }
      room[count] = byte
      count += 1
    }
    while let byte = peek, byte != 0x22 {
      position += 1
      if byte == 0x5C {
        for byte in UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter { put(byte) }
      } else {
        put(byte)
      }
    }
    return count
  }

  /// Reads one escape after its backslash.
  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    guard let byte = peek else { throw Failure() }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: return Unicode.Scalar(byte)
    case 0x62: return "\u{08}"
    case 0x66: return "\u{0C}"
    case 0x6E: return "\n"
    case 0x72: return "\r"
    case 0x74: return "\t"
    case 0x75: return try scalar()
    default: throw Failure()
    }
  }

  /// Reads four hex digits. If they are the first half of a surrogate pair, reads the second half too.
  private mutating func scalar() throws(Failure) -> Unicode.Scalar {
    let first = try hexQuad()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take(0x5C), take(0x75) else { throw Failure() }
    let second = try hexQuad()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Failure() }
    return scalar
  }

  private mutating func hexQuad() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap({ ASCII.hexValue($0) }) else { throw Failure() }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

package enum JSONText {
  /// Writes the unescaped text of a string token in a checked document. The text is never longer than the token.
  /// Returns the length of the text, or `nil` if the token contains half a surrogate pair, because that is not text.
  package static func unescape(_ token: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int? {
    token.withMemoryRebound(to: UInt8.self) { bytes in
      var lexer = JSONLexer(bytes)
      return lexer.take(0x22) ? try? lexer.unescape(into: room) : nil
    }
  }
}
