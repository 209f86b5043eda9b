import FoundationEssentials

/// A cookie, with Foundation's spelling (RFC 6265bis). Two are the same cookie when name, domain and path are.
public struct HTTPCookie: Hashable, Sendable {
  /// A secret, so that no description shows it: with the value alone another program can act as this session.
  public let value: String
  public let name: String
  /// In lower case and ASCII, without a dot in front; an IPv6 address without brackets.
  public let domain: String
  /// Requests to hosts below `domain` get the cookie as well.
  public let includesSubdomains: Bool
  public let path: String
  /// Over https only.
  public let isSecure: Bool
  /// Kept, and written to files; it concerns scripts in pages, which there are none of here.
  public let isHTTPOnly: Bool
  /// Seconds since 1970; `nil`: no end was named.
  package let expires: Int64?

  /// When it ends; `nil`: a session cookie, which a storage with a file keeps all the same.
  public var expiresDate: Date? { expires.map { Date(timeIntervalSince1970: Double($0)) } }
  public var isSessionOnly: Bool { expires == nil }

  /// Why a cookie cannot be.
  public struct Fault: Error, Hashable {
    /// Without the cookie's value.
    public let reason: String
  }

  /// A cookie of the program's own.
  ///
  /// - Parameter domain: a host, or an address; a name that is not ASCII is converted.
  /// - Parameter expires: `nil`: no end. What is over deletes the cookie when it is stored.
  /// - Throws: `Fault` for what no server may set either: a control character or a semicolon, an empty name, more than
  ///   4096 bytes, a `__Host-` or `__Secure-` name without what it promises.
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

  /// Bytes of name and value together, at most (RFC 6265bis §5.6).
  package static let largest = 4096

  /// What goes into a request: name, value and path of those characters that no message is ended by.
  package func checkSyntax() throws(Fault) {
    if name.isEmpty { throw Fault(reason: "its name is empty") }
    if name.utf8.count + value.utf8.count > HTTPCookie.largest {
      throw Fault(reason: "name and value are longer than \(HTTPCookie.largest) bytes")
    }
    if name.utf8.contains(0x3D) { throw Fault(reason: "its name contains '='") }
    for (part, text) in [("name", name), ("value", value), ("path", path)] {
      let isOdd = text.utf8.contains { ASCII.isControl($0) || $0 == 0x3B }
      if isOdd { throw Fault(reason: "its \(part) contains a control character or a semicolon") }
      if text.utf8.first == 0x20 || text.utf8.last == 0x20 { throw Fault(reason: "its \(part) has a space at an end") }
    }
    if path.utf8.first != 0x2F { throw Fault(reason: "its path does not begin with a slash") }
  }

  /// What a name promises (RFC 6265bis §4.1.3), whatever its case (§5.4).
  ///
  /// - Parameter namesRoot: the path `/` was named, and is not merely what came of none.
  package func checkPrefix(namesRoot: Bool) throws(Fault) {
    let start = name.prefix(9).lowercased()
    if start.hasPrefix("__secure-"), !isSecure { throw Fault(reason: "a __Secure- cookie must be secure") }
    if start.hasPrefix("__host-"), !isSecure || includesSubdomains || !namesRoot {
      throw Fault(reason: "a __Host- cookie must be secure, for one host, and for the path /")
    }
  }

  func isOver(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }

  func isSame(as other: HTTPCookie) -> Bool {
    name.hasBytes(of: other.name) && domain == other.domain && path.hasBytes(of: other.path)
      && includesSubdomains == other.includesSubdomains
  }

  /// RFC 6265 §5.1.3.
  func fits(host: String) -> Bool { host == domain || includesSubdomains && CookieHost.isBelow(host, domain) }

  /// RFC 6265 §5.1.4.
  func fits(path: String) -> Bool { HTTPCookie.fits(path, self.path) }

  static func fits(_ path: String, _ cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
      || path.utf8.dropFirst(cookiePath.utf8.count).first == 0x2F
  }
}

extension HTTPCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Without the value.
  public var description: String { "HTTPCookie(\(name)=\(Redaction.mark); domain: \(domain), path: \(path))" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain, "path": path]) }
}
