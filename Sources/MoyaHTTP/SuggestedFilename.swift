import FoundationEssentials

extension URLResponse {
  /// A name for a file with the body: the one in `Content-Disposition` (RFC 6266), else the last component of the URL,
  /// else "unknown". Always a single path component without control characters, whatever the server sent.
  public var suggestedFilename: String? {
    let disposition = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition")
    return disposition.flatMap(SuggestedFilename.of) ?? SuggestedFilename.component(url?.lastPathComponent ?? "")
      ?? "unknown"
  }
}

enum SuggestedFilename {
  /// The file name of a `Content-Disposition`; `nil` when it names none that is usable.
  static func of(_ disposition: String) -> String? {
    var plain: String?
    for parameter in parameters(disposition) {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let name = pair.first, let value = pair.last else { continue }
      switch String(name).trimmingSpaces.lowercased() {
      case "filename": plain = unquoted(String(value).trimmingSpaces)
      // RFC 8187: charset'language'percent-encoded. It wins over the plain form.
      case "filename*":
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, String(parts[0]).trimmingSpaces.lowercased() == "utf-8",
          let name = component(
            String(decoding: QueryItems.decode(Array(parts[2].utf8)[...], plusIsSpace: false), as: UTF8.self))
        else { continue }
        return name
      default: continue
      }
    }
    return plain.flatMap(component)
  }

  /// The last component of a path, on whatever system it was made.
  static func component(_ path: String) -> String? {
    let last = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    let name = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    return name.isEmpty || name == "." || name == ".." ? nil : name
  }

  /// The text between semicolons, those in quotes aside.
  private static func parameters(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && character == "\\"
      if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  private static func unquoted(_ text: String) -> String {
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count >= 2 else { return text }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
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
