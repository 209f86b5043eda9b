/// The links of a Link field (RFC 8288 §3). Text that is not a link is skipped.
package struct LinkField {
  /// A link from the page in the response, with its relations, for example `next`. The relations are in lower case.
  package struct Link {
    package let reference: String
    let relations: [Substring]
  }

  private let links: [Link]

  /// - Parameter value: the field's value. Join several fields with commas.
  package init(_ value: String) {
    var parser = Parser(rest: value[...])
    var links: [Link] = []
    while let link = parser.next() { links.append(link) }
    self.links = links
  }

  /// Returns the first link with this relation. Case does not matter.
  package func reference(_ relation: String) -> String? {
    let relation = relation.lowercased()
    return links.first { $0.relations.contains { $0 == relation } }?.reference
  }

  private struct Parser {
    var rest: Substring

    /// Returns the next link, or `nil` if there is none.
    mutating func next() -> Link? {
      while let start = rest.firstIndex(of: "<") {
        rest = rest[rest.index(after: start)...]
        guard let end = rest.firstIndex(of: ">") else { return nil }
        let reference = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        var relations: [Substring]?
        var isOfThisPage = true
        while let (name, value) = parameter() {
          // The first `rel` counts (RFC 8288 §3.3). A link with an anchor belongs to another page (RFC 8288 §3.2).
          if name == "rel", relations == nil { relations = value.lowercased()[...].split { $0 == " " || $0 == "\t" } }
          if name == "anchor" { isOfThisPage = false }
        }
        if isOfThisPage { return Link(reference: reference, relations: relations ?? []) }
      }
      return nil
    }

    /// Returns the next parameter, or `nil` at the end of the link.
    private mutating func parameter() -> (name: String, value: String)? {
      skipSpace()
      guard rest.first == ";" else { return nil }
      rest = rest.dropFirst()
      skipSpace()
      let name = take { !" \t=;,\"".contains($0) }
      skipSpace()
      guard rest.first == "=" else { return (name.lowercased(), "") }
      rest = rest.dropFirst()
      skipSpace()
      return (name.lowercased(), rest.first == "\"" ? quoted() : String(take { !" \t;,".contains($0) }))
    }

    private mutating func quoted() -> String {
      var value = ""
      rest = rest.dropFirst()
      while let character = rest.popFirst(), character != "\"" {
        if character == "\\", let escaped = rest.popFirst() { value.append(escaped) } else { value.append(character) }
      }
      return value
    }

    private mutating func take(while belongs: (Character) -> Bool) -> Substring {
      let taken = rest.prefix(while: belongs)
      rest = rest[taken.endIndex...]
      return taken
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\t" } }
  }
}
