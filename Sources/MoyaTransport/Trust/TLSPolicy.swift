import COpenSSL
import FoundationEssentials
import Glibc
import MoyaHTTP

/// `TLSOptions`, read and checked. Certificates and keys are parsed once for all connections of a session.
package final class TLSPolicy: Sendable {
  let minimumVersion: TLSOptions.Version
  private let identity: Identity?
  /// The hosts that may see the identity; `nil` if all hosts may see it.
  private let identityHosts: [HostPattern]?
  private let rules: [(host: HostPattern, rule: TrustRule)]

  /// - Parameter warn: Receives a line about a dangerous setting. By default, the line goes to standard error.
  package init(_ options: TLSOptions, warn: (String) -> Void = Warning.write) throws(LoopConfiguration.Fault) {
    minimumVersion = options.minimumVersion
    identity = try options.identity.map { given throws(LoopConfiguration.Fault) in try Identity(given) }
    identityHosts = try options.identity?.hosts.map { given throws(LoopConfiguration.Fault) in
      try TLSPolicy.patterns(given)
    }
    var rules: [(HostPattern, TrustRule)] = []
    for (index, trust) in options.trust.enumerated() {
      guard let host = HostPattern(trust.host) else {
        throw LoopConfiguration.Fault(part: .trust(index), reason: "its host is none")
      }
      rules.append((host, try TrustRule(trust, index)))
    }
    self.rules = rules
    for trust in options.trust {
      guard case .none = trust.policy, trust.pins.isEmpty else { continue }
      warn(
        "certificates of \(trust.host == "*" ? "all hosts" : trust.host) are not checked: "
          + "a machine between the two ends can read and change everything")
    }
  }

  /// True if some host uses libcurl's own store of trusted certificates.
  var needsSystemStore: Bool {
    !rules.contains { $0.host.matches("") && $0.rule.replacesStore }
  }

  /// Returns the rule for a host. If there is none, returns `nil`, and the authorities that the session trusts decide.
  func rule(for host: String) -> TrustRule? { rules.first { $0.host.matches(host) }?.rule }

  var hasIdentity: Bool { identity != nil }

  /// Sets the client's identity for the TLS of one connection. Does nothing if the identity is not for this host.
  /// Returns false if OpenSSL refuses the identity.
  /// - Parameter isFirst: False if a redirect has led to another host than the request's. An identity without a list of
  ///   hosts is used only if `isFirst` is true.
  func appear(to context: UnsafeMutableRawPointer, host: String, isFirst: Bool = true) -> Bool {
    guard let identity, identityHosts?.contains(where: { $0.matches(host) }) ?? isFirst else { return true }
    return identity.apply(to: context)
  }

  private static func patterns(_ hosts: [String]) throws(LoopConfiguration.Fault) -> [HostPattern] {
    if hosts.isEmpty { throw .init(part: .certificateHosts, reason: "it has no host") }
    var patterns: [HostPattern] = []
    for (index, host) in hosts.enumerated() {
      guard let pattern = HostPattern(host) else {
        throw .init(part: .certificateHosts, reason: "its entry \(index) is no host")
      }
      patterns.append(pattern)
    }
    return patterns
  }
}

// MARK: - Identity

/// A client's certificate and key, parsed.
///
/// The class is `@unchecked Sendable` because nothing changes between `init` and `deinit`, and OpenSSL counts
/// references atomically.
final class Identity: @unchecked Sendable {
  private var parts = moya_tls_identity()

  init(_ given: ClientIdentity) throws(LoopConfiguration.Fault) {
    let certificate = try Material.read(given.certificate) { reason, code in
      LoopConfiguration.Fault(part: .certificate, reason: reason, systemCode: code)
    }
    var key = certificate
    if let source = given.key {
      key = try Material.read(source) { reason, code in
        LoopConfiguration.Fault(part: .key, reason: reason, systemCode: code)
      }
    }
    let fault = certificate.withUnsafeBytes { certificate in
      key.withUnsafeBytes { key in
        moya_tls_read_identity(
          &parts, certificate.baseAddress, Int32(clamping: certificate.count), key.baseAddress,
          Int32(clamping: key.count), given.password)
      }
    }
    if let (part, reason) = Identity.meaning(of: fault, hasKey: given.key != nil) {
      moya_tls_forget(&parts)
      throw LoopConfiguration.Fault(part: part, reason: reason)
    }
  }

  deinit { moya_tls_forget(&parts) }

  func apply(to context: UnsafeMutableRawPointer) -> Bool { moya_tls_appear_as(context, &parts) != 0 }

  private static func meaning(of fault: moya_tls_fault, hasKey: Bool) -> (LoopConfiguration.Fault.Part, String)? {
    let keys: LoopConfiguration.Fault.Part = hasKey ? .key : .certificate
    return switch fault {
    case MOYA_TLS_SOUND: nil
    case MOYA_TLS_NO_CERTIFICATE: (.certificate, "there is no certificate in it, in PEM or PKCS #12")
    case MOYA_TLS_NO_KEY: (keys, "there is no private key in it")
    case MOYA_TLS_NO_PASSWORD: (keys, "its key is encrypted, and there is no password")
    case MOYA_TLS_WRONG_PASSWORD: (keys, "its key cannot be decrypted with the password")
    case MOYA_TLS_OTHER_KEY: (keys, "its key is not the certificate's")
    default: (.certificate, "OpenSSL refuses it: is its key too short?")
    }
  }
}

// MARK: - Material

/// Reads the bytes of certificates and keys.
package enum Material {
  /// The largest size in bytes.
  package static let limit = 16 << 20

  /// Returns the bytes of a certificate or a key, which are in a file or in memory. Throws if there are more than
  /// `limit` bytes.
  /// - Parameter isPublic: True if the error may name the file. It must be false for a key, because a caller may have
  ///   passed the key itself instead of its path.
  static func read<Failure>(
    _ source: TLSOptions.Source, isPublic: Bool = false, _ fault: (String, Int32) -> Failure
  ) throws(Failure) -> Data {
    switch source {
    case .memory(let data):
      if data.count > limit { throw fault("it is larger than 16 MB", 0) }
      return data
    case .file(let path):
      return try read(path, isPublic && path.utf8.count < Int(PATH_MAX) ? path : "it", fault)
    }
  }

  private static func read<Failure>(
    _ path: String, _ name: String, _ fault: (String, Int32) -> Failure
  ) throws(Failure) -> Data {
    // O_CLOEXEC is set, so that a child process that another thread starts does not inherit the descriptor.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { throw refusal(errno, name, fault) }
    defer { close(file) }
    var content = Data()
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer {
      // The memory may contain a key, so it is overwritten.
      room.initializeMemory(as: UInt8.self, repeating: 0)
      room.deallocate()
    }
    while true {
      let count = Glibc.read(file, room.baseAddress, room.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw refusal(errno, name, fault) }
      if count == 0 { return content }
      content.append(contentsOf: room.prefix(count))
      if content.count > limit { throw fault("\(name) is larger than 16 MB", 0) }
    }
  }

  private static func refusal<Failure>(
    _ number: Int32, _ name: String, _ fault: (String, Int32) -> Failure
  ) -> Failure {
    let isShortage = number == EMFILE || number == ENFILE
    let reason = "\(name) cannot be read"
    return isShortage ? fault(reason, number) : fault("\(reason): \(ErrorNumber.text(number))", 0)
  }
}

// MARK: - Warning

/// Writes a line to standard error about a dangerous setting. The environment variable `MOYA_LOG=error` suppresses it.
package enum Warning {
  package static func write(_ text: String) {
    if let level = getenv("MOYA_LOG"), String(cString: level) == "error" { return }
    let plain = String(decoding: text.utf8.map { ASCII.isControl($0) ? 0x20 : $0 }, as: UTF8.self)
    StandardError.write("moya warning: \(plain)\n")
  }
}
