#if canImport(Glibc)
  import Glibc
#endif

/// The addresses that begin with the same bits: `10.0.0.0/8`, `fe80::/10`; without a length a single one.
package struct AddressNetwork: Hashable, Sendable {
  private let address: [UInt8]
  private let bits: Int

  /// `nil`: the text is no network, or its address has bits beyond its length, so that it is not certain what is meant.
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

  /// The IPv4 address that an IPv6 one stands for (RFC 4291 §2.5.5.2): a connection to it is one of IPv4. Any other
  /// address as it is.
  package static func unmapped(_ address: [UInt8]) -> [UInt8] {
    mapped.contains(address) ? Array(address[12...]) : address
  }

  /// Is every address of the network one that stands for an IPv4 address?
  package var isMapped: Bool { AddressNetwork.mapped.contains(address) && bits >= AddressNetwork.mapped.bits }

  /// `::ffff:0:0/96`.
  private static let mapped = AddressNetwork([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 0, 0, 0, 0], bits: 96)

  /// Which bits of this byte belong to the network.
  private static func mask(of index: Int, _ bits: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - index * 8)))
  }

  /// 4 or 16 bytes; `nil`: the text is no address in its usual spelling.
  package static func address(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
