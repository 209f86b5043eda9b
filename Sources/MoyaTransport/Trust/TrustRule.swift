import COpenSSL
import FoundationEssentials
import Glibc
import MoyaHTTP

/// The requirements for one host's certificate, in the form that the handshake's callback reads.
///
/// The class is `@unchecked Sendable` because its memory does not change between `init` and `deinit`. Connections point
/// to it, so it must live as long as their loop.
final class TrustRule: @unchecked Sendable {
  /// The rule that the callback of the handshake reads. Initialized, unless `init` has thrown.
  private let rule: UnsafeMutablePointer<moya_tls_rule>
  private let pins: UnsafeMutableBufferPointer<UInt8>
  /// True if the certificate must match the host name.
  let checksName: Bool

  init(_ trust: HostTrust, _ index: Int) throws(LoopConfiguration.Fault) {
    func fault(_ reason: String, _ systemCode: Int32 = 0) -> LoopConfiguration.Fault {
      LoopConfiguration.Fault(part: .trust(index), reason: reason, systemCode: systemCode)
    }
    var digests: [UInt8] = []
    for pin in trust.pins {
      guard let digest = TrustRule.digest(pin) else {
        throw fault("a pin of it is not \"sha256/\" and the Base64 of 32 bytes")
      }
      digests += digest
    }
    var store: OpaquePointer?
    var looksAtChain = true
    switch trust.policy {
    case .system: store = try TrustRule.systemStore(fault)
    case .authorities(let source): store = try TrustRule.store(source, fault)
    case .pinsOnly:
      looksAtChain = false
      if digests.isEmpty { throw fault("it trusts pinned keys only, and has no pin") }
    case .none: looksAtChain = false
    }
    checksName = looksAtChain
    pins = .allocate(capacity: digests.count)
    _ = pins.initialize(from: digests)
    rule = .allocate(capacity: 1)
    rule.initialize(
      to: moya_tls_rule(
        authorities: store, looks_at_chain: looksAtChain ? 1 : 0,
        pin_count: trust.pins.count, pins: UnsafePointer(pins.baseAddress)))
  }

  deinit {
    X509_STORE_free(rule.pointee.authorities)
    rule.deallocate()
    pins.deallocate()
  }

  /// True if libcurl's own store of trusted certificates is not used.
  var replacesStore: Bool { rule.pointee.authorities != nil || !checksName }

  /// True if any certificate is accepted.
  var asksNothing: Bool { !checksName && pins.isEmpty }

  func apply(to context: UnsafeMutableRawPointer) { moya_tls_apply_rule(context, rule) }

  /// Reads a pin (RFC 7469 §2.4), in the notation of OkHttp ("sha256/…") or libcurl ("sha256//…").
  private static func digest(_ pin: String) -> [UInt8]? {
    // Both prefixes are tried, because a second slash can also be the first character of the Base64 text.
    for length in [7, 8] where pin.hasPrefix("sha256//".prefix(length)) {
      let digest = Data(base64Encoded: String(pin.dropFirst(length)))
      if let digest, digest.count == Int(MOYA_TLS_PIN_SIZE) { return Array(digest) }
    }
    return nil
  }

  private typealias MakeFault = (String, Int32) -> LoopConfiguration.Fault

  private static func store(
    _ source: TLSOptions.Source, _ fault: MakeFault
  ) throws(LoopConfiguration.Fault) -> OpaquePointer {
    let content = try Material.read(source, isPublic: true, fault)
    let store = content.withUnsafeBytes { moya_tls_store($0.baseAddress, Int32(clamping: $0.count)) }
    guard let store else { throw fault("its authorities are no certificates in PEM", 0) }
    return store
  }

  /// Reads the system's file of trusted authorities. Returns `nil` if no known file of the system exists. Then
  /// libcurl's own store is used.
  private static func systemStore(_ fault: MakeFault) throws(LoopConfiguration.Fault) -> OpaquePointer? {
    guard let path = TrustStore.file(nil) else { return nil }
    return try store(.file(path), fault)
  }
}

// MARK: - TrustStore

/// Finds the certificates of trusted authorities on this machine. A statically linked OpenSSL would look for them in
/// the folder for which it was built, which may not exist here.
package enum TrustStore {
  /// Where the certificates are, in this order: on Debian, Alpine and Arch, on new and old versions of Fedora and its
  /// relatives, on new and old versions of SUSE, and on the BSDs.
  package static let places = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt", "/var/lib/ca-certificates/ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  /// Returns the configured file. If there is none, returns the file in `SSL_CERT_FILE`, which every program that uses
  /// OpenSSL reads. If this is not set either, returns the first of `places` for which `isThere` returns true. If no
  /// place has a file, returns `nil`, and libcurl's default applies.
  package static func file(
    _ configured: String?, environment: (String) -> String?, isThere: (String) -> Bool
  ) -> String? {
    if let configured { return configured }
    if let named = environment("SSL_CERT_FILE"), !named.isEmpty { return named }
    return places.first(where: isThere)
  }

  /// Returns the text that describes a file in an error message: its path, and the reason if it cannot be read.
  static func shown(_ path: String) -> String {
    let isReadable = access(path, R_OK) == 0
    let reason = isReadable ? "" : " (\(ErrorNumber.text(errno)))"
    return (path.utf8.count < Int(PATH_MAX) ? path : "it") + reason
  }

  static func file(_ configured: String?) -> String? {
    file(configured, environment: { getenv($0).map { String(cString: $0) } }, isThere: { access($0, R_OK) == 0 })
  }
}
