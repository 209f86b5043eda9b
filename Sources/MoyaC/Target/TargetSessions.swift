import CMoya
import MoyaCore
import MoyaTransport

/// What a provider has made of the `moya_session_options` of its targets.
final class TargetSessions: Sendable {
  private let table: OverridesTable

  init(_ configuration: LoopConfiguration) { table = OverridesTable(configuration) }

  func prepared(_ pointer: UnsafePointer<moya_session_options>?) throws(Failure) -> any PreparedOverrides {
    let given = try ConnectionOverrides(pointer)
    do throws(LoopConfiguration.Fault) { return try table.prepared(given) } catch {
      throw Failure(error, isTargets: true)
    }
  }
}

extension ConnectionOverrides {
  /// What a target's `moya_session_options` says.
  fileprivate init(_ pointer: UnsafePointer<moya_session_options>?) throws(Failure) {
    let options = try moya_session_options(copying: pointer)
    let others: [(String, Bool)] = [
      ("max_header_size", options.max_header_size != 0), ("unix_socket", options.unix_socket != nil),
      ("resolve", options.resolve != nil || options.resolve_count != 0), ("credential", options.credential != nil),
      ("origin_headers", options.origin_headers != nil || options.origin_header_count != 0),
    ]
    if let other = others.first(where: \.1) {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_session_options.\(other.0) is for a provider, not for a target")
    }
    self.init()
    let settings = try SessionSettings(options)
    if Int(options.min_tls) != MOYA_TLS_DEFAULT { minimumVersion = settings.tls.minimumVersion }
    identity = settings.tls.identity
    trust = settings.tls.trust
    addressGuard = settings.addressGuard
    if Int(options.http) != MOYA_HTTP_AUTO { http = settings.connection.http }
    interface = settings.connection.interface
    proxyExceptions = settings.connection.proxyExceptions
    proxyAuthentication = settings.connection.proxyAuthentication
    if options.proxy != nil { proxy = try String(options.proxy, named: "moya_session_options.proxy") }
  }
}
