import MoyaHTTP
import Synchronization

/// The settings of a `ConnectionOverrides`, read and checked, for the transfers of one session.
package final class Overrides: PreparedOverrides {
  let tls: TLSPolicy
  let addresses: AddressRules?
  let http: ConnectionOptions.HTTPChoice?
  let interface: String?
  /// The proxies to use instead of the session's proxies; `nil` means the session's proxies.
  let proxies: ProxySettings?
  /// The credential for `proxies`.
  let proxyAuthentication: Authentication?
  private let number: Int
  private static let count = Atomic<Int>(0)

  /// - Parameters:
  ///   - configuration: The configuration of the session whose loops run the transfers.
  ///   - warn: Receives a line about a dangerous setting.
  init(
    _ given: ConnectionOverrides, over configuration: LoopConfiguration, warn: (String) -> Void
  ) throws(LoopConfiguration.Fault) {
    try Overrides.check(given, over: configuration)
    var options = TLSOptions()
    options.minimumVersion = given.minimumVersion ?? .tls12
    options.identity = given.identity
    options.trust = given.trust
    tls = try TLSPolicy(options, warn: warn)
    addresses = try given.addressGuard.map { rules throws(LoopConfiguration.Fault) in try AddressRules(rules) }
    http = given.http
    interface = given.interface
    proxies = given.proxy.map { ProxySettings($0, exceptions: given.proxyExceptions) }
    proxyAuthentication = given.proxyAuthentication
    number = Overrides.count.add(1, ordering: .relaxed).newValue
  }

  /// Returns the cipher list for connections with these overrides: OpenSSL's default, followed by a name that OpenSSL
  /// does not know and so ignores. libcurl reuses a connection, and resumes a TLS session, only for a transfer with the
  /// same list. So only transfers with equal overrides share a connection. libcurl does not compare what the
  /// handshake's callback sets, so without the name all transfers could use the connection.
  ///
  /// - Parameter away: True if a redirect has led to another host, which must not see the identity.
  func ciphers(away: Bool) -> String { "DEFAULT:moya-\(number)\(away ? "-away" : "")" }

  private static func check(
    _ given: ConnectionOverrides, over configuration: LoopConfiguration
  ) throws(LoopConfiguration.Fault) {
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
    // These settings get the same checks as the settings of a session.
    var trial = LoopConfiguration()
    trial.proxy = given.proxy ?? ""
    trial.connection.http = given.http ?? .automatic
    trial.connection.interface = given.interface
    trial.connection.proxyExceptions = given.proxyExceptions
    trial.connection.proxyAuthentication = given.proxyAuthentication
    try trial.check()
  }
}

/// Stores the prepared overrides of a session, so that the certificates of its targets are read only once.
package final class OverridesTable: Sendable {
  /// The limit for the number of stored sets of overrides. If there are more, the set whose last use is longest ago is
  /// removed. When this set is used again, its files are read again and it gets new connections.
  private static let limit = 64

  private let configuration: LoopConfiguration
  private let warn: @Sendable (String) -> Void
  private let rows = Protected<[(given: ConnectionOverrides, made: Overrides)]>([])

  /// - Parameter warn: Receives a line about a dangerous setting. By default, the line goes to standard error.
  package init(_ configuration: LoopConfiguration, warn: @escaping @Sendable (String) -> Void = { Warning.write($0) }) {
    self.configuration = configuration
    self.warn = warn
  }

  /// Returns the prepared overrides. Reads files if the overrides are new. Equal overrides give the same object.
  package func prepared(_ given: ConnectionOverrides) throws(LoopConfiguration.Fault) -> any PreparedOverrides {
    if let made = rows.withLock({ OverridesTable.find(given, in: &$0) }) { return made }
    let made = try Overrides(given, over: configuration, warn: warn)
    return rows.withLock { rows in
      if let other = OverridesTable.find(given, in: &rows) { return other }
      if rows.count == OverridesTable.limit { rows.removeFirst() }
      rows.append((given, made))
      return made
    }
  }

  /// Returns the prepared form of `given`, or `nil` if none is stored. Moves it to the end of the list, because the
  /// first one is removed when the list is full.
  private static func find(
    _ given: ConnectionOverrides, in rows: inout [(given: ConnectionOverrides, made: Overrides)]
  ) -> Overrides? {
    guard let index = rows.lastIndex(where: { $0.given == given }) else { return nil }
    if index != rows.count - 1 { rows.append(rows.remove(at: index)) }
    return rows.last?.made
  }
}
