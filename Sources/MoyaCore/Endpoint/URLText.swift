/// URLs as text. Foundation's own joining costs a microsecond; a request needs the text only.
enum URLText {
  /// `base` with `path` appended, percent-encoded as a path; query and fragment of the base stay behind it.
  /// The same text as `URL.appendingPathComponent` gives, which is asked where the base has no plain host.
  static func joining(_ base: String, _ path: String) -> String {
    if path.isEmpty { return base }
    var base = base
    let joined: String? = base.withUTF8 { text in
      guard let host = schemeEnd(text), host < text.count, text[host] > 0x2F, text[host] != 0x3F else { return nil }
      let end = text.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? text.count
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count + path.utf8.count + 8)
      bytes.append(contentsOf: text[..<end])
      if bytes.last == 0x2F { bytes.removeLast() }
      if path.utf8.first != 0x2F { bytes.append(0x2F) }
      bytes.appendPercentEncoded(path, where: ASCII.isPath)
      bytes.append(contentsOf: text[end...])
      return String(decoding: bytes, as: UTF8.self)
    }
    return joined ?? URL(string: base)?.appendingPathComponent(path).absoluteString ?? base
  }

  /// The text of a URL as it goes on the wire; `nil` when it is none. Plain http URLs are recognised without a parse.
  static func normalized(_ text: String) -> String? {
    isPlain(text) ? text : URL(string: text)?.absoluteString
  }

  /// A lower-case http or https URL with a plain host and port, whose rest holds only characters that need no encoding.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard var index = schemeEnd(bytes) else { return false }
      let hostStart = index
      while index < bytes.count, ASCII.isUnreserved(bytes[index]) { index += 1 }
      if index == hostStart { return false }
      if index < bytes.count, bytes[index] == 0x3A {
        index += 1
        let portStart = index
        while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
        if index - portStart > 5 { return false }
      }
      if index < bytes.count, bytes[index] != 0x2F, bytes[index] != 0x3F { return false }
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x25 {
          guard index + 2 < bytes.count, ASCII.hexValue(bytes[index + 1]) != nil,
            ASCII.hexValue(bytes[index + 2]) != nil
          else { return false }
        } else if !ASCII.isPath(byte), byte != 0x3F {
          return false
        }
        index += 1
      }
      return true
    }
  }

  private static func schemeEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if bytes.starts(with: "https://".utf8) { return 8 }
    return bytes.starts(with: "http://".utf8) ? 7 : nil
  }
}
