/// What a log may not show.
///
/// A name is secret when it contains one of the given names, whatever its case and without regard to `-` and `_`:
/// `token` covers `accessToken`, `X-CSRF-Token` and `user[token]`. A given name of fewer than five letters covers only
/// itself: `sign` hides no `design`. `code` and `key`, which are words of prose and numbers of errors too, are secret in
/// `code=…`, in a part of a form and as members of JSON with a string: `Status code: 404` is not.
public struct Redaction: Sendable {
  /// Header fields whose value is a secret.
  public var headers: Set<String> { didSet { secretHeaders = SecretNames(headers) } }
  /// Parameters whose value is one: in the query, in a form, and as keys of JSON.
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
    headers: Set(SecretHeaders.names).union(usual).union(["Cookie", "X-Auth", "X-Sid", "X-Pin"]),
    parameters: usual.union([
      "pwd", "jwt", "otp", "sign", "sig", "auth", "code_verifier", "assertion", "key", "code", "sid", "pin", "nonce",
    ]))

  private static let usual: Set<String> = [
    "token", "secret", "password", "passwd", "passphrase", "passcode", "api-key", "access-key", "private-key",
    "authorization", "signature", "credential", "session", "sessid", "subscription-key",
  ]

  /// Shows everything. For a console of your own, not for a file that is kept.
  public static let none = Redaction(headers: [], parameters: [])

  package var isNone: Bool { headers.isEmpty && parameters.isEmpty }

  package func value(_ value: String, ofHeader name: String) -> String {
    secretHeaders.contains(name.utf8) ? Redaction.mark : text(value)
  }

  /// A URL, form, JSON or any text without the values of secret parameters and without the user of a URL.
  package func text(_ text: String) -> String {
    isNone ? text : RedactionScanner(text, secretParameters).redacted()
  }
}
