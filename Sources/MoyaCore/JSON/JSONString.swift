extension TextBuffer {
  /// The text between the quotes of a JSON string (RFC 8259 §7). U+007F and above stay as they are.
  mutating func append(json text: String, escapesSlashes: Bool) {
    text.withBytes { bytes in
      var start = 0
      for index in bytes.indices {
        let byte = bytes[index]
        if byte >= 0x20 && byte != 0x22 && byte != 0x5C && (byte != 0x2F || !escapesSlashes) { continue }
        append(bytes[start..<index])
        start = index + 1
        append(escaped: byte)
      }
      append(bytes[start...])
    }
  }

  private mutating func append(escaped byte: UInt8) {
    append(0x5C)
    switch byte {
    case 0x08: append(0x62)
    case 0x09: append(0x74)
    case 0x0A: append(0x6E)
    case 0x0C: append(0x66)
    case 0x0D: append(0x72)
    case 0x22, 0x2F, 0x5C: append(byte)
    default:
      append("u00")
      append(ASCII.hexDigit(byte >> 4, upperCase: false))
      append(ASCII.hexDigit(byte & 15, upperCase: false))
    }
  }
}
