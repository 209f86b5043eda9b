import MoyaCore

/// The members of a JSON object as they stand in a text: in their order, equal names included, numbers as written.
enum JSONMembers {
  /// Names, and values: a string as its characters, anything else as its text without white space between tokens.
  /// `nil`: no sound JSON object.
  static func of(_ body: Data) -> [(name: String, value: String)]? {
    guard case .object(let text)? = try? JSONLookup(body).value(at: "") else { return nil }
    let tokens = tokens(text)
    return stride(from: 0, to: tokens.count - 1, by: 2).map { (characters(tokens[$0]), characters(tokens[$0 + 1])) }
  }

  /// A name and a value in turn: what stands between the object's own braces, colons and commas. `text` is a sound
  /// object: its strings and brackets are balanced.
  private static func tokens(_ text: Data) -> [[UInt8]] {
    var tokens: [[UInt8]] = [[]]
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text.dropFirst().dropLast() {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        if byte <= 0x20 { continue }
        if depth == 0, ":,".utf8.contains(byte) {
          tokens.append([])
          continue
        }
        if "{[".utf8.contains(byte) { depth += 1 }
        if "}]".utf8.contains(byte) { depth -= 1 }
        isInString = byte == UInt8(ascii: "\"")
      }
      tokens[tokens.count - 1].append(byte)
    }
    return tokens
  }

  private static func characters(_ token: [UInt8]) -> String {
    guard token.first == UInt8(ascii: "\""), case .string(let text)? = try? JSONLookup(Data(token)).value(at: "") else {
      return String(decoding: token, as: UTF8.self)
    }
    return text
  }
}
