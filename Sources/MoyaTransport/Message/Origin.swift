import MoyaHTTP

/// Scheme, host and port of a URL that `RequestRules` accepted, in lower case, without user information.
package struct Origin: Hashable, Sendable {
  package let isSecure: Bool
  /// `host:port`, the port always named. An IPv6 address in brackets.
  package let hostAndPort: String

  /// An IPv6 address without its brackets.
  package var host: String {
    let host = hostAndPort[..<(hostAndPort.lastIndex(of: ":") ?? hostAndPort.endIndex)]
    return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
  }

  /// RFC 3986 §3.2, RFC 9110 §4.3.1.
  package init(urlText: String) {
    var text = urlText
    (isSecure, hostAndPort) = text.withUTF8 { bytes in
      let isSecure = bytes.count > 4 && ASCII.lowercase(bytes[4]) == 0x73
      var start = min(bytes.count, isSecure ? 8 : 7)
      var end = start
      while end < bytes.count, bytes[end] != 0x2F, bytes[end] != 0x3F, bytes[end] != 0x23 { end += 1 }
      for index in (start..<end).reversed() where bytes[index] == 0x40 {
        start = index + 1
        break
      }
      // A port is what follows the last colon, unless that colon is inside an IPv6 address.
      var hasPort = false
      var index = end
      while index > start {
        index -= 1
        if bytes[index] == 0x5D { break }
        if bytes[index] == 0x3A {
          if index + 1 == end { end = index } else { hasPort = true }
          break
        }
      }
      let port: StaticString = hasPort ? "" : isSecure ? ":443" : ":80"
      let hostLength = end - start
      let name = String(unsafeUninitializedCapacity: hostLength + port.utf8CodeUnitCount) { target in
        for offset in 0..<hostLength { target[offset] = ASCII.lowercase(bytes[start + offset]) }
        port.withUTF8Buffer { for (offset, byte) in $0.enumerated() { target[hostLength + offset] = byte } }
        return hostLength + port.utf8CodeUnitCount
      }
      return (isSecure, name)
    }
  }

  /// Does the authority name a user?
  package static func hasUserInformation(_ urlText: String) -> Bool { userInformation(urlText) != nil }

  /// The URL without its user information.
  package static func removingUserInformation(_ urlText: String) -> String {
    guard let range = userInformation(urlText) else { return urlText }
    let bytes = urlText.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
    return String(urlText[..<start]) + String(urlText[end...])
  }

  /// Offsets of `user:password@`.
  private static func userInformation(_ urlText: String) -> Range<Int>? {
    var text = urlText
    return text.withUTF8 { bytes in
      guard let colon = bytes.firstIndex(of: 0x3A) else { return nil }
      let start = min(bytes.count, colon + 3)
      var last: Int?
      for index in start..<bytes.count {
        if bytes[index] == 0x2F || bytes[index] == 0x3F || bytes[index] == 0x23 { break }
        if bytes[index] == 0x40 { last = index }
      }
      return last.map { start..<($0 + 1) }
    }
  }
}
