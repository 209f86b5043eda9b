/// How a session's connections are made.
public struct ConnectionOptions: Sendable {
  public enum HTTPChoice: Hashable, Sendable {
    /// HTTP/2 over TLS if the server supports it, otherwise HTTP/1.1.
    case automatic
    case http1
    /// HTTP/2 over TLS. It is an error if the server does not support it.
    case http2
  }

  public var http = HTTPChoice.automatic
  /// The path of a Unix socket for all connections, whatever the URL's host is. `@name` is an abstract socket. These
  /// connections use HTTP/1.1, and no proxy.
  public var unixSocket: String?
  /// Addresses to use instead of the DNS. An entry has a host, a port and an address: `api.example.com:443:192.0.2.7`.
  /// Separate several addresses with commas, and write IPv6 in brackets. The host `*` means every host without its own
  /// entry.
  public var resolve: [String] = []
  /// The name of a network interface, or an address of this machine, from which connections are made.
  public var interface: String?
  /// Hosts that are reached without a proxy, even if the environment names one. The text contains names, addresses and
  /// networks, separated by commas. A name includes all names below it. If the property is `nil` and the proxy comes
  /// from the environment, the exceptions are those in the environment variable `no_proxy`.
  public var proxyExceptions: String?
  /// The name and password for the proxy, which are sent as Basic or Digest.
  public var proxyAuthentication: Authentication?
  /// How many seconds a connection may wait for its next request. 0 means that no connection waits. `nil` means 118
  /// seconds.
  public var keepAlive: UInt32?
  /// Maximum number of connections that may wait for their next request at the same time. If another connection would
  /// have to wait, the session closes one. 0 means that no connection waits. `nil` means that only the session's limit
  /// for open connections applies.
  public var maximumIdleConnections: UInt32?

  public init() {}

  /// False if no connection may wait for another request.
  package var keepsConnections: Bool { keepAlive != 0 && maximumIdleConnections != 0 }
}

// MARK: - ConnectionOverrides

/// How the connections of one target differ from the session's settings. Where a property is `nil`, the session's
/// setting applies.
///
/// Overrides set which servers the target trusts, which certificate it presents, and the route of its connections. An
/// address guard and the oldest TLS version can only become stricter. A connection that was made with overrides is used
/// only for requests with equal overrides.
public struct ConnectionOverrides: Hashable, Sendable {
  /// The oldest TLS version. If the session has a newer oldest version, the session's version applies.
  public var minimumVersion: TLSOptions.Version?
  /// The client certificate that replaces the session's certificate. If its `hosts` is `nil`, only the host of the
  /// target's URL gets the certificate. A host to which a redirect leads does not get it.
  public var identity: ClientIdentity?
  /// Trust rules that come before the session's rules. The first rule for a host applies.
  public var trust: [HostTrust] = []
  /// An address guard for these connections. A connection is made only to an address that both this guard and the
  /// session's guard allow.
  public var addressGuard: AddressGuard?
  public var http: ConnectionOptions.HTTPChoice?
  /// The name of a network interface, or an address of this machine, from which connections are made.
  public var interface: String?
  /// The proxy that replaces the session's proxy. An empty text means no proxy.
  public var proxy: String?
  /// Hosts that are reached without `proxy`. Can be set only together with `proxy`.
  public var proxyExceptions: String?
  /// The name and password for `proxy`, which are sent as Basic or Digest. Can be set only together with `proxy`. The
  /// session's authentication is never sent to another proxy.
  public var proxyAuthentication: Authentication?

  public init() {}
}

/// `ConnectionOverrides` that a transport has checked and prepared. Two of these objects are equal only if they are the
/// same object.
package protocol PreparedOverrides: AnyObject, Sendable {}
