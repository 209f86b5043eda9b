/// Which ways a session's connections take.
public struct ConnectionOptions: Sendable {
  public enum HTTPChoice: Hashable, Sendable {
    /// HTTP/2 over TLS where the server agrees, else HTTP/1.1.
    case automatic
    case http1
    /// HTTP/2 over TLS, or an error.
    case http2
  }

  public var http = HTTPChoice.automatic
  /// The path of a Unix socket to which all connections go, whatever the URL's host; `@name`: an abstract one. HTTP/1.1
  /// only, and no proxy.
  public var unixSocket: String?
  /// Addresses instead of the DNS's: `api.example.com:443:192.0.2.7`, several divided by commas, IPv6 in brackets. The
  /// host `*` is every host without an entry of its own.
  public var resolve: [String] = []
  /// The name of a network interface, or an address of this machine, from which connections are made.
  public var interface: String?
  /// Hosts that are asked past the proxy, the environment's too: names with all that is below them, addresses, networks,
  /// divided by commas. `nil`: the environment's, for its own proxy.
  public var proxyExceptions: String?
  /// Basic or Digest, for the proxy.
  public var proxyAuthentication: Authentication?

  public init() {}
}
