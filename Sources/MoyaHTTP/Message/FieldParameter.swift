/// One of the parts that semicolons divide a field's value into: `name=value`, or a word alone (RFC 9110 §5.6.6).
package struct FieldParameter {
  /// In lower case.
  package let name: String
  /// As it was sent, quotes included; `nil`: a word alone.
  package let value: String?

  /// A semicolon between quotes divides nothing.
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
  /// Without spaces and tabs around it.
  var trimmingSpaces: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
