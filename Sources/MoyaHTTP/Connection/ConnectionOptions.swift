/// How a session's connections are made.
public struct ConnectionOptions: Sendable {
  public enum HTTPChoice: Hashable, Sendable {
    /// HTTP/2 over TLS if the server supports it, otherwise HTTP/1.1.
    case automatic
    case http1
    /// HTTP/2 over TLS, or an error.
    case http2
  }

  public var http = HTTPChoice.automatic
  /// The path of a Unix socket for all connections, whatever the URL's host. `@name` is an abstract socket. HTTP/1.1
  /// only, without a proxy.
  public var unixSocket: String?
  /// Addresses that replace the DNS: `api.example.com:443:192.0.2.7`. Separate several addresses with commas, and write
  /// IPv6 in brackets. The host `*` is every host without its own entry.
  public var resolve: [String] = []
  /// The name of a network interface, or an address of this machine, from which connections are made.
  public var interface: String?
  /// Hosts that are reached without a proxy, also without one that the environment names. The text has names (each
  /// includes all names below it), addresses and networks, separated by commas. `nil` means the hosts in the
  /// environment variable `no_proxy`, but only for a proxy that the environment names.
  public var proxyExceptions: String?
  /// Basic or Digest, for the proxy.
  public var proxyAuthentication: Authentication?

  public init() {}
}

// MARK: - ConnectionOverrides

/// How the connections of one target differ from the session's settings. `nil`: the session's setting.
///
/// Overrides can make a check stricter, or choose another identity or route. They never make a check less strict. A
/// connection that was made with overrides is used only for requests with equal overrides.
public struct ConnectionOverrides: Hashable, Sendable {
  /// The oldest TLS version. The newer one of this and the session's applies.
  public var minimumVersion: TLSOptions.Version?
  /// Replaces the session's identity. Without `hosts` it is presented only to the host of the target's URL, not to the
  /// target of a redirect.
  public var identity: ClientIdentity?
  /// Rules that precede the session's. The first rule for a host applies. `HostTrust.Policy.none` is an error.
  public var trust: [HostTrust] = []
  /// Both this guard and the session's must allow an address.
  public var addressGuard: AddressGuard?
  public var http: ConnectionOptions.HTTPChoice?
  /// The name of a network interface, or an address of this machine, from which connections are made.
  public var interface: String?
  /// Replaces the session's proxy. Empty: no proxy.
  public var proxy: String?
  /// Hosts that are reached without `proxy`. Needs `proxy`.
  public var proxyExceptions: String?
  /// Basic or Digest for `proxy`. Needs `proxy`. The session's authentication is never sent to another proxy.
  public var proxyAuthentication: Authentication?

  public init() {}
}

/// `ConnectionOverrides` that a transport has checked and prepared. Two overrides are the same if they are the same
/// object.
package protocol PreparedOverrides: AnyObject, Sendable {}
