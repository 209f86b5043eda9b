import CMoya
import MoyaCore
import MoyaTransport

/// What a provider has made of the `moya_connection_overrides` of its targets.
final class TargetSessions: Sendable {
  private let table: OverridesTable

  init(_ configuration: LoopConfiguration) { table = OverridesTable(configuration) }

  func prepared(_ pointer: UnsafePointer<moya_connection_overrides>?) throws(Failure) -> any PreparedOverrides {
    let given = try ConnectionOverrides(pointer)
    do throws(LoopConfiguration.Fault) { return try table.prepared(given) } catch {
      throw Failure(error, isTargets: true)
    }
  }
}

extension ConnectionOverrides {
  /// What a target's `moya_connection_overrides` says.
  fileprivate init(_ pointer: UnsafePointer<moya_connection_overrides>?) throws(Failure) {
    let options = try moya_connection_overrides(copying: pointer)
    if options.reserved != 0 { throw Failure(MOYA_ERROR_ARGUMENT, "moya_connection_overrides.reserved is not 0") }
    self.init()
    let settings = try ConnectionSettings(options)
    if Int(options.min_tls) != MOYA_TLS_DEFAULT { minimumVersion = settings.tls.minimumVersion }
    identity = settings.tls.identity
    trust = settings.tls.trust
    addressGuard = settings.addressGuard
    if Int(options.http) != MOYA_HTTP_AUTO { http = settings.connection.http }
    interface = settings.connection.interface
    proxyExceptions = settings.connection.proxyExceptions
    proxyAuthentication = settings.connection.proxyAuthentication
    if options.proxy != nil { proxy = try String(options.proxy, named: "moya_connection_overrides.proxy") }
  }
}
