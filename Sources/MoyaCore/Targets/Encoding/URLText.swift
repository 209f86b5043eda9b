/// Works on URLs as text, because a request needs only the text, and Foundation takes longer to join URLs.
package enum URLText {
  /// Returns `base` with the percent-encoded `path` appended. The query and fragment of the base follow the path. The
  /// result is the same as that of `URL.appendingPathComponent`. If the base does not begin with `http://` or
  /// `https://` and a host, this function calls `URL.appendingPathComponent`.
  static func joining(_ base: String, _ path: String) -> String {
    if path.isEmpty { return base }
    let joined: String? = base.withBytes { base in
      guard let host = ASCII.httpSchemeEnd(base), host < base.count, base[host] > 0x2F, base[host] != 0x3F else {
        return nil
      }
      let end = ends(base).path
      return path.withBytes { path in
        TextBuffer.string { text in
          text.append(base[..<end])
          if text.last == 0x2F { text.removeLast() }
          if path.first != 0x2F { text.append(0x2F) }
          text.append(path[...], unless: ASCII.isPath)
          text.append(base[end...])
        }
      }
    }
    return joined ?? URL(string: base)?.appendingPathComponent(path).absoluteString ?? base
  }

  /// Returns where the path ends, and where the query after the path ends (RFC 3986 §3).
  @inline(__always)
  package static func ends(_ bytes: UnsafeBufferPointer<UInt8>) -> (path: Int, query: Int) {
    let query = ASCII.index(of: 0x23, in: bytes) ?? bytes.count
    return (ASCII.index(of: 0x3F, in: UnsafeBufferPointer(rebasing: bytes[..<query])) ?? query, query)
  }

  /// Returns true if the text begins like an http or https URL.
  static func isWhole(_ text: String) -> Bool { text.withBytes { ASCII.httpSchemeEnd($0) != nil } }

  /// Returns the text of a URL as it is sent, or `nil` if it is not a URL. A URL that is sent unchanged (`isPlain`) is
  /// not parsed.
  static func normalized(_ text: String) -> String? {
    if isPlain(text) { return text }
    return URL(string: InternationalHost.converted(text))?.absoluteString
  }

  /// Returns true for an http or https URL that needs no encoding and has neither a user nor a fragment. Its host has
  /// only letters, digits and `-._~`, and its port has at most five digits.
  private static func isPlain(_ text: String) -> Bool {
    text.withBytes { bytes in
      guard var index = ASCII.httpSchemeEnd(bytes) else { return false }
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
}
