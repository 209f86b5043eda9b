import FoundationEssentials

/// The name of a property of a cookie, with Foundation's names.
public struct HTTPCookiePropertyKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let name = HTTPCookiePropertyKey("Name")
  public static let value = HTTPCookiePropertyKey("Value")
  /// The host. If it begins with a dot, requests to hosts below it get the cookie too.
  public static let domain = HTTPCookiePropertyKey("Domain")
  /// A `URL` or a text. Its host is the domain if no domain is given.
  public static let originURL = HTTPCookiePropertyKey("OriginURL")
  public static let path = HTTPCookiePropertyKey("Path")
  /// `"TRUE"` or true if the cookie is sent over https only.
  public static let secure = HTTPCookiePropertyKey("Secure")
  /// When the cookie expires, as a `Date` or as the text of a Set-Cookie field.
  public static let expires = HTTPCookiePropertyKey("Expires")
  /// The lifetime in seconds, as a number or a text. It takes precedence over `expires` (RFC 6265 §5.3).
  public static let maximumAge = HTTPCookiePropertyKey("Max-Age")
  /// If this is `"TRUE"` or true, the cookie is a session cookie, and its expiry is ignored.
  public static let discard = HTTPCookiePropertyKey("Discard")

  // Properties of RFC 2965, which RFC 6265 has replaced. They exist so that code that sets them compiles. They have no
  // effect.

  public static let version = HTTPCookiePropertyKey("Version")
  public static let comment = HTTPCookiePropertyKey("Comment")
  public static let commentURL = HTTPCookiePropertyKey("CommentURL")
  public static let port = HTTPCookiePropertyKey("Port")
  /// No effect. The property restricts requests that web pages make to other sites, and the library shows no web pages.
  public static let sameSitePolicy = HTTPCookiePropertyKey("SameSite")

  static let httpOnly = HTTPCookiePropertyKey("HttpOnly")
}

extension HTTPCookie {
  /// Makes a cookie from its properties. Name, value, path, and a domain or an origin URL are required.
  ///
  /// For a property that is true or false, every text means true, except `FALSE`, `NO`, `0` and the empty text.
  ///
  /// - Returns: `nil` if a required property is missing, or if a value is not valid. The initializer with
  ///   `includesSubdomains` throws the reason.
  public init?(properties: [HTTPCookiePropertyKey: Any]) {
    guard let name = CookieProperty.text(properties[.name]), let value = CookieProperty.text(properties[.value]),
      let path = CookieProperty.text(properties[.path]), let domain = CookieProperty.domain(properties)
    else { return nil }
    let isSession = CookieProperty.isYes(properties[.discard])
    let cookie = try? HTTPCookie(
      name: name, value: value, domain: domain, path: path,
      expires: isSession ? nil : CookieProperty.expiry(properties), isSecure: CookieProperty.isYes(properties[.secure]),
      isHTTPOnly: CookieProperty.isYes(properties[.httpOnly]), includesSubdomains: domain.hasPrefix("."))
    guard let cookie else { return nil }
    self = cookie
  }

  /// The properties of this cookie. `init(properties:)` makes an equal cookie of them. They contain the cookie's value,
  /// so treat them as a secret.
  public var properties: [HTTPCookiePropertyKey: Any]? {
    var properties: [HTTPCookiePropertyKey: Any] = [
      .name: name, .value: value, .domain: (includesSubdomains ? "." : "") + domain, .path: path,
      .discard: isSessionOnly ? "TRUE" : "FALSE",
    ]
    if let expiresDate { properties[.expires] = expiresDate }
    if isSecure { properties[.secure] = "TRUE" }
    if isHTTPOnly { properties[.httpOnly] = "TRUE" }
    return properties
  }

  /// Returns the Cookie field that sends these cookies, in their order. Empty if there are no cookies. The function
  /// does not check to which request the cookies belong: `HTTPCookieStorage.cookies(for:)` returns the cookies of a
  /// request.
  public static func requestHeaderFields(with cookies: [HTTPCookie]) -> [String: String] {
    cookies.isEmpty ? [:] : ["Cookie": cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")]
  }

  /// Returns the cookies that a response sets, by the rules of RFC 6265bis. Omits cookies that the response's host may
  /// not set.
  ///
  /// The value of a Set-Cookie field may be several fields that were joined with commas. Such a text is ambiguous. A
  /// comma separates two cookies if a name and `=` follow it. A session's own `httpCookieStorage` reads the fields
  /// separately.
  ///
  /// - Parameters:
  ///   - headerFields: The header fields of the response.
  ///   - url: The URL of the response.
  public static func cookies(
    withResponseHeaderFields headerFields: [String: String], for url: URL
  ) -> [HTTPCookie] {
    guard let source = CookieRequest(urlText: url.absoluteString) else { return [] }
    let now = Int64(Date().timeIntervalSince1970)
    let jar = CookieJar()
    var cookies: [HTTPCookie] = []
    for (name, value) in headerFields where ASCII.equalIgnoringCase(name, "Set-Cookie") {
      for field in CookieProperty.split(Array(value.utf8)) {
        guard let set = field.withUnsafeBytes({ SetCookie($0, now: now) }) else { continue }
        if let cookie = try? jar.accepted(set, from: source) { cookies.append(cookie) }
      }
    }
    return cookies
  }
}

// MARK: - CookieProperty

/// Reads the properties from which a program makes a cookie.
private enum CookieProperty {
  static func text(_ value: Any?) -> String? {
    switch value {
    case let text as String: text
    case let text as Substring: String(text)
    default: nil
    }
  }

  static func isYes(_ value: Any?) -> Bool {
    if let text = text(value) { return !["", "FALSE", "NO", "0"].contains(text.uppercased()) }
    if let number = value as? Int { return number != 0 }
    return value as? Bool ?? false
  }

  /// Returns the domain. If the properties have no domain, returns the host of the origin URL.
  static func domain(_ properties: [HTTPCookiePropertyKey: Any]) -> String? {
    if let domain = text(properties[.domain]) { return domain }
    let origin = properties[.originURL]
    guard let url = (origin as? URL)?.absoluteString ?? text(origin) else { return nil }
    return CookieRequest(urlText: url)?.host
  }

  /// Returns the time at which the cookie expires. Returns `nil` if the properties have no lifetime and no date that
  /// can be read.
  static func expiry(_ properties: [HTTPCookiePropertyKey: Any]) -> Date? {
    let age = properties[.maximumAge]
    if let seconds = age as? Int ?? text(age).flatMap({ Int($0) }) {
      return seconds <= 0 ? Date(timeIntervalSince1970: 0) : Date(timeIntervalSinceNow: Double(seconds))
    }
    let date = properties[.expires]
    return date as? Date ?? text(date).flatMap(CookieDate.seconds).map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// Splits a text in which several Set-Cookie fields may be joined with commas.
  static func split(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    for comma in text.indices where text[comma] == 0x2C {
      let rest = text[(comma + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      let name = rest.prefix { ASCII.isToken($0) }
      let next = rest.dropFirst(name.count).drop { $0 == 0x20 || $0 == 0x09 }
      if name.isEmpty || next.first != 0x3D { continue }
      fields.append(text[start..<comma])
      start = comma + 1
    }
    fields.append(text[start...])
    return fields
  }
}
