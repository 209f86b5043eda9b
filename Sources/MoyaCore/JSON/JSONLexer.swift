/// The tokens of JSON (RFC 8259 §6 and §7), one after another: strings, numbers, words and punctuation.
struct JSONLexer {
  /// The text is not JSON from this byte on.
  struct Failure: Error {
    let offset: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// A byte order mark is skipped.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The failure at the next byte.
  var failure: Failure { Failure(offset: position) }

  /// The next byte; `nil` at the end.
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Steps over the byte that `peek` gave.
  mutating func skip() { position += 1 }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  mutating func word(_ word: StaticString) throws(Failure) {
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw failure }
    }
  }
}

// MARK: - Numbers

extension JSONLexer {
  /// `Int`, else `UInt64`, else `Double`.
  mutating func number() throws(Failure) -> Any {
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
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger {
      if let number = Int(text) { return number }
      if let number = UInt64(text) { return number }
    }
    guard let number = Double(text), number.isFinite else { throw Failure(offset: start) }
    return number
  }

  /// Steps over digits, of which there must be one.
  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = peek, 0x30...0x39 ~= byte { position += 1 }
    if position == start { throw failure }
  }
}

// MARK: - Strings

extension JSONLexer {
  mutating func string() throws(Failure) -> String {
    guard take(0x22) else { throw failure }
    let start = position
    while let byte = peek {
      if byte == 0x22 {
        let text = try text(start..<position)
        position += 1
        return text
      }
      if byte == 0x5C { return try escapedString(from: start) }
      if byte < 0x20 { throw failure }
      position += 1
    }
    throw failure
  }

  private func text(_ range: Range<Int>) throws(Failure) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else { throw Failure(offset: range.lowerBound) }
    return text
  }

  /// The rest of a string with escapes, from its first backslash on.
  private mutating func escapedString(from start: Int) throws(Failure) -> String {
    var result = Array(bytes[start..<position])
    try unescape(into: &result)
    guard let text = String(validating: result, as: UTF8.self) else { throw Failure(offset: start) }
    return text
  }

  /// Reads up to the closing quote, and steps over it.
  private mutating func unescape(into result: inout some ByteSink) throws(Failure) {
    while let byte = peek {
      if byte < 0x20 { throw failure }
      position += 1
      switch byte {
      case 0x22: return
      case 0x5C: try escape(into: &result)
      default: result.append(byte)
      }
    }
    throw failure
  }

  /// Reads one escape, behind its backslash.
  private mutating func escape(into result: inout some ByteSink) throws(Failure) {
    guard let byte = peek else { throw failure }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: result.append(byte)
    case 0x62: result.append(0x08)
    case 0x66: result.append(0x0C)
    case 0x6E: result.append(0x0A)
    case 0x72: result.append(0x0D)
    case 0x74: result.append(0x09)
    case 0x75: for byte in try scalar().utf8Bytes { result.append(byte) }
    default: throw failure
    }
  }

  /// Four digits, and four more when they are the first half of a surrogate pair.
  private mutating func scalar() throws(Failure) -> Unicode.Scalar {
    let first = try hexQuad()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take(0x5C), take(0x75) else { throw failure }
    let second = try hexQuad()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure }
    return scalar
  }

  private mutating func hexQuad() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap({ ASCII.hexValue($0) }) else { throw failure }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var utf8Bytes: UTF8.EncodedScalar { UTF8.encode(self) ?? UTF8.encodedReplacementCharacter }
}

// MARK: - Text in the caller's memory

package enum JSONText {
  /// Writes what a string token of a checked document stands for, which is never longer than the token. Gives its
  /// length; `nil`: it is half a surrogate pair somewhere, and so no text.
  package static func unescape(_ token: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int? {
    var sink = Room(memory: room)
    let isText = token.withMemoryRebound(to: UInt8.self) { (try? JSONLexer.string($0, into: &sink)) != nil }
    return isText ? sink.count : nil
  }

  private struct Room: ByteSink {
    let memory: UnsafeMutableRawBufferPointer
    var count = 0

    mutating func append(_ byte: UInt8) {
      guard count < memory.count else { return }
      memory[count] = byte
      count += 1
    }
  }
}

extension JSONLexer {
  fileprivate static func string(_ token: UnsafeBufferPointer<UInt8>, into sink: inout some ByteSink) throws(Failure) {
    var lexer = JSONLexer(token)
    guard lexer.take(0x22) else { throw lexer.failure }
    try lexer.unescape(into: &sink)
  }
}

private protocol ByteSink {
  mutating func append(_ byte: UInt8)
}

extension [UInt8]: ByteSink {}
