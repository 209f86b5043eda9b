/// A value of a JSON document whose members keep their order, since the order of fields and parameters means something.
package indirect enum DocumentNode: Sendable {
  package struct Member: Sendable {
    package let key: String
    package let value: DocumentNode
  }

  case null
  case bool(Bool)
  /// As it is written: how it is read depends on what it is for.
  case number(String)
  case text(String)
  case list([DocumentNode])
  case object([Member])

  package var isNull: Bool { if case .null = self { true } else { false } }

  /// For messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The value as JSON text, without white space.
  package var json: String { TextBuffer.string { write(to: &$0) } }

  private func write(to text: inout TextBuffer) {
    switch self {
    case .null: text.append("null")
    case .bool(let flag): text.append(flag ? "true" : "false")
    case .number(let number): text.append(number)
    case .text(let string): DocumentNode.write(string, to: &text)
    case .list(let elements):
      text.append(0x5B)
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(0x2C) }
        element.write(to: &text)
      }
      text.append(0x5D)
    case .object(let members):
      text.append(0x7B)
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(0x2C) }
        DocumentNode.write(member.key, to: &text)
        text.append(0x3A)
        member.value.write(to: &text)
      }
      text.append(0x7D)
    }
  }

  private static func write(_ string: String, to text: inout TextBuffer) {
    text.append(0x22)
    text.append(json: string, escapesSlashes: false)
    text.append(0x22)
  }
}
