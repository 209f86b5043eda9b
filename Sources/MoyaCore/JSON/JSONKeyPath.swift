/// Where a value stands in JSON: keys divided by dots, as in `user.tags`.
///
/// A dot that belongs to a key is written `\.`, a backslash `\\`. In an array a step of digits is an index:
/// `items.0.name`. The empty path is the whole document.
public struct JSONKeyPath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let steps: [String]
  public let description: String

  public init(_ text: String) {
    description = text
    steps = text.isEmpty ? [] : JSONKeyPath.split(text)
  }

  public init(stringLiteral text: String) { self.init(text) }

  private static func split(_ text: String) -> [String] {
    if !text.utf8.contains(0x5C) {
      // Not by characters: a dot with an accent is one.
      return text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
    var steps = [""]
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped || (character != "." && character != "\\") {
        steps[steps.count - 1].unicodeScalars.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        steps.append("")
      }
    }
    return steps
  }

  /// The index that a step names in an array: decimal digits, no leading zero.
  static func index(_ step: String) -> Int? {
    guard !step.isEmpty, step.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), step == "0" || !step.hasPrefix("0") else {
      return nil
    }
    return Int(step)
  }
}
