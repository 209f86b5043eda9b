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
      networks.append(network)
    }
    exceptions = networks
  }

  /// What an address is that no connection may be made to; `nil`: one may.
  package func refusal(of address: [UInt8]) -> AddressKind? {
    let kind = AddressKind.of(address)
    return kind == .public || exceptions.contains { $0.contains(address) } ? nil : kind
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
