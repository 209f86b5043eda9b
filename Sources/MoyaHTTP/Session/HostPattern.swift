/// Which hosts a rule is for: one, all below a name (`*.example.com`), or all (`*`).
package struct HostPattern: Hashable, Sendable {
  private enum Kind: Hashable {
    case all
    case below(String)
    case only(String)
  }

  private let kind: Kind

  /// `nil`: the text names no host.
  package init?(_ text: String) {
    if text == "*" {
      kind = .all
      return
    }
    let isBelow = text.hasPrefix("*.")
    var name = String(isBelow ? text.dropFirst(2) : text[...]).lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.hasSuffix(".") { name.removeLast() }
    if !name.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let ascii = InternationalHost.ascii(name) else { return nil }
      name = String(decoding: ascii, as: UTF8.self)
    }
    if !isBelow { name = HostAddress.spelled(name) }
    let colons = name.utf8.count { $0 == 0x3A }
    guard !name.isEmpty, colons != 1, name.utf8.allSatisfy(HostPattern.isAllowed) else { return nil }
    kind = isBelow ? .below("." + name) : .only(name)
  }

  /// No port and no part of a URL: a rule with one would silently be for no host.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"*/?#@[]\\,;\"<>^`{|}%".utf8.contains(byte)
  }

  /// It is for a single host.
  package var isOne: Bool { if case .only = kind { true } else { false } }

  /// - Parameter host: in lower case; an IPv6 address without brackets.
  package func matches(_ host: String) -> Bool {
    let host = host.last == "." ? String(host.dropLast()) : host
    return switch kind {
    case .all: true
    case .below(let suffix): host.count > suffix.count && host.hasSuffix(suffix)
    case .only(let name): host == name
    }
  }
}
