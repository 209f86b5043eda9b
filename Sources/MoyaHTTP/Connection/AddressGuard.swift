#if canImport(Glibc)
  import Glibc
#endif

/// Restricts a session to addresses of the public Internet. Use it in a program that fetches URLs from strangers, as a
/// protection against server-side request forgery (SSRF).
///
/// The guard checks each address immediately before the library connects to it. It also checks the address to which a
/// redirect leads, and an address that the DNS has changed. A proxy connects to addresses that the guard cannot check.
/// So a session cannot have both a guard and a proxy.
public struct AddressGuard: Hashable, Sendable {
  /// Addresses and networks that are allowed in addition to the public Internet: `10.1.2.3`, `192.168.7.0/24`,
  /// `fd00::/8`.
  public var exceptions: [String]

  public init(exceptions: [String] = []) { self.exceptions = exceptions }
}

// MARK: - AddressKind

/// The purpose of an IP address, by IANA's registries of special-purpose addresses (RFC 6890). The purpose says whether
/// the address belongs to the public Internet. It depends only on the bytes of the address, so the notation does not
/// matter.
package enum AddressKind: String, Sendable {
  case `public`
  case unspecified
  case loopback
  case `private`
  case linkLocal = "link-local"
  /// Addresses between an Internet provider and its customers (RFC 6598).
  case carrier = "of a carrier's own network"
  case multicast
  case broadcast
  case documentation = "for documentation"
  case reserved

  /// Returns the kind of an address.
  /// - Parameter bytes: the 4 or 16 bytes of the address. An address with any other count is of kind `reserved`.
  package static func of(_ bytes: [UInt8]) -> AddressKind {
    switch bytes.count {
    case 4: first(in: version4, containing: bytes)
    case 16: embedded(in: bytes).map { of($0) } ?? first(in: version6, containing: bytes)
    default: .reserved
    }
  }

  private typealias Row = (AddressNetwork, AddressKind)

  private static func first(in rows: [Row], containing bytes: [UInt8]) -> AddressKind {
    rows.first { $0.0.contains(bytes) }?.1 ?? .reserved
  }

  /// Returns the IPv4 address that is contained in an IPv6 address and to which its packets go. Returns `nil` if the
  /// IPv6 address contains none.
  private static func embedded(in bytes: [UInt8]) -> [UInt8]? {
    forms.first { $0.0.contains(bytes) }.map { Array(bytes[$0.1..<($0.1 + 4)]) }
  }

  /// IPv6 networks that contain an IPv4 address, and the offset of the IPv4 address.
  private static let forms: [(AddressNetwork, Int)] = [
    ("::ffff:0:0/96", 12),  // mapped, RFC 4291 §2.5.5.2
    ("::ffff:0:0:0/96", 12),  // translated, RFC 2765
    ("64:ff9b::/96", 12),  // NAT64, RFC 6052
    ("2002::/16", 2),  // 6to4, RFC 3056
  ].compactMap { text, start in AddressNetwork(text).map { ($0, start) } }

  /// The networks of IPv4 and their kinds. The first network that contains an address decides.
  private static let version4 = rows([
    ("255.255.255.255", .broadcast), ("0.0.0.0/8", .unspecified), ("127.0.0.0/8", .loopback),
    ("10.0.0.0/8", .private), ("172.16.0.0/12", .private), ("192.168.0.0/16", .private),
    ("169.254.0.0/16", .linkLocal), ("100.64.0.0/10", .carrier), ("224.0.0.0/4", .multicast),
    ("192.0.2.0/24", .documentation), ("198.51.100.0/24", .documentation), ("203.0.113.0/24", .documentation),
    // These networks are for the IETF, for benchmarks and for 6to4 relays, or are unassigned.
    ("192.0.0.0/24", .reserved), ("198.18.0.0/15", .reserved), ("192.88.99.0/24", .reserved),
    ("240.0.0.0/4", .reserved),
    ("0.0.0.0/0", .public),
  ])

  private static let version6 = rows([
    ("::", .unspecified), ("::1", .loopback), ("fc00::/7", .private), ("fec0::/10", .private),
    ("64:ff9b:1::/48", .private),
    ("fe80::/10", .linkLocal), ("ff00::/8", .multicast), ("2001:db8::/32", .documentation),
    ("3fff::/20", .documentation),
    // This network is reserved for the IETF's protocols. It contains Teredo.
    ("2001::/23", .reserved),
    // All assigned addresses are in this network (RFC 4291 §2.4). Every other address is reserved, for example an IPv4
    // address in the form ::1.2.3.4.
    ("2000::/3", .public),
  ])

  private static func rows(_ texts: [(String, AddressKind)]) -> [Row] {
    texts.compactMap { text, kind in AddressNetwork(text).map { ($0, kind) } }
  }
}

// MARK: - AddressNetwork

/// The addresses that begin with the same bits: `10.0.0.0/8`, `fe80::/10`. A network without a length is a single
/// address.
package struct AddressNetwork: Hashable, Sendable {
  private let address: [UInt8]
  private let bits: Int

  /// Reads the text of a network or of a single address. Returns `nil` if it is neither. Also returns `nil` if bits
  /// beyond the network's length are set in its address, because the meaning is then unclear.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ AddressNetwork.address(String($0)) }) else { return nil }
    var bits = address.count * 8
    if parts.count == 2 {
      guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]),
        length <= bits
      else { return nil }
      bits = length
    }
    self.init(address, bits: bits)
    let hasMore = address.indices.contains { address[$0] & ~AddressNetwork.mask(of: $0, bits) != 0 }
    if hasMore { return nil }
  }

  package init(_ address: [UInt8], bits: Int) {
    self.address = address
    self.bits = bits
  }

  package func contains(_ other: [UInt8]) -> Bool {
    guard other.count == address.count, (0...address.count * 8).contains(bits) else { return false }
    return address.indices.allSatisfy { index in
      (address[index] ^ other[index]) & AddressNetwork.mask(of: index, bits) == 0
    }
  }

  /// Returns the IPv4 address that a mapped IPv6 address represents (RFC 4291 §2.5.5.2), because a connection to such
  /// an address uses IPv4. Returns any other address unchanged.
  package static func unmapped(_ address: [UInt8]) -> [UInt8] {
    mapped.contains(address) ? Array(address[12...]) : address
  }

  /// True if every address of the network represents an IPv4 address.
  package var isMapped: Bool { AddressNetwork.mapped.contains(address) && bits >= AddressNetwork.mapped.bits }

  /// `::ffff:0:0/96`.
  private static let mapped = AddressNetwork([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 0, 0, 0, 0], bits: 96)

  /// Returns a mask for the byte at `index` of an address. It contains the bits that belong to the network.
  private static func mask(of index: Int, _ bits: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - index * 8)))
  }

  /// Returns the 4 or 16 bytes of an address, or `nil` if the text is not an address in its usual notation.
  package static func address(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
