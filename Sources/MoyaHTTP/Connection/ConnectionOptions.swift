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

// MARK: - ConnectionOverrides

/// What one target says of its connections differently from its session. `nil`: as the session says.
///
/// It makes a check stricter, or chooses another identity or way; it never makes a check laxer. A connection that was
/// made with overrides serves equal overrides only.
public struct ConnectionOverrides: Hashable, Sendable {
  /// Of this and the session's, the newer one counts.
  public var minimumVersion: TLSOptions.Version?
  /// Instead of the session's. Without `hosts` it is shown to the host of the target's URL only, not to one that a
  /// redirect leads to.
  public var identity: ClientIdentity?
  /// Rules before the session's: the first for a host counts. `HostTrust.Policy.none` is refused.
  public var trust: [HostTrust] = []
  /// Both this and the session's must allow an address.
  public var addressGuard: AddressGuard?
  public var http: ConnectionOptions.HTTPChoice?
  /// The name of a network interface, or an address of this machine, from which connections are made.
  public var interface: String?
  /// Instead of the session's; empty: none.
  public var proxy: String?
  /// With `proxy`: hosts that are asked past it.
  public var proxyExceptions: String?
  /// With `proxy`: Basic or Digest. The session's is never sent to another proxy.
  public var proxyAuthentication: Authentication?

  public init() {}
}

/// `ConnectionOverrides`, checked, as a transport has made them ready. Two are the same overrides when they are the same
/// object.
package protocol PreparedOverrides: AnyObject, Sendable {}
