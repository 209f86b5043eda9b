import FoundationEssentials

/// A cookie, with Foundation's names (RFC 6265bis). A cookie replaces a stored cookie with the same name, domain, path
/// and `includesSubdomains`.
public struct HTTPCookie: Hashable, Sendable {
  /// The value, which no description shows. It is a secret, because a program that has the value can act as the user.
  public let value: String
  public let name: String
  /// The domain in lower case and ASCII, without a leading dot. An IPv6 address has no brackets.
  public let domain: String
  /// True if requests to hosts below `domain` get the cookie too.
  public let includesSubdomains: Bool
  public let path: String
  /// True if the cookie is sent over https only.
  public let isSecure: Bool
  /// The cookie's `HttpOnly`. It is stored and written to files, but has no effect. It concerns scripts in pages, which
  /// this library does not run.
  public let isHTTPOnly: Bool
  /// When the cookie expires, in seconds since 1970. `nil` if no expiry was specified.
  package let expires: Int64?

  /// When the cookie expires. `nil` for a session cookie. A cookie storage with a file stores session cookies too.
  public var expiresDate: Date? { expires.map { Date(timeIntervalSince1970: Double($0)) } }
  public var isSessionOnly: Bool { expires == nil }

  /// Why a cookie is not valid.
  public struct Fault: Error, Hashable {
    /// The reason, without the cookie's value.
    public let reason: String
  }

  /// Makes a cookie that the program sets itself.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - value: The value.
  ///   - domain: A host or an address; a name outside ASCII is converted.
  ///   - path: The cookie is sent with requests for this path and for all paths below it.
  ///   - expires: The time at which the cookie expires; `nil` means never. If the time is in the past, storing the
  ///     cookie deletes it.
  ///   - isSecure: True if the cookie is sent only over TLS.
  ///   - isHTTPOnly: True if the cookie has the attribute `HttpOnly`.
  ///   - includesSubdomains: True if the cookie is also sent to all hosts below the domain.
  /// - Throws: `Fault` for values that servers cannot set either, for example a control character or a semicolon, an
  ///   empty name, more than 4096 bytes, or a `__Host-` or `__Secure-` name whose rules the cookie breaks.
  public init(
    name: String, value: String, domain: String, path: String = "/", expires: Date? = nil, isSecure: Bool = false,
    isHTTPOnly: Bool = false, includesSubdomains: Bool = false
  ) throws(Fault) {
    let seconds = expires.map { Int64(max(0, min($0.timeIntervalSince1970, 253_402_300_799))) }
    try self.init(
      name: name, value: value, host: domain, path: path, expires: seconds, isSecure: isSecure,
      isHTTPOnly: isHTTPOnly, includesSubdomains: includesSubdomains)
    try checkSyntax()
    try checkPrefix(namesRoot: path == "/")
  }

  package init(
    name: String, value: String, host: String, path: String, expires: Int64?, isSecure: Bool, isHTTPOnly: Bool,
    includesSubdomains: Bool
  ) throws(Fault) {
    guard let domain = CookieHost.canonical(host) else { throw Fault(reason: "its domain is no host's name") }
    self.name = name
    self.value = value
    self.domain = domain
    self.includesSubdomains = includesSubdomains && !CookieHost.isAddress(domain)
    self.path = path
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.expires = expires
  }

  /// Maximum number of bytes of name and value together (RFC 6265bis §5.6).
  package static let largest = 4096
  /// Maximum number of bytes of a path that a server specifies (RFC 6265bis §5.6).
  static let longestPath = 1024

  /// Checks that the name, the value and the path contain no characters that could end the Cookie field of a request.
  package func checkSyntax() throws(Fault) {
    if name.isEmpty { throw Fault(reason: "its name is empty") }
    if name.utf8.count + value.utf8.count > HTTPCookie.largest {
      throw Fault(reason: "name and value are longer than \(HTTPCookie.largest) bytes")
    }
    if name.utf8.contains(0x3D) { throw Fault(reason: "its name contains '='") }
    for (part, text) in [("name", name), ("value", value), ("path", path)] {
      // A path may have a semicolon: if a server specifies no path, the path comes from the URL of the request.
      let mayHaveSemicolon = part == "path"
      if text.utf8.contains(where: { ASCII.isControl($0) || $0 == 0x3B && !mayHaveSemicolon }) {
        let semicolon = mayHaveSemicolon ? "" : " or a semicolon"
        throw Fault(reason: "its \(part) contains a control character\(semicolon)")
      }
      if text.utf8.first == 0x20 || text.utf8.last == 0x20 { throw Fault(reason: "its \(part) has a space at an end") }
    }
    if path.utf8.first != 0x2F { throw Fault(reason: "its path does not begin with a slash") }
  }

  /// Checks the rules of the name's prefix (RFC 6265bis §4.1.3). The case of the prefix does not matter (RFC 6265bis
  /// §5.4).
  ///
  /// - Parameter namesRoot: true if the server or the program specified the path `/`; false if `/` is only the default.
  package func checkPrefix(namesRoot: Bool) throws(Fault) {
    if hasPrefix("__secure-"), !isSecure { throw Fault(reason: "a __Secure- cookie must be secure") }
    if hasPrefix("__host-"), !isSecure || includesSubdomains || !namesRoot {
      throw Fault(reason: "a __Host- cookie must be secure, for one host, and for the path /")
    }
  }

  /// Returns true if the name begins with these bytes, whatever their case. A comparison of characters would not find
  /// the prefix if a combining mark follows it.
  func hasPrefix(_ prefix: StaticString) -> Bool {
    let start = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
    return name.utf8.prefix(start.count).lazy.map(ASCII.lowercase).elementsEqual(start)
  }

  func isOver(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }

  func isSame(as other: HTTPCookie) -> Bool {
    name.hasBytes(of: other.name) && domain == other.domain && path.hasBytes(of: other.path)
      && includesSubdomains == other.includesSubdomains
  }

  /// Returns true if the cookie is sent to this host (RFC 6265 §5.1.3).
  func fits(host: String) -> Bool { host == domain || includesSubdomains && CookieHost.isBelow(host, domain) }

  /// Returns true if the cookie is sent with a request for this path (RFC 6265 §5.1.4).
  func fits(path: String) -> Bool { HTTPCookie.fits(path, self.path) }

  static func fits(_ path: String, _ cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
      || path.utf8.dropFirst(cookiePath.utf8.count).first == 0x2F
  }
}

extension HTTPCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description without the value.
  public var description: String { "HTTPCookie(\(name)=\(Redaction.mark); domain: \(domain), path: \(path))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain, "path": path]) }
}
