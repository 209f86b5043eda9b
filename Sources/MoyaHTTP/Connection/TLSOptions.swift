import FoundationEssentials

/// Which servers a session trusts over TLS, and which certificate it presents. If a setting cannot be used, the library
/// reports an error before it sends anything.
public struct TLSOptions: Sendable {
  /// The source of a certificate, of several certificates, or of a key.
  public enum Source: Hashable, Sendable {
    /// The path of a file. The library reads the file once, when the session is made.
    case file(String)
    case memory(Data)
  }

  public enum Version: Hashable, Sendable {
    /// TLS 1.2 (RFC 5246).
    case tls12
    /// TLS 1.3 (RFC 8446).
    case tls13
  }

  /// The oldest TLS version that the session uses, with servers and with proxies.
  public var minimumVersion = Version.tls12
  /// The certificate that the session presents to servers that request one.
  public var identity: ClientIdentity?
  /// The rules that say which certificates the session accepts. The first rule for a host applies. If no rule applies
  /// to a host, an authority that the session trusts must have issued the host's certificate. By default, the session
  /// trusts the authorities of the system.
  public var trust: [HostTrust] = []

  public init() {}

  /// True if all values are defaults.
  package var isDefault: Bool { minimumVersion == .tls12 && identity == nil && trust.isEmpty }
}

/// A client certificate with its private key.
public struct ClientIdentity: Hashable, Sendable {
  /// Either PEM or a PKCS #12 archive. The PEM text begins with the certificate, and the intermediate certificates
  /// follow. The archive contains the key too.
  public var certificate: TLSOptions.Source
  /// The private key in PEM. `nil` if `certificate` contains the key.
  public var key: TLSOptions.Source?
  /// The password of the key or the archive.
  public var password: String?
  /// The servers that get the certificate if they request one. Each text has the form of `HostTrust.host`. `nil` means
  /// all servers, including those to which a redirect leads. In ``ConnectionOverrides``, `nil` means only the host of
  /// the target's URL.
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
  /// A description without secrets.
  public var description: String { "ClientIdentity(\(Redaction.mark))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What the certificate of a host must satisfy.
public struct HostTrust: Hashable, Sendable {
  public enum Policy: Hashable, Sendable {
    /// The certificate must be issued by an authority that the system trusts, be currently valid, and be issued for
    /// this host.
    case system
    /// The same as `system`, but the caller's own authorities, in PEM, replace the system's authorities.
    case authorities(TLSOptions.Source)
    /// The key must be one of `pins`. Issuer, time and names are not checked. This is for a device with a self-signed
    /// certificate.
    case pinsOnly
    /// Nothing is checked except `pins`. If there are no pins, a machine between the two ends can read and change
    /// everything. Then the library writes a warning to standard error.
    case none
  }

  /// The host: `api.example.com`, `*.example.com` for all names below `example.com`, or `*` for every host. An address
  /// is written as in the URL, but without brackets.
  public var host: String
  public var policy: Policy
  /// Pinned keys. The certificate's chain must contain at least one of them. Each text is `sha256/` and the Base64 of
  /// the SHA-256 of a key's SubjectPublicKeyInfo (RFC 7469 §2.4). If there are no pins, any key is accepted.
  public var pins: [String]

  public init(_ host: String, _ policy: Policy = .system, pins: [String] = []) {
    self.host = host
    self.policy = policy
    self.pins = pins
  }
}

// MARK: - HostPattern

/// The hosts to which a rule applies: one host, all hosts below a name (`*.example.com`), or all hosts (`*`).
package struct HostPattern: Hashable, Sendable {
  private enum Kind: Hashable {
    case all
    case below(String)
    case only(String)
  }

  private let kind: Kind

  /// Reads the text of a pattern. Returns `nil` if the text is not a host, `*.` with a name, or `*`.
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

  /// Returns true if the byte is allowed in a host. The delimiters of a URL are not allowed. Otherwise a text with a
  /// path would be accepted as a host, and match nothing.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"*/?#@[]\\,;\"<>^`{|}%".utf8.contains(byte)
  }

  /// True if the pattern matches a single host only.
  package var isOne: Bool { if case .only = kind { true } else { false } }

  /// Returns true if the pattern applies to this host.
  /// - Parameter host: the host in lower case. An IPv6 address must have no brackets.
  package func matches(_ host: String) -> Bool {
    let host = host.last == "." ? String(host.dropLast()) : host
    return switch kind {
    case .all: true
    case .below(let suffix): host.count > suffix.count && host.hasSuffix(suffix)
    case .only(let name): host == name
    }
  }
}
