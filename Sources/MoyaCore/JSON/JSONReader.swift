/// Reads JSON (RFC 8259, UTF-8, nothing else) into `Any`: `[String: Any]`, `[Any]`, `String`, `Bool`, `Int`, `UInt64`,
/// `Double`, `JSONNull`.
///
/// Decisions where parsers differ: a byte order mark is skipped; of equal keys the first wins; an integer that fits
/// neither Int nor UInt64 is a Double; a number beyond Double's range, a lone surrogate, a comma at the end, invalid
/// UTF-8 and more than `maximumDepth` levels are errors.
package struct JSONReader {
  static let maximumDepth = 512

  typealias Failure = JSONLexer.Failure

  private var lexer: JSONLexer
  private var depth = 0

  package static func value(_ data: Data) throws -> Any {
    try data.withUnsafeBytes { raw in
      try raw.withMemoryRebound(to: UInt8.self) { bytes in
        var reader = JSONReader(lexer: JSONLexer(bytes))
        return try reader.document()
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
