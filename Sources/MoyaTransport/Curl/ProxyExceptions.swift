import MoyaHTTP

/// `no_proxy`, read as libcurl reads it: names with all that is below them, addresses, networks (`10.0.0.0/8`), divided
/// by commas or blanks. `*` alone: all hosts.
package struct ProxyExceptions: Equatable {
  private let areAll: Bool
  private let names: [String]
  private let networks: [AddressNetwork]

  package init(_ text: String) {
    areAll = text == "*"
    let entries = text.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    names = entries.compactMap { entry in
      let name = entry.drop { $0 == "." }
      let plain = String(name.last == "." ? name.dropLast() : name)
      if name.isEmpty { return nil }
      return InternationalHost.ascii(plain).map { String(decoding: $0, as: UTF8.self) } ?? plain
    }
    networks = entries.compactMap { entry in
      let parts = entry.split(separator: "/", maxSplits: 1)
      guard let address = parts.first.flatMap({ AddressNetwork.address(String($0)) }) else { return nil }
      let bits = parts.count == 2 ? Int(parts[1]) ?? -1 : 0
      return AddressNetwork(address, bits: bits == 0 ? address.count * 8 : bits)
    }
  }

  /// The index of an entry of which libcurl would make nothing; `nil`: there is none.
  static func fault(in text: String) -> Int? {
    if text == "*" { return nil }
    let entries = text.split { $0 == "," || $0 == " " || $0 == "\t" }
    return entries.firstIndex { entry in
      if entry.contains("/") {
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let address = AddressNetwork.address(String(parts[0]))
        guard let address, let bits = Int(parts[1]) else { return true }
        return !(0...address.count * 8).contains(bits)
      }
      return HostPattern(String(entry.drop { $0 == "." }))?.isOne != true
    }.map { entries.distance(from: entries.startIndex, to: $0) }
  }

  /// - Parameter host: in lower case; an IPv6 address without brackets.
  package func contains(_ host: String) -> Bool {
    if areAll { return true }
    if names.isEmpty { return false }
    if let address = AddressNetwork.address(host) { return networks.contains { $0.contains(address) } }
    let host = host.last == "." ? String(host.dropLast()) : host
    return names.contains { host == $0 || host.hasSuffix("." + $0) }
  }
}
