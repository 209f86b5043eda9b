/// What decides in a request which cookies it gets: its host, its path, and whether its scheme is https.
package struct CookieRequest: Hashable, Sendable {
  package let host: String
  /// Without the query; never empty.
  package let path: String
  /// https.
  package let isSecure: Bool

  /// `nil`: the URL's host is no name that a cookie could be for.
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

  /// Where a cookie without a path is for: the folder of the request's path (RFC 6265 §5.1.4).
  var defaultPath: String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
