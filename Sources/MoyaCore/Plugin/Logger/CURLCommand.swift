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
      // With -d, curl would read a file if the body begins with an at sign.
      let option = body.first == UInt8(ascii: "@") ? "--data-raw" : "-d"
      parts.append("\(option) \"\(escaped(redaction.text(String(decoding: body, as: UTF8.self))))\"")
    }
    // Without -g, curl would read brackets and braces in a URL as a pattern for several URLs.
    if request.urlText.utf8.contains(where: { "[]{}".utf8.contains($0) }) { parts.append("-g") }
    parts.append("\"\(escaped(redaction.url(request.urlText)))\"")
    return parts.joined(separator: separator)
  }

  /// Redacts the secrets of a command line that other code wrote. Finds secrets in the quoted arguments of `-H` (header
  /// fields), `-b` (cookies) and `-u` (user and password). Also finds the secrets that `Redaction` finds in any text.
  package static func redacted(_ text: String, _ redaction: Redaction) -> String {
    if redaction.isNone { return text }
    // `plain` is the text since the last argument, and `rest` is the text that is still to be read.
    var (result, plain, rest) = ("", "", Substring(text))
    while let dash = rest.firstIndex(of: "-") {
      let option = rest[dash...].dropFirst().prefix(1)
      let argument = rest[option.endIndex...].drop { $0 == " " }
      guard let name = option.first, "Hbu".contains(name), let quote = argument.first, quote == "\"" || quote == "'"
      else {
        plain += String(rest[..<option.endIndex])
        rest = rest[option.endIndex...]
        continue
      }
      let quoted = argument.dropFirst()
      let end = end(of: quoted, quote)
      result += redaction.text(plain + String(rest[..<quoted.startIndex]))
      result += redacted(String(quoted[..<end]), of: name, redaction)
      plain = ""
      rest = quoted[end...]
    }
    return result + redaction.text(plain + String(rest))
  }

  private static func redacted(_ argument: String, of option: Character, _ redaction: Redaction) -> String {
    if option == "b" { return redaction.value(argument, ofHeader: "Cookie") }
    guard let colon = argument.firstIndex(of: ":") else { return argument }
    if option == "u" { return redaction.headers.isEmpty ? argument : String(argument[...colon]) + Redaction.mark }
    let value = argument[argument.index(after: colon)...].drop { $0 == " " }
    let shown = redaction.value(String(value), ofHeader: String(argument[..<colon]))
    return String(argument[..<value.startIndex]) + shown
  }

  /// Returns the index of the quote that ends an argument, or the end of the text.
  private static func end(of argument: Substring, _ quote: Character) -> Substring.Index {
    var isEscaped = false
    for index in argument.indices {
      if argument[index] == quote, !isEscaped { return index }
      isEscaped = argument[index] == "\\" && !isEscaped
    }
    return argument.endIndex
  }

  /// Returns the text as one word for a shell. Quotes the text unless it has only letters, digits and `-._~`.
  private static func word(_ text: String) -> String {
    text.utf8.allSatisfy(ASCII.isUnreserved) && !text.isEmpty ? text : "\"\(escaped(text))\""
  }

  /// Escapes text between double quotes for a shell.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\"\\$`".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
