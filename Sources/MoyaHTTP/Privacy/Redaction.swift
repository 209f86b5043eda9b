/// Finds the values that a log must not show, by the names of the values.
///
/// A name is secret if it contains one of the given names. Case, `-` and `_` are ignored, so `token` covers
/// `accessToken`, `X-CSRF-Token` and `user[token]`. A given name with fewer than five letters covers only itself:
/// `sign` does not cover `design`.
///
/// `code`, `key` and `pass` also occur in ordinary text, for example before error numbers. So these three are secret
/// only in `code=…`, in a part of a form, and as names of JSON members whose value is a string. `Status code: 404` is
/// not redacted.
public struct Redaction: Sendable {
  /// The names of header fields whose values are secret.
  public var headers: Set<String> { didSet { secretHeaders = SecretNames(headers) } }
  /// The names of parameters whose values are secret. A parameter can be in a query or a form, or be a member of a JSON
  /// object.
  public var parameters: Set<String> { didSet { secretParameters = SecretNames(parameters) } }

  private var secretHeaders: SecretNames
  private var secretParameters: SecretNames

  public static let mark = "<redacted>"

  public init(headers: Set<String>, parameters: Set<String>) {
    self.headers = headers
    self.parameters = parameters
    secretHeaders = SecretNames(headers)
    secretParameters = SecretNames(parameters)
  }

  public static let `default` = Redaction(
    headers: secret.union(SecretHeaders.names).union(["Cookie", "X-Auth", "X-Sid", "X-Pin"]), parameters: secret)

  /// `Tests/secret_names.py` compares these names with those of the modules and of Python.
  private static let secret: Set<String> = [
    "token", "secret", "password", "passwd", "passphrase", "passcode", "passkey", "api-key", "access-key",
    "private-key", "account-key", "signing-key", "encryption-key", "master-key", "auth-key", "auth-code",
    "device-code", "assertion", "authorization", "code-verifier", "subscription-key", "jwt", "otp", "totp", "pwd",
    "psk", "cvv", "cvc",
    // In JSON these words often name values that are not secret. A recording that a program plays back needs these
    // values, so it shows them in JSON.
    "signature", "credential", "session", "sessid", "saml-response", "user-code", "bearer", "sign", "sig", "auth",
    "key", "code", "sid", "pin", "pass", "nonce", "csrf", "xsrf", "hmac",
  ]

  /// Shows everything. Use it for your own console, not for a file that is stored.
  public static let none = Redaction(headers: [], parameters: [])

  package var isNone: Bool { headers.isEmpty && parameters.isEmpty }

  /// Returns true if the values of header fields with this name are secret.
  package func hides(header name: String) -> Bool { secretHeaders.contains(name.utf8) }

  package func value(_ value: String, ofHeader name: String) -> String {
    hides(header: name) ? Redaction.mark : text(FieldBytes.shown(value))
  }

  /// Returns a URL, form, JSON or any other text without the values of secret parameters and without the user of a URL.
  package func text(_ text: String) -> String {
    isNone ? text : RedactionScanner(text, secretParameters).redacted()
  }

  /// Returns a URL as `text` does. In a URL that is sent as it is (MOYA_TARGET_URL_AS_IS), a value or the user can have
  /// characters that would end it in other text. If such a URL has a secret, these characters are shown
  /// percent-encoded.
  package func url(_ url: String) -> String {
    if isNone { return url }
    let marked = URLReference(url).markingUserInformation(Redaction.mark)
    guard url.utf8.contains(where: { "\"<>".utf8.contains($0) }) else { return text(marked ?? url) }
    let spelled = URLReference(url).encodingForeignBytes().markingUserInformation(Redaction.mark)
    let plain = spelled ?? URLReference.spelled(url)
    let shown = text(plain)
    return shown == plain ? text(marked ?? url) : shown
  }
}

// MARK: - SecretNames

/// Decides by the name of a value whether the value is secret.
struct SecretNames: Sendable {
  /// A given name with fewer bytes than this covers only itself, because it is also a part of many harmless names.
  private static let shortestPart = 5

  private let whole: Set<[UInt8]>
  private let parts: [[UInt8]]

  init(_ names: Set<String>) {
    let names = names.compactMap { SecretNames.components($0.utf8).last }
    whole = Set(names.filter { $0.count < SecretNames.shortestPart })
    parts = names.filter { $0.count >= SecretNames.shortestPart }
  }

  /// Returns true if the name is a word that can also precede a colon in ordinary text.
  static func isProse(_ name: some Sequence<UInt8>) -> Bool {
    let components = components(name)
    return components.count == 1 && ["code", "key", "pass"].contains { components[0].elementsEqual($0.utf8) }
  }

  /// Returns true if one of the components of the name is secret. `user[address][key]` and `user.address.key` have
  /// three components each.
  func contains(_ name: some Sequence<UInt8>) -> Bool {
    SecretNames.components(name).contains { component in
      whole.contains(component) || parts.contains { SecretNames.has($0, in: component) }
    }
  }

  /// Returns true if `component` contains `part`. The standard library's `contains` is slow for short arrays.
  private static func has(_ part: [UInt8], in component: [UInt8]) -> Bool {
    guard component.count >= part.count else { return false }
    return (0...component.count - part.count).contains { start in
      component[start] == part[0] && component[start..<start + part.count].elementsEqual(part)
    }
  }

  /// Returns the components of a name, in lower case, without `-` and `_`.
  private static func components(_ name: some Sequence<UInt8>) -> [[UInt8]] {
    name.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
      .split { "[].".utf8.contains($0) }
      .map { Array(String(decoding: $0, as: UTF8.self).lowercased().utf8) }
  }
}

// MARK: - SecretHeaders

/// The header fields of requests that authenticate. `Redaction.default` hides these fields, and a redirect to another
/// origin drops them. None of them can be a trailer.
package enum SecretHeaders {
  package static let names = [
    "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "Api-Key", "X-Auth-Token", "X-Access-Token",
    "X-Csrf-Token", "X-Amz-Security-Token", "Ocp-Apim-Subscription-Key",
  ]

  /// Returns a field's value as a description shows it. Hides the value if the name is secret, and hides secrets in
  /// other values, for example the nonce of a challenge.
  static func shown(_ value: String, of name: String) -> String {
    if ASCII.equalIgnoringCase(name, "Location") { return ShownURL.text(value) }
    return Redaction.default.value(value, ofHeader: name)
  }
}

// MARK: - ShownURL

/// A URL as descriptions show it. The text has no user and no password, and a mark replaces the query and the fragment,
/// because all of these can be secrets.
package enum ShownURL {
  package static func text(_ url: String) -> String {
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
    let rest = end < url.endIndex ? "\(url[end])\(Redaction.mark)" : ""
    let shown = URLReference(String(url[..<end]))
    // An `@` can end a user. In two cases it is unknown what belongs to the user: the text has no authority, or its
    // port is not a number and may be the beginning of a password.
    if shown.authority == nil || shown.hasOddPort, url.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    return shown.removingUserInformation().text + rest
  }

  /// Returns the form in which descriptions show a text that is not a URL. Leaves out what could be a user, a password
  /// or a query.
  package static func unusable(_ text: String) -> String {
    if text.utf8.contains(UInt8(ascii: "@")) { return Redaction.mark }
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    return text[..<end] + (end < text.endIndex ? Redaction.mark : "")
  }
}
