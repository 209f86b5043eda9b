import Glibc
import MoyaHTTP

/// The rules of an `AddressGuard`, whose exceptions have been parsed and checked.
package struct AddressRules: Sendable {
  private let exceptions: [AddressNetwork]

  package init(_ given: AddressGuard) throws(LoopConfiguration.Fault) {
    var networks: [AddressNetwork] = []
    for (index, text) in given.exceptions.enumerated() {
      guard let network = AddressNetwork(text) else {
        throw LoopConfiguration.Fault(
          part: .addressGuard, reason: "its exception \(index) is neither an address nor a network (\"10.0.0.0/8\")")
      }
      // A network of IPv4 addresses in IPv6 notation would match nothing, because such addresses are compared as IPv4.
      if network.isMapped {
        throw LoopConfiguration.Fault(
          part: .addressGuard,
          reason: "its exception \(index) is IPv4 in the spelling of IPv6: it must be written \"1.2.3.4\"")
      }
      networks.append(network)
    }
    exceptions = networks
  }

  /// Returns the kind of an address to which no connection may be made, or `nil` if connections to the address are
  /// allowed. Connections to public addresses and to the program's exceptions are allowed. An IPv4 address in IPv6
  /// notation is compared with the exceptions as an IPv4 address. So an exception for all of IPv6 does not allow
  /// connections to 127.0.0.1.
  package func refusal(of address: [UInt8]) -> AddressKind? {
    let kind = AddressKind.of(address)
    if kind == .public { return nil }
    let reached = AddressNetwork.unmapped(address)
    return exceptions.contains { $0.contains(reached) } ? nil : kind
  }

  /// Like `refusal(of:)`, for an address in the form in which a socket connects to it. A Unix socket has no Internet
  /// address, so its address counts as reserved.
  func refusal(of address: UnsafePointer<sockaddr>, size: Int) -> AddressKind? {
    let bytes = UnsafeRawBufferPointer(start: address, count: max(0, size))
    switch Int32(address.pointee.sa_family) {
    case AF_INET where size >= MemoryLayout<sockaddr_in>.size: return refusal(of: Array(bytes[4..<8]))
    case AF_INET6 where size >= MemoryLayout<sockaddr_in6>.size: return refusal(of: Array(bytes[8..<24]))
    default: return .reserved
    }
  }
}
