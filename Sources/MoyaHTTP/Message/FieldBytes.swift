/// Turns a header field's value that is not UTF-8 into a text, and back. A value can have any bytes except control
/// characters (RFC 9110 §5.5), but the library stores values as `String`.
///
/// In such a text, a character from U+0080 to U+00FF stands for one byte if U+0000 precedes it as a mark. No other
/// value contains U+0000, because it is a control character.
package enum FieldBytes {
  private static let mark: UInt8 = 0

  /// Returns the text for a value that is not UTF-8.
  package static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    var utf8: [UInt8] = []
    for byte in bytes {
      if byte < 0x80 { utf8.append(byte) } else { utf8 += [mark, 0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Returns the bytes of a value that is not UTF-8. Returns `nil` for any other text, because its bytes are simply its
  /// UTF-8.
  package static func bytes(of text: String) -> [UInt8]? {
    text.withBytes { utf8 in
      guard ASCII.index(of: mark, in: utf8) != nil else { return nil }
      var bytes: [UInt8] = []
      var index = 0
      while index < utf8.count {
        if utf8[index] == mark, index + 2 < utf8.count, utf8[index + 1] & 0xFE == 0xC2 {
          bytes.append((utf8[index + 1] & 0x03) << 6 | utf8[index + 2] & 0x3F)
          index += 3
        } else {
          bytes.append(utf8[index])
          index += 1
        }
      }
      return bytes
    }
  }

  /// Passes the bytes of a value to `body`.
  package static func withBytes(of text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    let isUTF8 = text.withBytes { utf8 in
      if ASCII.index(of: mark, in: utf8) != nil { return false }
      body(UnsafeRawBufferPointer(utf8))
      return true
    }
    if !isUTF8 { bytes(of: text)?.withUnsafeBytes(body) }
  }

  /// Returns true if the text stands for a value that is not UTF-8, and the bytes of this value contain no control
  /// character except tab.
  package static func isFieldValue(_ text: String) -> Bool {
    bytes(of: text)?.withUnsafeBufferPointer { ASCII.isFieldValue($0) } ?? false
  }

  /// Returns the value as a text for a person. Bytes that are not UTF-8 become U+FFFD.
  package static func shown(_ text: String) -> String {
    bytes(of: text).map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}
