/// Header fields of requests that are secret by their name: a redirect to another origin drops them, and no log shows
/// them.
package enum SecretHeaders {
  package static let names = [
    "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "Api-Key", "X-Auth-Token", "X-Access-Token",
    "X-Csrf-Token", "X-Amz-Security-Token", "Ocp-Apim-Subscription-Key",
  ]

  /// A field's value as a description shows it: that of a secret name is hidden, and so are secrets in others, such as
  /// the nonce of a challenge.
  static func shown(_ value: String, of name: String) -> String {
    if ASCII.equalIgnoringCase(name, "Location") { return ShownURL.text(value) }
    return Redaction.default.value(value, ofHeader: name)
  }
}
