/// The members of a JSON object as they stand in a text: in their order, equal names included, numbers as written.
enum JSONMembers {
  /// Names, and values: a string as its characters, anything else as its text without white space between tokens.
  /// `nil`: no sound JSON object.
  static func of(_ body: Data) -> [(name: String, value: String)]? {
    guard case .object(let text)? = try? JSONLookup(body).value(at: "") else { return nil }
    return tokens(text).map { (characters($0.name), characters($0.value)) }
  }

  /// The members' tokens. `text` is a sound object: its strings and brackets are balanced.
  private static func tokens(_ text: Data) -> [(name: [UInt8], value: [UInt8])] {
    var members: [(name: [UInt8], value: [UInt8])] = []
    var name: [UInt8]?
    var token: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        token.append(byte)
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      if byte <= 0x20 { continue }
      if "}]".utf8.contains(byte) { depth -= 1 }
      if depth == 1, byte == UInt8(ascii: ":") {
        name = token
        token = []
      } else if let key = name, (depth == 1 && byte == UInt8(ascii: ",")) || depth == 0 {
        members.append((key, token))
        name = nil
        token = []
      } else if depth > 0 {
        token.append(byte)
      }
      if "{[".utf8.contains(byte) { depth += 1 }
      isInString = byte == UInt8(ascii: "\"")
    }
    return members
  }

  private static func characters(_ token: [UInt8]) -> String {
    guard token.first == UInt8(ascii: "\""), case .string(let text)? = try? JSONLookup(Data(token)).value(at: "") else {
      return String(decoding: token, as: UTF8.self)
    }
    return text
  }
}
