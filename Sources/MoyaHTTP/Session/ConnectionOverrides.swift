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
