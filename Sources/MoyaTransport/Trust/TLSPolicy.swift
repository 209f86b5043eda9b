import COpenSSL
import MoyaHTTP

/// `TLSOptions`, read and checked: certificates and keys are parsed once, for all connections of a session.
package final class TLSPolicy: Sendable {
  let minimumVersion: TLSOptions.Version
  private let identity: Identity?
  /// To whom the identity may be shown; `nil`: to all.
  private let identityHosts: [HostPattern]?
  private let rules: [(host: HostPattern, rule: TrustRule)]

  /// - Parameter warn: gets a line about something dangerous that the program asked for. Default: standard error.
  package init(
    _ options: TLSOptions, warn: (String) -> Void = Warning.write
  ) throws(LoopConfiguration.Fault) {
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

  /// libcurl's own store of authorities is used by some host.
  var needsSystemStore: Bool {
    !rules.contains { $0.host.matches("") && $0.rule.replacesStore }
  }

  /// The rule for a host; `nil`: the session's authorities decide.
  func rule(for host: String) -> TrustRule? { rules.first { $0.host.matches(host) }?.rule }

  /// Nothing is asked of this host's certificate.
  func trustsAnyone(as host: String) -> Bool { rule(for: host)?.asksNothing ?? false }

  var hasIdentity: Bool { identity != nil }

  /// Gives the TLS of one connection the certificate to show, if it is for this host. False: OpenSSL refuses.
  /// - Parameter isFirst: without hosts of its own, the identity is for this host.
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
