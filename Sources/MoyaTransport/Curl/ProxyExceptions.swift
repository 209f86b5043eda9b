import MoyaHTTP

/// `no_proxy`, the option and the environment's: names with all that is below them, addresses, networks (`10.0.0.0/8`),
/// divided by commas or blanks. An IPv6 address may stand in brackets, and a port behind a name or an address (`[::1]:80`):
/// then no other port is meant. `*` alone: all hosts.
package struct ProxyExceptions: Equatable {
  private let areAll: Bool
  private let entries: [Entry]

  /// What is in none of these forms counts for nothing.
  package init(_ text: String) {
    areAll = text == "*"
    entries = areAll ? [] : ProxyExceptions.words(text).compactMap { Entry($0) }
  }

  /// The index of an entry that counts for nothing; `nil`: there is none.
  static func fault(in text: String) -> Int? {
    if text == "*" { return nil }
    return words(text).firstIndex { Entry($0)?.isUsable != true }
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { $0 == "," || $0 == " " || $0 == "\t" }
  }

  package func contains(_ origin: Origin) -> Bool {
    if areAll || entries.isEmpty { return areAll }
    return contains(origin.host, port: origin.hostAndPort.split(separator: ":").last.flatMap { UInt16($0) })
  }

  /// - Parameter host: in lower case; an IPv6 address without brackets.
  package func contains(_ host: String, port: UInt16? = nil) -> Bool {
    if areAll { return true }
    let address = AddressNetwork.address(host)
    let host = host.last == "." ? String(host.dropLast()) : host
    return entries.contains { entry in
      guard entry.port == nil || entry.port == port else { return false }
      return switch entry.hosts {
      case .network(let network, _): address.map { network.contains($0) } == true
      case .name(let name): address == nil && (host == name || host.hasSuffix("." + name))
      }
    }
  }
}

/// A part of `no_proxy`.
private struct Entry: Equatable {
  enum Hosts: Equatable {
    /// `isExact`: its length is one that a network can have.
    case network(AddressNetwork, isExact: Bool)
    case name(String)
  }

  let hosts: Hosts
  /// `nil`: every port.
  let port: UInt16?

  init?(_ text: Substring) {
    var host = text
    var port: UInt16?
    // Of several colons without brackets all are an IPv6 address's.
    let isBracketed = text.hasPrefix("[")
    let colon = text.lastIndex(of: ":")
    if let colon, isBracketed ? text[..<colon].hasSuffix("]") : text.firstIndex(of: ":") == colon {
      let digits = text[text.index(after: colon)...]
      guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt16(digits), number > 0 else { return nil }
      (host, port) = (text[..<colon], number)
    }
    guard let hosts = Entry.hosts(host, isBracketed) else { return nil }
    self.hosts = hosts
    self.port = port
  }

  private static func hosts(_ text: Substring, _ isBracketed: Bool) -> Hosts? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var start = parts[0]
    if isBracketed {
      guard start.hasSuffix("]") else { return nil }
      start = start.dropFirst().dropLast()
    }
    if let address = AddressNetwork.address(String(start)), !isBracketed || address.count == 16 {
      let bits = parts.count == 2 ? Int(parts[1]) ?? -1 : 0
      // As libcurl reads them, a length of 0 is that of the address.
      return .network(
        AddressNetwork(address, bits: bits == 0 ? address.count * 8 : bits), isExact: 0...address.count * 8 ~= bits)
    }
    if isBracketed || parts.count == 2 { return nil }
    let name = text.lowercased().drop { $0 == "." }
    let plain = String(name.last == "." ? name.dropLast() : name)
    if plain.isEmpty { return nil }
    return .name(InternationalHost.ascii(plain).map { String(decoding: $0, as: UTF8.self) } ?? plain)
  }

  var isUsable: Bool {
    switch hosts {
    case .network(_, let isExact): isExact
    case .name(let name): HostPattern(name)?.isOne == true
    }
  }
}
