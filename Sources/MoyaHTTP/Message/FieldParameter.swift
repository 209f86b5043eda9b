/// One of the parts between the semicolons of a field's value: `name=value`, or a word (RFC 9110 §5.6.6).
package struct FieldParameter {
  /// The name, in lower case.
  package let name: String
  /// The value as it was sent, including quotes. `nil` for a word without a value.
  package let value: String?

  /// Returns the parts between the semicolons of a field's value. A semicolon between quotes does not separate parts.
  package static func all(in field: String) -> [FieldParameter] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in field {
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && character == "\\"
      if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { FieldParameter(part: $0) }
  }

  private init(part: String) {
    let sides = part.split(separator: "=", maxSplits: 1)
    name = sides.first.map { String($0).trimmingSpaces.lowercased() } ?? ""
    value = sides.count == 2 ? String(sides[1]).trimmingSpaces : nil
  }

  /// The value without the quotes and backslashes of a quoted string (RFC 9110 §5.6.4).
  package var text: String? {
    guard let value, value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count >= 2 else { return value }
    var result = ""
    var isEscaped = false
    for character in value.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}

extension String {
  /// The text without leading and trailing spaces and tabs.
  var trimmingSpaces: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
