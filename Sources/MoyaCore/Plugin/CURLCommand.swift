import FoundationEssentials

/// A request as a command line for curl.
enum CURLCommand {
  static func text(for request: URLRequest, adding sessionFields: HeaderFields, credential: URLCredential?) -> String {
    var parts = ["$ curl -v", "-X \(request.httpMethod ?? "GET")"]
    if let credential { parts.append("-u \(credential.user ?? ""):\(credential.password ?? "")") }
    var fields = request.headerFields
    for field in sessionFields.fields where !fields.contains(field.name) { fields.append(field.name, field.value) }
    for field in fields.fields where !ASCII.equalIgnoringCase(field.name, "Cookie") {
      parts.append("-H \"\(field.name): \(escaped(field.value))\"")
    }
    if let cookies = fields["Cookie"] { parts.append("-b \"\(cookies)\"") }
    if let body = request.httpBody { parts.append("-d \"\(escaped(String(decoding: body, as: UTF8.self)))\"") }
    parts.append("\"\(request.urlText)\"")
    return parts.joined(separator: " \\\n\t")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
