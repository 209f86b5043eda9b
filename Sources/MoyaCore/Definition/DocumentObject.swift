/// An object of a document whose members are taken one after another; one that is left at the end is not known.
struct DocumentObject {
  let place: DocumentPlace
  private var members: [DocumentNode.Member?]
  /// Where the search for a key begins: keys mostly come in the order in which they are asked for.
  private var next = 0

  init(_ node: DocumentNode, at place: DocumentPlace) throws(DefinitionFault) {
    guard case .object(let members) = node else { throw place.fault("is \(node.kind), not an object") }
    self.place = place
    self.members = members
  }

  /// A value and where it is.
  struct Found {
    let node: DocumentNode
    let place: DocumentPlace

    func fault(_ reason: String) -> DefinitionFault { place.fault(reason) }

    /// A text that C reads: ended by a zero, and as long as a caller's may be.
    func text(atMost limit: Int = DefinedText.maximumLength) throws(DefinitionFault) -> String {
      let text = try anyText()
      let zero = text.withBytes { ASCII.index(of: 0, in: $0) }
      if zero != nil { throw fault("has a zero (U+0000), which would end it") }
      if text.utf8.count > limit { throw fault("is longer than \(limit) bytes") }
      return text
    }

    /// A text that is sent as bytes.
    func anyText() throws(DefinitionFault) -> String {
      guard case .text(let text) = node else { throw fault("is \(node.kind), not a text") }
      return text
    }

    /// Keys joined with dots: where a value stands in JSON.
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

    /// One of several words, each of which stands for something.
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

  /// After the last key. Keys that begin with `x-` are a program's own notes.
  func end() throws(DefinitionFault) {
    guard let unknown = members.lazy.compactMap(\.self).first(where: { !$0.key.hasPrefix("x-") }) else { return }
    throw DocumentPlace.member(place, unknown.key).fault("is not known here")
  }
}
