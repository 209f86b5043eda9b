extension [UInt8] {
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
}
