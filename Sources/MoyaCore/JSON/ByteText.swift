extension [UInt8] {
  /// The decimal digits of a number.
  mutating func appendDecimal(_ number: Int) {
    var rest = number.magnitude
    if number < 0 { append(0x2D) }
    var place: UInt = 1
    while rest / place >= 10 { place *= 10 }
    while place > 0 {
      append(0x30 + UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    }
  }

  /// The text between the quotes of a JSON string (RFC 8259 §7). U+007F and above stay as they are.
  mutating func appendJSONEscaped(_ text: String, escapesSlashes: Bool) {
    append(text) { byte in
      byte >= 0x20 && byte != 0x22 && byte != 0x5C && (byte != 0x2F || !escapesSlashes)
    } otherwise: {
      $0.appendJSONEscape($1)
    }
  }

  private mutating func appendJSONEscape(_ byte: UInt8) {
    append(0x5C)
    switch byte {
    case 0x08: append(0x62)
    case 0x09: append(0x74)
    case 0x0A: append(0x6E)
    case 0x0C: append(0x66)
    case 0x0D: append(0x72)
    case 0x22, 0x2F, 0x5C: append(byte)
    default:
      append(contentsOf: "u00".utf8)
      append(ASCII.hexDigit(byte >> 4, upperCase: false))
      append(ASCII.hexDigit(byte & 15, upperCase: false))
    }
  }

  /// Percent-encodes every byte that `isAllowed` refuses.
  @inline(__always)
  mutating func appendPercentEncoded(_ text: String, where isAllowed: (UInt8) -> Bool) {
    append(text, where: isAllowed) { $0.appendPercentEncoded($1) }
  }

  /// RFC 3986 §2.1, with upper-case digits.
  package mutating func appendPercentEncoded(_ byte: UInt8) {
    append(0x25)
    append(ASCII.hexDigit(byte >> 4, upperCase: true))
    append(ASCII.hexDigit(byte & 15, upperCase: true))
  }

  /// The text's bytes, and of those that are not plain what `escape` writes.
  @inline(__always)
  private mutating func append(
    _ text: String, where isPlain: (UInt8) -> Bool, otherwise escape: (inout [UInt8], UInt8) -> Void
  ) {
    text.withBytes { source in
      var start = 0
      for index in 0..<source.count where !isPlain(source[index]) {
        append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index]))
        start = index + 1
        escape(&self, source[index])
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
    }
  }
}

extension ASCII {
  /// RFC 3986 §2.3.
  @inlinable
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }

  /// May stand in a path as it is: `pchar` and `/` (RFC 3986 §3.3), without `%`.
  @inlinable
  package static func isPath(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// May stand in a query as it is: what a path may hold, and `?` (RFC 3986 §3.4).
  @inlinable
  package static func isQuery(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }
}
