/// Header fields of requests that are secret by their name: a redirect to another origin drops them, and no log shows
/// them.
package enum SecretHeaders {
  package static let names = [
    "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "Api-Key", "X-Auth-Token", "X-Access-Token",
    "X-Csrf-Token", "X-Amz-Security-Token",
  ]

  /// A field's value as a description shows it.
  static func shown(_ value: String, of name: String) -> String {
    if ASCII.equalIgnoringCase(name, "Location") { return ShownURL.text(value) }
    let isSecret = (names + ["Set-Cookie", "Set-Cookie2"]).contains { ASCII.equalIgnoringCase(name, $0) }
    return isSecret ? Redaction.mark : value
  }
}
