/// The host of a cookie, or the host of a request, as a text that can be compared.
package enum CookieHost {
  /// Returns the host in lower case and ASCII, without brackets or a leading dot. An address is in the notation of
  /// `HostAddress`. A dot at the end (the root of DNS) is not removed, because a cookie of `a.example` does not belong
  /// to `a.example.` (RFC 6265 §5.1.3). Returns `nil` if the text is not a host.
  package static func canonical(_ text: String) -> String? {
    var text = text
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    if text.hasPrefix(".") { text.removeFirst() }
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let ascii = InternationalHost.ascii(text) else { return nil }
      text = String(decoding: ascii, as: UTF8.self)
    }
    let isAddress = text.contains(":")
    let isName = text.utf8.allSatisfy { byte in
      // A leading `#` would make the cookie's line in a file a comment.
      ASCII.isToken(byte) && byte != 0x23 || isAddress && byte == 0x3A
    }
    let name = withoutRoot(text)
    let labels = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard isName, !name.isEmpty, name.utf8.count <= 253, isAddress || !labels.contains(where: \.isEmpty) else {
      return nil
    }
    return HostAddress.spelled(text.lowercased())
  }

  /// Returns the host without a dot at its end. Only cookies distinguish a host with this dot from a host without it.
  static func withoutRoot(_ host: String) -> String { host.hasSuffix(".") ? String(host.dropLast()) : host }

  /// Returns true if the host is an IP address, in any notation that a resolver accepts: if its last label is a number
  /// (WHATWG URL §3.5), or if it contains a colon.
  package static func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(0x3A) { return true }
    guard let last = host.utf8.split(separator: 0x2E).last, let first = last.first, 0x30...0x39 ~= first else {
      return false
    }
    if last.allSatisfy({ 0x30...0x39 ~= $0 }) { return true }
    let digits = last.dropFirst(2)
    return first == 0x30 && last.dropFirst().first == 0x78 && digits.allSatisfy { ASCII.hexValue($0) != nil }
  }

  /// Returns true if the host is a name below `domain`, as `a.b.example` is below `b.example`.
  package static func isBelow(_ host: String, _ domain: String) -> Bool {
    host.utf8.count > domain.utf8.count && host.hasSuffix(domain) && !isAddress(host)
      && host.utf8.dropLast(domain.utf8.count).last == 0x2E
  }
}

// MARK: - CookieRequest

/// The parts of a request that decide which cookies it gets: its host, its path, and whether its scheme is https.
package struct CookieRequest: Hashable, Sendable {
  package let host: String
  /// The path without the query. It is never empty.
  package let path: String
  /// True if the scheme is https.
  package let isSecure: Bool

  /// Returns `nil` if the URL has no host for which a cookie can be set.
  package init?(urlText: String) {
    let url = URLReference(InternationalHost.converted(urlText)).removingUserInformation()
    guard var authority = url.authority else { return nil }
    if let colon = authority.lastIndex(where: { $0 == 0x3A || $0 == 0x5D }), authority[colon] == 0x3A {
      authority = authority[..<colon]
    }
    guard let host = CookieHost.canonical(String(decoding: authority, as: UTF8.self)) else { return nil }
    self.host = host
    path = url.path.first == 0x2F ? String(decoding: url.path, as: UTF8.self) : "/"
    isSecure = ASCII.lowercase(urlText.utf8.dropFirst(4).first ?? 0) == 0x73
  }

  /// The path of a cookie that specifies no path: the folder of the request's path (RFC 6265 §5.1.4). If the folder has
  /// more bytes than a path that a server can specify, the path is a folder above it. So a file of cookies has a
  /// limited size.
  var defaultPath: String {
    let start = path.utf8.count > HTTPCookie.longestPath ? path.utf8.prefix(HTTPCookie.longestPath + 1) : path.utf8[...]
    guard let slash = start.lastIndex(of: 0x2F), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
