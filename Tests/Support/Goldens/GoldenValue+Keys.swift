/// Thrown if a row has a key or a word that its player does not know. A player must not ignore a part of a row.
package struct NotUnderstood: Error, CustomStringConvertible {
  package let description: String

  package init(_ what: String) { description = "the row is not understood: \(what)" }
}

extension GoldenValue {
  /// Throws if an object has a key that is not listed, unless the value of the key is null.
  package func only(_ keys: Set<String>, at place: String) throws {
    for (key, value) in object ?? [:] where value != .null && !keys.contains(key) {
      throw NotUnderstood("\(place).\(key)")
    }
  }
}

extension GoldenValue? {
  /// Returns what a row's word stands for. A value that is missing or null has the meaning listed under `nil`.
  package func meaning<Meaning>(_ words: [String?: Meaning], at place: String) throws -> Meaning {
    if case nil = self, let meaning = words[nil] { return meaning }
    guard let word = self?.string, let meaning = words[word] else {
      throw NotUnderstood("\(place) \(self.map { "\($0)" } ?? "is missing")")
    }
    return meaning
  }
}
