/// Reads a JSON document into nodes. A key that an object has twice is a fault, since one of the two would be lost.
struct DocumentReader {
  static let maximumSize = 8 << 20
  static let maximumDepth = 64

  private var lexer: JSONLexer
  private var depth = 0

  static func node(_ document: UnsafeRawBufferPointer) throws(DefinitionFault) -> DocumentNode {
    if document.count > maximumSize { throw DocumentPlace.root.fault("is larger than \(maximumSize) bytes") }
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

  /// Where a text cannot be read, as an editor counts.
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
      // The grammar was checked: only half a surrogate pair is left.
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

  /// From the opening bracket to behind the closing one, in a document whose grammar was checked.
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
