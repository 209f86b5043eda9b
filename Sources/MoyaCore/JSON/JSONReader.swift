/// Reads JSON (RFC 8259, UTF-8, nothing else) into `Any`: `[String: Any]`, `[Any]`, `String`, `Bool`, `Int`, `UInt64`,
/// `Double`, `JSONNull`.
///
/// Decisions where parsers differ: a byte order mark is skipped; of equal keys the first wins; an integer that fits
/// neither Int nor UInt64 is a Double; a number beyond Double's range, a lone surrogate, a comma at the end, invalid
/// UTF-8 and more than `maximumDepth` levels are errors.
struct JSONReader {
  static let maximumDepth = 512

  /// Not JSON, from this byte on.
  struct Failure: Error {
    let offset: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  static func value(_ data: Data) throws(Failure) -> Any {
    // The buffer lives as long as the closure, and the reader no longer than it.
    let result: Result<Any, Failure> = data.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        var reader = JSONReader(bytes)
        do throws(Failure) { return .success(try reader.document()) } catch { return .failure(error) }
      }
    }
    return try result.get()
  }

  private mutating func document() throws(Failure) -> Any {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    let result = try value()
    skipSpace()
    if peek != nil { throw failure }
    return result
  }

  private mutating func value() throws(Failure) -> Any {
    switch peek {
    case 0x7B: try object()
    case 0x5B: try array()
    case 0x22: try string()
    case 0x74: try literal("true", true)
    case 0x66: try literal("false", false)
    case 0x6E: try literal("null", JSONNull())
    case .some(0x2D), .some(0x30...0x39): try number()
    default: throw failure
    }
  }

  private mutating func object() throws(Failure) -> [String: Any] {
    var result: [String: Any] = [:]
    try elements(before: 0x7D) { (reader) throws(Failure) in
      let key = try reader.string()
      reader.skipSpace()
      guard reader.take(0x3A) else { throw reader.failure }
      reader.skipSpace()
      let value = try reader.value()
      if result[key] == nil { result[key] = value }
    }
    return result
  }

  private mutating func array() throws(Failure) -> [Any] {
    var result: [Any] = []
    try elements(before: 0x5D) { (reader) throws(Failure) in result.append(try reader.value()) }
    return result
  }

  /// From the opening bracket to behind the closing one.
  @inline(__always)
  private mutating func elements(
    before end: UInt8, _ read: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard depth < Self.maximumDepth else { throw failure }
    depth += 1
    position += 1
    skipSpace()
    if !take(end) {
      repeat {
        skipSpace()
        try read(&self)
        skipSpace()
      } while take(0x2C)
      guard take(end) else { throw failure }
    }
    depth -= 1
  }

  private mutating func literal(_ word: StaticString, _ value: Any) throws(Failure) -> Any {
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw failure }
    }
    return value
  }
}

// MARK: - Bytes

extension JSONReader {
  private var failure: Failure { Failure(offset: position) }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }
}

// MARK: - Numbers

extension JSONReader {
  private mutating func number() throws(Failure) -> Any {
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

  /// One or more.
  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = peek, 0x30...0x39 ~= byte { position += 1 }
    if position == start { throw failure }
  }
}

// MARK: - Strings

extension JSONReader {
  private mutating func string() throws(Failure) -> String {
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

  /// From the first backslash on.
  private mutating func escapedString(from start: Int) throws(Failure) -> String {
    var result = Array(bytes[start..<position])
    while let byte = peek {
      if byte < 0x20 { throw failure }
      position += 1
      switch byte {
      case 0x22:
        guard let text = String(validating: result, as: UTF8.self) else { throw Failure(offset: start) }
        return text
      case 0x5C: try escape(into: &result)
      default: result.append(byte)
      }
    }
    throw failure
  }

  /// Behind the backslash.
  private mutating func escape(into result: inout [UInt8]) throws(Failure) {
    guard let byte = peek else { throw failure }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: result.append(byte)
    case 0x62: result.append(0x08)
    case 0x66: result.append(0x0C)
    case 0x6E: result.append(0x0A)
    case 0x72: result.append(0x0D)
    case 0x74: result.append(0x09)
    case 0x75: result.append(contentsOf: try scalar().utf8Bytes)
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
