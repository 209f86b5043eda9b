import Glibc
import MoyaHTTP

/// An `AddressGuard`, read and checked.
package struct AddressRules: Sendable {
  private let exceptions: [AddressNetwork]

  package init(_ given: AddressGuard) throws(LoopConfiguration.Fault) {
    var networks: [AddressNetwork] = []
    for (index, text) in given.exceptions.enumerated() {
      guard let network = AddressNetwork(text) else {
        throw LoopConfiguration.Fault(
          part: .addressGuard, reason: "its exception \(index) is neither an address nor a network (\"10.0.0.0/8\")")
      }
      // It would match nothing, since such an address is looked for among those of IPv4.
      if network.isMapped {
        throw LoopConfiguration.Fault(
          part: .addressGuard,
          reason: "its exception \(index) is IPv4 in the spelling of IPv6: it must be written \"1.2.3.4\"")
      }
      networks.append(network)
    }
    exceptions = networks
  }

  /// What an address is that no connection may be made to; `nil`: one may. An IPv4 address in the spelling of IPv6 is
  /// an exception where it is one as IPv4: who lets all of IPv6 be reached has not let 127.0.0.1 be.
  package func refusal(of address: [UInt8]) -> AddressKind? {
    let kind = AddressKind.of(address)
    if kind == .public { return nil }
    let reached = AddressNetwork.unmapped(address)
    return exceptions.contains { $0.contains(reached) } ? nil : kind
  }

  /// The same of what a socket is about to be connected to. A Unix socket is nothing of the Internet's.
  func refusal(of address: UnsafePointer<sockaddr>, size: Int) -> AddressKind? {
    let bytes = UnsafeRawBufferPointer(start: address, count: max(0, size))
    switch Int32(address.pointee.sa_family) {
    case AF_INET where size >= MemoryLayout<sockaddr_in>.size: return refusal(of: Array(bytes[4..<8]))
    case AF_INET6 where size >= MemoryLayout<sockaddr_in6>.size: return refusal(of: Array(bytes[8..<24]))
    default: return .reserved
    }
  }
}
