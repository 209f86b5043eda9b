/// The text of a function's parameters, as `moya/bind.h` makes it: `(str name, i64? page)`, or without names `(str, i64?)`.
struct Signature {
  struct Part {
    /// Without the question mark.
    let type: Substring
    let isOptional: Bool
    /// `nil`: the text has no names.
    let name: Substring?
  }

  let parts: [Part]

  /// `nil`: it is no such text.
  init?(_ text: String) {
    guard text.first == "(", text.last == ")" else { return nil }
    let inside = text.dropFirst().dropLast()
    var parts: [Part] = []
    for part in inside.isEmpty ? [] : inside.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ")
      guard let type = words.first, words.count <= 2 else { return nil }
      let isOptional = type.last == "?"
      parts.append(
        Part(
          type: isOptional ? type.dropLast() : type, isOptional: isOptional,
          name: words.count == 2 ? words[1] : nil))
    }
    self.parts = parts
  }
}
