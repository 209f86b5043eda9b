import COpenSSL
import FoundationEssentials
import MoyaHTTP

/// What the certificate of one host must satisfy, as the handshake's callback reads it.
///
/// Unchecked: the memory does not change between `init` and `deinit`. Connections point at it, so that it must live as
/// long as their loop.
final class TrustRule: @unchecked Sendable {
  /// Not nil, unless `init` has thrown.
  private let rule: UnsafeMutablePointer<moya_tls_rule>
  private let pins: UnsafeMutableBufferPointer<UInt8>
  /// The certificate must be for the host's name.
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

  /// libcurl's own store of authorities has no part in it.
  var replacesStore: Bool { rule.pointee.authorities != nil || !checksName }

  /// Any certificate is accepted.
  var asksNothing: Bool { !checksName && pins.isEmpty }

  func apply(to context: UnsafeMutableRawPointer) { moya_tls_apply_rule(context, rule) }

  /// RFC 7469 §2.4, as OkHttp ("sha256/…") and libcurl ("sha256//…") write it.
  private static func digest(_ pin: String) -> [UInt8]? {
    // The Base64 itself may begin with a slash.
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

  /// Where the system has no file that we know, libcurl's own store stays.
  private static func systemStore(_ fault: MakeFault) throws(LoopConfiguration.Fault) -> OpaquePointer? {
    guard let path = TrustStore.file(nil) else { return nil }
    return try store(.file(path), fault)
  }
}
