import FoundationEssentials

/// Whom a session trusts over TLS, and as whom it appears. What cannot be used is found before anything is sent.
public struct TLSOptions: Sendable {
  /// A certificate, a key or several, as they are given.
  public enum Source: Hashable, Sendable {
    /// The path of a file, which is read once, when the session is made.
    case file(String)
    case memory(Data)
  }

  public enum Version: Hashable, Sendable {
    /// RFC 5246
    case tls12
    /// RFC 8446
    case tls13
  }

  /// The oldest version that is spoken, with proxies too.
  public var minimumVersion = Version.tls12
  /// The certificate that servers are shown if they ask for one.
  public var identity: ClientIdentity?
  /// Whose certificates are accepted. The first rule for a host counts; where there is none, the session's authorities.
  public var trust: [HostTrust] = []

  public init() {}

  /// Has nothing but defaults.
  package var isDefault: Bool { minimumVersion == .tls12 && identity == nil && trust.isEmpty }
}

/// A client's certificate with its private key.
public struct ClientIdentity: Hashable, Sendable {
  /// PEM: the certificate, then those between it and an authority. Or a PKCS #12 archive, which holds the key too.
  public var certificate: TLSOptions.Source
  /// PEM. `nil`: it stands in `certificate`.
  public var key: TLSOptions.Source?
  /// Of the key or the archive.
  public var password: String?
  /// Which servers are shown the certificate when they ask for one: as `HostTrust.host`. `nil`: all, those that a redirect
  /// leads to as well.
  public var hosts: [String]?

  public init(
    certificate: TLSOptions.Source, key: TLSOptions.Source? = nil, password: String? = nil, hosts: [String]? = nil
  ) {
    self.certificate = certificate
    self.key = key
    self.password = password
    self.hosts = hosts
  }
}

extension ClientIdentity: CustomStringConvertible, CustomReflectable {
  /// Without anything that is secret.
  public var description: String { "ClientIdentity(\(Redaction.mark))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What the certificate of a host must satisfy.
public struct HostTrust: Hashable, Sendable {
  public enum Policy: Hashable, Sendable {
    /// Issued by an authority that the system trusts, valid, and for this host.
    case system
    /// The same, with authorities of one's own: PEM.
    case authorities(TLSOptions.Source)
    /// Only that its key is one of `pins`, not its issuer, time or names: for a device with a certificate of its own
    /// making.
    case pinsOnly
    /// Nothing: a machine between the two ends can read and change everything. A warning on standard error says so.
    case none
  }

  /// `api.example.com`; `*.example.com` for all names below that one; `*` for every host. An address as it stands in the
  /// URL, without brackets.
  public var host: String
  public var policy: Policy
  /// Keys of which the certificate's chain must have one, `sha256/` and the Base64 of the SHA-256 of its
  /// SubjectPublicKeyInfo (RFC 7469 §2.4). Empty: any key.
  public var pins: [String]

  public init(_ host: String, _ policy: Policy = .system, pins: [String] = []) {
    self.host = host
    self.policy = policy
    self.pins = pins
  }
}

// MARK: - HostPattern

/// Which hosts a rule is for: one, all below a name (`*.example.com`), or all (`*`).
package struct HostPattern: Hashable, Sendable {
  private enum Kind: Hashable {
    case all
    case below(String)
    case only(String)
  }

  private let kind: Kind

  /// `nil`: the text names no host.
  package init?(_ text: String) {
    if text == "*" {
      kind = .all
      return
    }
    let isBelow = text.hasPrefix("*.")
    var name = String(isBelow ? text.dropFirst(2) : text[...]).lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    if name.hasSuffix(".") { name.removeLast() }
    if !name.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let ascii = InternationalHost.ascii(name) else { return nil }
      name = String(decoding: ascii, as: UTF8.self)
    }
    if !isBelow { name = HostAddress.spelled(name) }
    let colons = name.utf8.count { $0 == 0x3A }
    guard !name.isEmpty, colons != 1, name.utf8.allSatisfy(HostPattern.isAllowed) else { return nil }
    kind = isBelow ? .below("." + name) : .only(name)
  }

  /// No port and no part of a URL: a rule with one would silently be for no host.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"*/?#@[]\\,;\"<>^`{|}%".utf8.contains(byte)
  }

  /// It is for a single host.
  package var isOne: Bool { if case .only = kind { true } else { false } }

  /// - Parameter host: in lower case; an IPv6 address without brackets.
  package func matches(_ host: String) -> Bool {
    let host = host.last == "." ? String(host.dropLast()) : host
    return switch kind {
    case .all: true
    case .below(let suffix): host.count > suffix.count && host.hasSuffix(suffix)
    case .only(let name): host == name
    }
  }
}
