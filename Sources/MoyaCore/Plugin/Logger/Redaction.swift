/// What a log may not show. Names are compared without regard to case.
public struct Redaction: Sendable {
  /// Header fields whose value is a secret.
  public var headers: Set<String>
  /// Parameters whose value is one: in the query, in a form, and as keys of JSON.
  public var parameters: Set<String>

  public static let mark = "<redacted>"

  /// Names in any case.
  public init(headers: Set<String>, parameters: Set<String>) {
    self.headers = Set(headers.map { $0.lowercased() })
    self.parameters = Set(parameters.map { $0.lowercased() })
  }

  public static let `default` = Redaction(
    headers: Set(SecretHeaders.names + ["Set-Cookie"]),
    parameters: [
      "password", "passwd", "secret", "client_secret", "token", "access_token", "refresh_token", "id_token",
      "api_key", "apikey", "signature", "sign", "code_verifier", "authorization",
    ])

  /// Shows everything. For a console of your own, not for a file that is kept.
  public static let none = Redaction(headers: [], parameters: [])

  package func value(_ value: String, ofHeader name: String) -> String {
    headers.contains(name.lowercased()) ? Redaction.mark : value
  }

  /// A URL, form or JSON text without the values of secret parameters.
  package func text(_ text: String) -> String {
    parameters.isEmpty ? text : RedactionScanner(parameters: parameters).redacted(Array(text.utf8))
  }
}
