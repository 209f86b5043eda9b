// A rule: which requests it concerns, and what it does to one header field.
//
//     CONDITION… set NAME: VALUE
//     CONDITION… add NAME: VALUE
//     CONDITION… remove NAME
//
// A condition is an origin, tag=NAME or not-tag=NAME. A rule concerns a request that meets all its conditions.

/// One rule. It is a class and not a struct, so that the texts of the rules are not copied for each call.
final class Rule: Sendable {
  enum Change: Sendable {
    case set(String)
    case add(String)
    case remove
  }

  let origin: OriginPattern?
  let tags: [String]
  let otherTags: [String]
  let name: String
  let change: Change

  /// Reads a rule. `secret` replaces {secret} in the value. The error shows no part of the text that may be a secret.
  init(_ text: String, secret: String) throws(RuleError) {
    var rest = Substring(text)
    var origin: OriginPattern?
    var tags: [String] = []
    var otherTags: [String] = []
    var word = Rule.nextWord(&rest)
    while word != "set", word != "add", word != "remove" {
      if word.isEmpty { throw RuleError("it has neither `set`, `add` nor `remove`") }
      if word.hasPrefix("tag=") {
        tags.append(String(word.dropFirst("tag=".count)))
      } else if word.hasPrefix("not-tag=") {
        otherTags.append(String(word.dropFirst("not-tag=".count)))
      } else {
        guard origin == nil, let pattern = OriginPattern(String(word)) else {
          throw RuleError(
            "before `set`, `add` or `remove` there may be one origin like https://api.example.com or "
              + "https://*.example.com, tag=NAME and not-tag=NAME")
        }
        origin = pattern
      }
      word = Rule.nextWord(&rest)
    }
    (self.origin, self.tags, self.otherTags) = (origin, tags, otherTags)

    let field = Rule.trimmed(rest)
    if word == "remove" {
      self.name = try Rule.checkedName(field)
      self.change = .remove
      return
    }
    guard let colon = field.firstIndex(of: ":") else {
      throw RuleError("after `\(word)` there must be a name, a colon and a value")
    }
    let fieldName = try Rule.checkedName(field[..<colon])
    let value = try Rule.filled(Rule.trimmed(field[field.index(after: colon)...]), secret)
    if value.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
      throw RuleError("the value of \(fieldName) has a control character")
    }
    self.name = fieldName
    self.change = word == "set" ? .set(value) : .add(value)
  }

  /// Returns whether the rule is for requests to this origin. `place` is nil if the URL has no origin.
  func isFor(_ place: Origin?) -> Bool {
    guard let origin else { return true }
    return place.map { origin.matches($0) } ?? false
  }

  /// Returns whether the rule is for targets with the tags of this call.
  func isForTags(of call: borrowing Call) -> Bool {
    for tag in tags where !call.hasTag(tag) { return false }
    for tag in otherTags where call.hasTag(tag) { return false }
    return true
  }

  /// The fields that the library itself writes (moya/plugin.h).
  private static let ownFields = [
    "content-length", "transfer-encoding", "expect", "connection", "keep-alive", "upgrade", "te", "trailer",
    "proxy-connection", "proxy-authorization",
  ]

  private static let tokenBytes = Array(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  /// Returns the name of a field. Throws if the text is not a token (RFC 9110 §5.6.2), or if the library itself writes
  /// this field.
  private static func checkedName(_ text: Substring) throws(RuleError) -> String {
    if text.isEmpty || !text.utf8.allSatisfy({ tokenBytes.contains($0) }) {
      throw RuleError("it has no valid name of a field")
    }
    let name = String(text)
    if ownFields.contains(name.lowercased()) { throw RuleError("the library itself writes the field \(name)") }
    return name
  }

  /// Returns the value, with the secret instead of each {secret}.
  private static func filled(_ value: Substring, _ secret: String) throws(RuleError) -> String {
    var result = ""
    var rest = value
    while let brace = rest.firstIndex(of: "{") {
      result.append(contentsOf: rest[..<brace])
      rest = rest[brace...]
      if rest.hasPrefix("{secret}") {
        if secret.isEmpty { throw RuleError("it has {secret}, but the option `secret` is not set") }
        result.append(contentsOf: secret)
        rest = rest.dropFirst("{secret}".count)
      } else {
        result.append("{")
        rest = rest.dropFirst()
      }
    }
    result.append(contentsOf: rest)
    return result
  }

  private static func nextWord(_ rest: inout Substring) -> Substring {
    rest = rest.drop(while: isBlank)
    let word = rest.prefix { !isBlank($0) }
    rest = rest[word.endIndex...]
    return word
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}

/// What is wrong with a rule.
struct RuleError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
