/// A request as a command line for curl.
package enum CURLCommand {
  package static func text(
    for request: URLRequest, adding sessionFields: HeaderFields = HeaderFields(), credential: URLCredential? = nil,
    redaction: Redaction = .none, separator: String = " \\\n\t"
  ) -> String {
    var parts = ["$ curl -v", "-X \(word(request.httpMethod ?? "GET"))"]
    if let credential {
      let hides = !redaction.headers.isEmpty
      parts.append(
        "-u \"\(escaped("\(credential.user ?? ""):\(hides ? Redaction.mark : credential.password ?? "")"))\"")
    }
    var fields = request.headerFields
    fields.appendMissing(from: sessionFields)
    for field in fields.fields where !ASCII.equalIgnoringCase(field.name, "Cookie") {
      parts.append("-H \"\(escaped(field.name)): \(escaped(redaction.value(field.value, ofHeader: field.name)))\"")
    }
    if let cookies = fields["Cookie"] {
      parts.append("-b \"\(escaped(redaction.value(cookies, ofHeader: "Cookie")))\"")
    }
    if let body = request.httpBody {
      parts.append("-d \"\(escaped(redaction.text(String(decoding: body, as: UTF8.self))))\"")
    }
    parts.append("\"\(escaped(redaction.text(request.urlText)))\"")
    return parts.joined(separator: separator)
  }

  /// Quoted if a shell might read more than a word in it.
  private static func word(_ text: String) -> String {
    text.utf8.allSatisfy(ASCII.isUnreserved) && !text.isEmpty ? text : "\"\(escaped(text))\""
  }

  /// For text between double quotes in a shell.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\"\\$`".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
