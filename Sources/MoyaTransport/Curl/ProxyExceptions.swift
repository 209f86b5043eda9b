import Glibc
import MoyaHTTP

/// `no_proxy`, read as libcurl reads it: names with all that is below them, addresses, networks (`10.0.0.0/8`), divided
/// by commas or blanks. `*` alone: all hosts.
package struct ProxyExceptions: Equatable {
  private let areAll: Bool
  private let names: [String]
  private let networks: [Network]

  private struct Network: Equatable {
    let address: [UInt8]
    let bits: Int

    func contains(_ other: [UInt8]) -> Bool {
      guard other.count == address.count, (0...address.count * 8).contains(bits) else { return false }
      return zip(address, other).enumerated().allSatisfy { index, pair in
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bits - index * 8)))
        return pair.0 & mask == pair.1 & mask
      }
    }
  }

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
      guard let address = parts.first.flatMap({ ProxyExceptions.address(String($0)) }) else { return nil }
      let bits = parts.count == 2 ? Int(parts[1]) ?? -1 : 0
      return Network(address: address, bits: bits == 0 ? address.count * 8 : bits)
    }
  }

  /// - Parameter host: in lower case; an IPv6 address without brackets.
  package func contains(_ host: String) -> Bool {
    if areAll { return true }
    if names.isEmpty { return false }
    if let address = ProxyExceptions.address(host) { return networks.contains { $0.contains(address) } }
    let host = host.last == "." ? String(host.dropLast()) : host
    return names.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// 4 or 16 bytes.
  private static func address(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
