import MoyaHTTP
import Synchronization

/// `ConnectionOverrides`, read and checked, as the transfers of one session use them.
package final class Overrides: PreparedOverrides {
  let tls: TLSPolicy
  let addresses: AddressRules?
  let http: ConnectionOptions.HTTPChoice?
  let interface: String?
  /// Instead of the session's; `nil`: those.
  let proxies: ProxySettings?
  /// Of `proxies`.
  let proxyAuthentication: Authentication?
  private let number: Int
  private static let count = Atomic<Int>(0)

  /// - Parameter configuration: of the session to whose loops the transfers go.
  init(_ given: ConnectionOverrides, over configuration: LoopConfiguration) throws(LoopConfiguration.Fault) {
    try Overrides.check(given, over: configuration)
    var options = TLSOptions()
    options.minimumVersion = given.minimumVersion ?? .tls12
    options.identity = given.identity
    options.trust = given.trust
    tls = try TLSPolicy(options)
    addresses = try given.addressGuard.map { rules throws(LoopConfiguration.Fault) in try AddressRules(rules) }
    http = given.http
    interface = given.interface
    proxies = given.proxy.map { ProxySettings($0, exceptions: given.proxyExceptions) }
    proxyAuthentication = given.proxyAuthentication
    number = Overrides.count.add(1, ordering: .relaxed).newValue
  }

  /// A list of ciphers, which is OpenSSL's default: it takes no notice of a name that it does not know. libcurl uses a
  /// connection again, and resumes a session of TLS, only for a transfer with the same list. So what was agreed on with
  /// overrides serves equal overrides only: what the handshake's callback sets is not compared by libcurl.
  /// - Parameter away: a redirect has led to another host, to which the identity may not be shown.
  func ciphers(away: Bool) -> String { "DEFAULT:moya-\(number)\(away ? "-away" : "")" }

  private static func check(
    _ given: ConnectionOverrides, over configuration: LoopConfiguration
  ) throws(LoopConfiguration.Fault) {
    for (index, trust) in given.trust.enumerated() {
      guard case .none = trust.policy else { continue }
      throw .init(part: .trust(index), reason: "a target cannot switch the check off, as its provider can")
    }
    let isUnix = configuration.connection.unixSocket != nil
    if given.proxy == nil, given.proxyExceptions != nil || given.proxyAuthentication != nil {
      let part = given.proxyExceptions == nil ? LoopConfiguration.Fault.Part.proxyAuthentication : .proxyExceptions
      throw .init(part: part, reason: "it is there without a proxy of the target's own")
    }
    let hasProxy = given.proxy?.isEmpty == false
    if hasProxy, isUnix { throw .init(part: .proxy, reason: "all connections go to the provider's Unix socket") }
    if hasProxy, configuration.addresses != nil {
      throw .init(part: .proxy, reason: "the provider's address guard could not see behind it")
    }
    if given.http == .http2, isUnix { throw .init(part: .http, reason: "HTTP/2 is not spoken over a Unix socket") }
    if given.addressGuard != nil {
      let inherited = configuration.proxies ?? ProxySettings(configuration.proxy)
      let isDirect = given.proxy.map(\.isEmpty) ?? (inherited.http.isEmpty && inherited.https.isEmpty)
      if isUnix { throw .init(part: .addressGuard, reason: "it has nothing to look at over a Unix socket") }
      if !isDirect {
        throw .init(
          part: .addressGuard, reason: "there is a proxy, behind which addresses cannot be seen (\"\": no proxy)")
      }
    }
    // As those of a session.
    var trial = LoopConfiguration()
    trial.proxy = given.proxy ?? ""
    trial.connection.http = given.http ?? .automatic
    trial.connection.interface = given.interface
    trial.connection.proxyExceptions = given.proxyExceptions
    trial.connection.proxyAuthentication = given.proxyAuthentication
    try trial.check()
  }
}

/// What a session has made of the overrides that its targets have used, so that certificates are read once.
package final class OverridesTable: Sendable {
  /// Sets of overrides that are kept. Others are read again, with connections of their own.
  private static let limit = 64

  private let configuration: LoopConfiguration
  private let rows = Protected<[(given: ConnectionOverrides, made: Overrides)]>([])

  package init(_ configuration: LoopConfiguration) { self.configuration = configuration }

  /// Reads files when the overrides are new. Equal ones are the same object.
  package func prepared(_ given: ConnectionOverrides) throws(LoopConfiguration.Fault) -> any PreparedOverrides {
    if let made = rows.withLock({ OverridesTable.find(given, in: &$0) }) { return made }
    let made = try Overrides(given, over: configuration)
    return rows.withLock { rows in
      if let other = OverridesTable.find(given, in: &rows) { return other }
      if rows.count == OverridesTable.limit { rows.removeFirst() }
      rows.append((given, made))
      return made
    }
  }

  /// The row becomes the last one, since the first one makes room.
  private static func find(
    _ given: ConnectionOverrides, in rows: inout [(given: ConnectionOverrides, made: Overrides)]
  ) -> Overrides? {
    guard let index = rows.lastIndex(where: { $0.given == given }) else { return nil }
    if index != rows.count - 1 { rows.append(rows.remove(at: index)) }
    return rows.last?.made
  }
}
