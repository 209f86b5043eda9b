/// Lets a session connect to addresses of the public Internet only, for programs that fetch what strangers name (SSRF).
///
/// What counts is the address to which a connection is about to be made, whatever the URL, a redirect or the DNS says of
/// it, at each connection. It cannot see what is behind a proxy; so a session has one or the other.
public struct AddressGuard: Hashable, Sendable {
  /// Addresses and networks that are allowed nevertheless: `10.1.2.3`, `192.168.7.0/24`, `fd00::/8`.
  public var exceptions: [String]

  public init(exceptions: [String] = []) { self.exceptions = exceptions }
}
