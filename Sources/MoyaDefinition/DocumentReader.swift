import MoyaCore

/// Reads a JSON document into nodes. An object that contains a key twice is a fault, because one of the two values
/// would be lost.
struct DocumentReader {
  static let maximumSize = 8 << 20
  static let maximumDepth = 64

  private var lexer: JSONLexer
  private var depth = 0

  /// A byte order mark at the start of the document is skipped, as RFC 8259 §8.1 allows.
  static func node(_ text: UnsafeRawBufferPointer) throws(DefinitionFault) -> DocumentNode {
    if text.count > maximumSize { throw DocumentPlace.root.fault("is larger than \(maximumSize) bytes") }
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    let document = hasMark ? UnsafeRawBufferPointer(rebasing: text.dropFirst(3)) : text
    switch SentText.json(document) {
    case .malformed(let offset)?: throw DocumentPlace.root.fault("is not JSON: \(place(of: offset, in: document))")
    case .tooDeep?: throw tooDeep(.root)
    case nil: break
    }
    return try document.withMemoryRebound(to: UInt8.self) { (bytes) throws(DefinitionFault) in
      var reader = DocumentReader(lexer: JSONLexer(bytes))
      reader.lexer.skipSpace()
      return try reader.value(at: .root)
    }
  }

  /// Returns the line and the column of an error, each counted from 1 as in an editor.
  private static func place(of offset: Int, in document: UnsafeRawBufferPointer) -> String {
    let before = document.prefix(offset)
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let column = before.reversed().prefix { $0 != 0x0A }.count + 1
    return "line \(line), column \(column)"
  }

  private static func tooDeep(_ place: DocumentPlace) -> DefinitionFault {
    place.fault("is nested deeper than \(maximumDepth) levels")
  }

  private mutating func value(at place: DocumentPlace) throws(DefinitionFault) -> DocumentNode {
    switch lexer.peek {
    case 0x7B: return try object(at: place)
    case 0x5B: return try list(at: place)
    default: break
    }
    do {
      switch lexer.peek {
      case 0x22: return .text(try lexer.string())
      case 0x74: return try word("true", .bool(true))
      case 0x66: return try word("false", .bool(false))
      case 0x6E: return try word("null", .null)
      default: return .number(try lexer.numberText().text)
      }
    } catch {
      // The grammar was checked, so the only possible fault is half a surrogate pair.
      throw place.fault("is no text: it has half a surrogate pair")
    }
  }

  private mutating func word(_ word: StaticString, _ node: DocumentNode) throws(JSONLexer.Failure) -> DocumentNode {
    try lexer.word(word)
    return node
  }

  private mutating func object(at place: DocumentPlace) throws(DefinitionFault) -> DocumentNode {
    var members: [DocumentNode.Member] = []
    var seen: Set<String> = []
    try elements(before: 0x7D, at: place) { (reader) throws(DefinitionFault) in
      guard let key = try? reader.lexer.string() else {
        throw place.fault("has a key that is no text: it has half a surrogate pair")
      }
      guard seen.insert(key).inserted else { throw DocumentPlace.member(place, key).fault("is there twice") }
      reader.lexer.skipSpace()
      _ = reader.lexer.take(0x3A)
      reader.lexer.skipSpace()
      members.append(.init(key: key, value: try reader.value(at: .member(place, key))))
    }
    return .object(members)
  }

  private mutating func list(at place: DocumentPlace) throws(DefinitionFault) -> DocumentNode {
    var elements: [DocumentNode] = []
    try self.elements(before: 0x5D, at: place) { (reader) throws(DefinitionFault) in
      elements.append(try reader.value(at: .element(place, elements.count)))
    }
    return .list(elements)
  }

  /// Reads an array or an object with its brackets, in a document whose grammar was checked. `read` reads one element
  /// or one member. `end` is the closing bracket.
  private mutating func elements(
    before end: UInt8, at place: DocumentPlace, _ read: (inout DocumentReader) throws(DefinitionFault) -> Void
  ) throws(DefinitionFault) {
    guard depth < DocumentReader.maximumDepth else { throw DocumentReader.tooDeep(place) }
    depth += 1
    lexer.skip()
    lexer.skipSpace()
    while !lexer.take(end), lexer.peek != nil {
      try read(&self)
      lexer.skipSpace()
      _ = lexer.take(0x2C)
      lexer.skipSpace()
    }
    depth -= 1
  }
}

extension DocumentNode {
  /// Reads JSON text.
  package init(_ text: UnsafeRawBufferPointer) throws(DefinitionFault) { self = try DocumentReader.node(text) }
}

/// An object of a document. The code that reads the object takes the members that it knows. If a member is left at the
/// end, its key is unknown.
struct DocumentObject {
  let place: DocumentPlace
  private var members: [DocumentNode.Member?]
  /// The index of the member at which `take` begins to search for a key. A document usually has its keys in the order
  /// in which the reader takes them.
  private var next = 0

  init(_ node: DocumentNode, at place: DocumentPlace) throws(DefinitionFault) {
    guard case .object(let members) = node else { throw place.fault("is \(node.kind), not an object") }
    self.place = place
    self.members = members
  }

  /// A value and its place.
  struct Found {
    let node: DocumentNode
    let place: DocumentPlace

    func fault(_ reason: String) -> DefinitionFault { place.fault(reason) }

    /// Returns a text that C can use: it has no zero byte, and is within the limit for texts of callers.
    func text(atMost limit: Int = DefinedText.maximumLength) throws(DefinitionFault) -> String {
      let text = try anyText()
      let zero = text.withBytes { ASCII.index(of: 0, in: $0) }
      if zero != nil { throw fault("has a zero (U+0000), which would end it") }
      if text.utf8.count > limit { throw fault("is longer than \(limit) bytes") }
      return text
    }

    /// Returns a text of any content and length. The body of a sample is such a text, because it is sent as bytes.
    func anyText() throws(DefinitionFault) -> String {
      guard case .text(let text) = node else { throw fault("is \(node.kind), not a text") }
      return text
    }

    /// Returns the path to a value in JSON: keys joined with dots.
    func keyPath() throws(DefinitionFault) -> String {
      let text = try text(atMost: DefinedText.maximumKeyLength)
      if text.utf8.count >= DefinedText.maximumSteps, JSONKeyPath(text).steps.count > DefinedText.maximumSteps {
        throw fault("has more than \(DefinedText.maximumSteps) steps")
      }
      return text
    }

    func bool() throws(DefinitionFault) -> Bool {
      guard case .bool(let flag) = node else { throw fault("is \(node.kind), not true or false") }
      return flag
    }

    func integer(_ range: ClosedRange<Int>) throws(DefinitionFault) -> Int {
      guard case .number(let text) = node, let number = Int(text), range ~= number else {
        throw fault("is not an integer of \(range.lowerBound) … \(range.upperBound)")
      }
      return number
    }

    func elements() throws(DefinitionFault) -> [Found] {
      guard case .list(let nodes) = node else { throw fault("is \(node.kind), not a list") }
      let maximum = DefinedText.maximumElements
      if nodes.count > maximum { throw fault("has more than \(maximum) elements") }
      return nodes.enumerated().map { Found(node: $1, place: .element(place, $0)) }
    }

    func members() throws(DefinitionFault) -> [(key: String, value: Found)] {
      guard case .object(let members) = node else { throw fault("is \(node.kind), not an object") }
      return members.map { ($0.key, Found(node: $0.value, place: .member(place, $0.key))) }
    }

    func object() throws(DefinitionFault) -> DocumentObject { try DocumentObject(node, at: place) }

    /// Reads a word, and returns the value that `words` has for this word. Any other word is a fault.
    func choice<Value>(_ words: KeyValuePairs<String, Value>) throws(DefinitionFault) -> Value {
      let word = try text()
      guard let choice = words.first(where: { $0.key == word }) else {
        let known = words.map { "\"\($0.key)\"" }.joined(separator: ", ")
        throw fault("is \"\(RequestRules.printable(word))\", not one of \(known)")
      }
      return choice.value
    }
  }

  mutating func take(_ key: String) -> Found? {
    for step in members.indices {
      let index = (next + step) % members.count
      guard let member = members[index], member.key == key else { continue }
      members[index] = nil
      next = index + 1
      return Found(node: member.value, place: .member(place, key))
    }
    return nil
  }

  mutating func required(_ key: String) throws(DefinitionFault) -> Found {
    guard let found = take(key) else { throw place.fault("has no \"\(key)\"") }
    return found
  }

  /// Checks that no unknown key is left. Keys that begin with `x-` are allowed, because they are the program's own
  /// notes.
  func end() throws(DefinitionFault) {
    guard let unknown = members.lazy.compactMap(\.self).first(where: { !$0.key.hasPrefix("x-") }) else { return }
    throw DocumentPlace.member(place, unknown.key).fault("is not known here")
  }
}

/// A value of a JSON document. Its members stay in order, because the order of fields and parameters matters.
package indirect enum DocumentNode: Sendable {
  package struct Member: Sendable {
    package let key: String
    package let value: DocumentNode
  }

  case null
  case bool(Bool)
  /// A number, as the text in the document. The code that uses the number converts it.
  case number(String)
  case text(String)
  case list([DocumentNode])
  case object([Member])

  package var isNull: Bool { if case .null = self { true } else { false } }

  /// The name of the kind in error messages.
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
