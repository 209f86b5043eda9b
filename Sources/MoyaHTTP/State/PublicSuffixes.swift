import PublicSuffixList

/// The Public Suffix List: the names under which anyone can register a name, for example `co.uk` and `github.io`
/// (https://publicsuffix.org). A cookie for all hosts of such a name would reach strangers.
///
/// The list's rules are in one text, sorted by their bytes, and are looked up in place.
package struct PublicSuffixes: Sendable {
  /// The list that the library contains. `script/suffixes` writes it.
  package static let builtin = PublicSuffixes(text: .literal(BuiltinSuffixes.rules))

  private enum Text: Sendable {
    case literal(StaticString)
    case bytes([UInt8])
  }

  private let text: Text
  /// No rule of the list has more labels than this. So longer names need no lookup.
  private let mostLabels: Int
  /// No rule of `builtin` has more labels than this.
  package static let mostBuiltinLabels = 8

  private init(text: Text) {
    self.text = text
    mostLabels = PublicSuffixes.mostBuiltinLabels
  }

  /// Reads the list's own format, `public_suffix_list.dat`. Returns `nil` if the text is not that list.
  package init?(list: String) {
    var rules: Set<String> = []
    for line in list.split(whereSeparator: \.isNewline) {
      let rule = line.prefix { !$0.isWhitespace }
      if rule.isEmpty || rule.hasPrefix("//") { continue }
      let mark = rule.hasPrefix("!") ? "!" : ""
      guard let name = PublicSuffixes.ascii(rule.dropFirst(mark.count)) else { return nil }
      rules.insert(mark + name)
    }
    // If the text lacks one of these two rules, it is another file, or only a part of the list.
    guard rules.isSuperset(of: ["com", "co.uk"]) else { return nil }
    let sorted = rules.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    text = .bytes(Array(sorted.joined(separator: [0x0A])))
    mostLabels = sorted.reduce(1) { most, rule in max(most, rule.split(separator: 0x2E).count) }
  }

  private static func ascii(_ name: Substring) -> String? {
    let name = name.lowercased()
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    return InternationalHost.ascii(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns how many labels of the host are its public suffix. There is at least one, because of the list's rule `*`.
  private func suffixLength(_ labels: [Substring]) -> Int {
    var most = 1
    for start in labels.indices.suffix(mostLabels) {
      let name = labels[start...].joined(separator: ".")
      if contains("!" + name) { return labels.count - start - 1 }
      let parent = labels[(start + 1)...].joined(separator: ".")
      if contains(name) || !parent.isEmpty && contains("*." + parent) { most = max(most, labels.count - start) }
    }
    return most
  }

  /// Returns true if a cookie for all hosts below this one would reach strangers. Also returns true if the list does
  /// not have this name but has names below it (`*.kawasaki.jp`).
  ///
  /// - Parameter host: the host in the form that `CookieHost.canonical` returns.
  package func isSuffix(_ host: String) -> Bool {
    if CookieHost.isAddress(host) { return false }
    if contains("*." + host) { return true }
    let labels = host.split(separator: ".")
    return suffixLength(labels) >= labels.count
  }

  /// Returns the registrable domain of a host (RFC 6265bis §2.3): its public suffix and one more label. Returns the
  /// host itself if it is an address or a public suffix.
  package func site(of host: String) -> String {
    if CookieHost.isAddress(host) { return host }
    let labels = host.split(separator: ".")
    return labels.suffix(suffixLength(labels) + 1).joined(separator: ".")
  }

  private func contains(_ rule: String) -> Bool {
    rule.withBytes { rule in
      switch text {
      case .literal(let literal):
        PublicSuffixes.contains(
          rule, UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
      case .bytes(let bytes): bytes.withUnsafeBufferPointer { PublicSuffixes.contains(rule, $0) }
      }
    }
  }

  /// Does a binary search among words that are separated by spaces or line ends. It compares the word at the middle
  /// byte, and finds the ends of this word by scanning.
  private static func contains(_ rule: UnsafeBufferPointer<UInt8>, _ words: UnsafeBufferPointer<UInt8>) -> Bool {
    var range = words.startIndex..<words.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let start = words[range.lowerBound..<middle].lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? range.lowerBound
      let end = words[middle..<range.upperBound].firstIndex { $0 <= 0x20 } ?? range.upperBound
      let word = words[start..<end]
      if word.elementsEqual(rule) { return true }
      range =
        rule.lexicographicallyPrecedes(word)
        ? range.lowerBound..<max(range.lowerBound, start - 1) : min(end + 1, range.upperBound)..<range.upperBound
    }
    return false
  }
}
