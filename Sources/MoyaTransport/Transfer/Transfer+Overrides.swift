import Glibc
import MoyaHTTP

/// What a transfer says differently from its loop.
extension Transfer {
  /// A redirect has led to a host that the request was not made for.
  var isAway: Bool { redirects.first.map { Origin(urlText: $0.urlText).host != origin.host } ?? false }

  /// What it speaks says nothing about other transfers: its target chose that, or its server did for this request.
  var choosesVersion: Bool { overrides?.http != nil || needsHTTP1 }

  var isHTTP2Required: Bool { (overrides?.http ?? loop.configuration.connection.http) == .http2 }

  /// Some guard lets no connection be made to this address.
  func refusal(of address: UnsafePointer<sockaddr>, size: Int) -> AddressKind? {
    loop.configuration.addresses?.refusal(of: address, size: size)
      ?? overrides?.addresses?.refusal(of: address, size: size)
  }

  /// The transfer's own guard would not have let the connection be made that it is about to use, which another
  /// transfer may have opened.
  var refusesConnection: AddressKind? {
    guard let rules = overrides?.addresses else { return nil }
    let address = handle?.peer.object.flatMap { AddressNetwork.address($0.address) }
    return rules.refusal(of: address ?? [])
  }
}
