/// URLs as text. Foundation's own joining costs a microsecond; a request needs the text only.
enum URLText {
  /// `base` with `path` appended, percent-encoded as a path; query and fragment of the base stay behind it.
  /// The same text as `URL.appendingPathComponent` gives, which is asked where the base has no plain host.
  static func joining(_ base: String, _ path: String) -> String {
    if path.isEmpty { return base }
    let joined: String? = base.withBytes { base in
      guard let host = schemeEnd(base), host < base.count, base[host] > 0x2F, base[host] != 0x3F else { return nil }
      let end = base.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? base.count
      return path.withBytes { path in
        String(unsafeUninitializedCapacity: base.count + 1 + 3 * path.count) { buffer in
          var text = TextWriter(buffer)
          text.append(base[..<end])
          if text.last == 0x2F { text.removeLast() }
          if path.first != 0x2F { text.append(0x2F) }
          text.append(path, unless: ASCII.isPath)
          text.append(base[end...])
          return text.count
        }
      }
    }
    return joined ?? URL(string: base)?.appendingPathComponent(path).absoluteString ?? base
  }

  /// The URL of a target: its base and path. A whole URL as the path needs no base where that is not known yet.
  static func of(_ target: some TargetType) -> String {
    let (base, path) = (target.baseURL.absoluteString, target.path)
    return base == ServiceDefaults.unsetText && isWhole(path) ? path : joining(base, path)
  }

  /// Does it begin as an http or https URL does?
  static func isWhole(_ text: String) -> Bool { text.withBytes { schemeEnd($0) != nil } }

  /// The text of a URL as it goes on the wire; `nil` when it is none. Plain http URLs are recognised without a parse.
  static func normalized(_ text: String) -> String? {
    isPlain(text) ? text : URL(string: text)?.absoluteString
  }

  /// A lower-case http or https URL with a plain host and port, whose rest holds only characters that need no encoding.
  private static func isPlain(_ text: String) -> Bool {
    text.withBytes { bytes in
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
      while true {
        while index < bytes.count, ASCII.isQuery(bytes[index]) { index += 1 }
        if index == bytes.count { return true }
        guard bytes[index] == 0x25, index + 2 < bytes.count, ASCII.hexValue(bytes[index + 1]) != nil,
          ASCII.hexValue(bytes[index + 2]) != nil
        else { return false }
        index += 3
      }
    }
  }

  private static func schemeEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    ASCII.hasPrefix(bytes, "https://") ? 8 : ASCII.hasPrefix(bytes, "http://") ? 7 : nil
  }
}
