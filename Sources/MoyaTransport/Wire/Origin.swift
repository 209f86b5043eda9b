import MoyaHTTP

/// The scheme, host and port of a URL that `RequestRules` accepted, in lower case, without user information.
package struct Origin: Hashable, Sendable {
  package let isSecure: Bool
  /// `host:port`, always with the port. An IPv6 address has brackets.
  package let hostAndPort: String

  /// The host. An IPv6 address has no brackets.
  package var host: String {
    let host = hostAndPort[..<(hostAndPort.lastIndex(of: ":") ?? hostAndPort.endIndex)]
    return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
  }

  /// Reads the URL as in RFC 3986 §3.2 and RFC 9110 §4.3.1.
  package init(urlText: String) {
    var text = urlText
    (isSecure, hostAndPort) = text.withUTF8 { bytes in
      let isSecure = bytes.count > 4 && ASCII.lowercase(bytes[4]) == 0x73
      let authority = Origin.authority(bytes)
      var name = authority[(authority.lastIndex(of: 0x40).map { $0 + 1 } ?? authority.startIndex)...]
      // The port follows the last colon, unless that colon is inside an IPv6 address.
      var port = isSecure ? ":443" : ":80"
      if let mark = name.lastIndex(where: { $0 == 0x3A || $0 == 0x5D }), name[mark] == 0x3A {
        if mark + 1 == name.endIndex { name = name[..<mark] } else { port = "" }
      }
      let host = String(unsafeUninitializedCapacity: name.count + 4) { target in
        for (offset, byte) in name.enumerated() { target[offset] = ASCII.lowercase(byte) }
        return name.count
      }
      return (isSecure, host + port)
    }
  }

  /// Returns true if the URL contains a user name.
  package static func hasUserInformation(_ urlText: String) -> Bool {
    urlText.withBytes { authority($0).contains(0x40) }
  }

  /// Returns the part between `://` and the path, the query or the fragment.
  private static func authority(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = min(bytes.count, (bytes.firstIndex(of: 0x3A) ?? bytes.count) + 3)
    return bytes[start...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
  }
}
