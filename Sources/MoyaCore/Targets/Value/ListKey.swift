/// How the elements of a list are named in a query or a form: a pattern such as `{key}[{index}]`.
package struct ListKey: Sendable {
  enum Piece: Hashable { case text(String), key, index }

  let pieces: [Piece]

  /// `key[]`, as PHP and Rails read it.
  package static let brackets = ListKey([.key, .text("[]")])

  private init(_ pieces: [Piece]) { self.pieces = pieces }

  /// `nil`: the pattern does not name its key once, or has a brace of another kind.
  package init?(_ pattern: String) {
    var pieces: [Piece] = []
    var rest = Substring(pattern)
    while !rest.isEmpty {
      if rest.hasPrefix("{key}") {
        pieces.append(.key)
        rest = rest.dropFirst(5)
      } else if rest.hasPrefix("{index}") {
        pieces.append(.index)
        rest = rest.dropFirst(7)
      } else {
        let text = rest.prefix { $0 != "{" && $0 != "}" }
        if text.isEmpty { return nil }
        pieces.append(.text(String(text)))
        rest = rest.dropFirst(text.count)
      }
    }
    guard pieces.count(where: { $0 == .key }) == 1 else { return nil }
    self.pieces = pieces
  }
}
