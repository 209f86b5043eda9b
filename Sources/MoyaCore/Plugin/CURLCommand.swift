/// A request as a command line for curl.
package enum CURLCommand {
  package static func text(
    for request: URLRequest, adding sessionFields: HeaderFields = HeaderFields(), credential: URLCredential? = nil,
    redaction: Redaction = .none
  ) -> String {
    var parts = ["$ curl -v", "-X \(request.httpMethod ?? "GET")"]
    if let credential {
      let hides = !redaction.headers.isEmpty
      parts.append(
        "-u \"\(escaped("\(credential.user ?? ""):\(hides ? Redaction.mark : credential.password ?? "")"))\"")
    }
    var fields = request.headerFields
    for field in sessionFields.fields where !fields.contains(field.name) { fields.append(field.name, field.value) }
    for field in fields.fields where !ASCII.equalIgnoringCase(field.name, "Cookie") {
      parts.append("-H \"\(field.name): \(escaped(redaction.value(field.value, ofHeader: field.name)))\"")
    }
    if let cookies = fields["Cookie"] {
      parts.append("-b \"\(escaped(redaction.value(cookies, ofHeader: "Cookie")))\"")
    }
    if let body = request.httpBody {
      parts.append("-d \"\(escaped(redaction.text(String(decoding: body, as: UTF8.self))))\"")
    }
    parts.append("\"\(escaped(redaction.text(request.urlText)))\"")
    return parts.joined(separator: " \\\n\t")
  }

  /// For text between double quotes in a shell.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\"\\$`".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
