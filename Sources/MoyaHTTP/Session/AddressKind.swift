/// What an IP address is for, by IANA's registries of special-purpose addresses (RFC 6890), and whether it is one of the
/// public Internet. A pure function of its bytes, so that no spelling of an address makes a difference.
package enum AddressKind: String, Sendable {
  case `public`
  case unspecified
  case loopback
  case `private`
  case linkLocal = "link-local"
  /// RFC 6598: between a provider and its customers.
  case carrier = "of a carrier's own network"
  case multicast
  case broadcast
  case documentation = "for documentation"
  case reserved

  /// - Parameter bytes: 4 or 16; any other number is reserved.
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

  /// The IPv4 address that an IPv6 address leads to; `nil`: to none.
  private static func embedded(in bytes: [UInt8]) -> [UInt8]? {
    forms.first { $0.0.contains(bytes) }.map { Array(bytes[$0.1..<($0.1 + 4)]) }
  }

  /// Networks of IPv6 with an IPv4 address inside, and where it stands.
  private static let forms: [(AddressNetwork, Int)] = [
    ("::ffff:0:0/96", 12),  // mapped, RFC 4291 §2.5.5.2
    ("::ffff:0:0:0/96", 12),  // translated, RFC 2765
    ("64:ff9b::/96", 12),  // NAT64, RFC 6052
    ("2002::/16", 2),  // 6to4, RFC 3056
  ].compactMap { text, start in AddressNetwork(text).map { ($0, start) } }

  /// The first that contains an address counts.
  private static let version4 = rows([
    ("255.255.255.255", .broadcast), ("0.0.0.0/8", .unspecified), ("127.0.0.0/8", .loopback),
    ("10.0.0.0/8", .private), ("172.16.0.0/12", .private), ("192.168.0.0/16", .private),
    ("169.254.0.0/16", .linkLocal), ("100.64.0.0/10", .carrier), ("224.0.0.0/4", .multicast),
    ("192.0.2.0/24", .documentation), ("198.51.100.0/24", .documentation), ("203.0.113.0/24", .documentation),
    // Of the IETF, for benchmarks, relays of 6to4, what is not given out.
    ("192.0.0.0/24", .reserved), ("198.18.0.0/15", .reserved), ("192.88.99.0/24", .reserved),
    ("240.0.0.0/4", .reserved),
    ("0.0.0.0/0", .public),
  ])

  private static let version6 = rows([
    ("::", .unspecified), ("::1", .loopback), ("fc00::/7", .private), ("fec0::/10", .private),
    ("64:ff9b:1::/48", .private),
    ("fe80::/10", .linkLocal), ("ff00::/8", .multicast), ("2001:db8::/32", .documentation),
    ("3fff::/20", .documentation),
    // Of the IETF, Teredo among them.
    ("2001::/23", .reserved),
    // All that is given out (RFC 4291 §2.4). What is left is reserved, IPv4 in the form ::1.2.3.4 too.
    ("2000::/3", .public),
  ])

  private static func rows(_ texts: [(String, AddressKind)]) -> [Row] {
    texts.compactMap { text, kind in AddressNetwork(text).map { ($0, kind) } }
  }
}
