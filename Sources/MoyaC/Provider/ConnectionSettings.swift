import CMoya
import MoyaCore
import MoyaTransport

/// The contents of a `moya_connection_options`, converted to the types of the transport.
struct ConnectionSettings {
  private(set) var tls = TLSOptions()
  private(set) var addressGuard: AddressGuard?
  private(set) var connection = ConnectionOptions()
  private var maximumHeaderSize: Int?
  private(set) var originHeaders: [String] = []
  private(set) var authentication: Authentication?

  /// Reads the options of a provider.
  init(_ pointer: UnsafePointer<moya_connection_options>?) throws(Failure) {
    try self.init(moya_connection_options(copying: pointer), named: "moya_connection_options")
  }

  /// Reads a target's options, which replace the provider's options.
  init(_ overrides: moya_connection_overrides) throws(Failure) {
    try self.init(moya_connection_options(overrides), named: "moya_connection_overrides")
  }

  /// - Parameter struct: The name of the caller's struct, for messages.
  private init(_ options: moya_connection_options, named struct: String) throws(Failure) {
    func text(_ text: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String? {
      text == nil ? nil : try String(text, named: "\(`struct`).\(name)")
    }
    switch Int(options.min_tls) {
    case MOYA_TLS_DEFAULT, MOYA_TLS_V1_2: tls.minimumVersion = .tls12
    case MOYA_TLS_V1_3: tls.minimumVersion = .tls13
    default: throw .unknown("\(`struct`).min_tls", options.min_tls, "MOYA_TLS_…")
    }
    switch Int(options.http) {
    case MOYA_HTTP_AUTO: connection.http = .automatic
    case MOYA_HTTP_V1: connection.http = .http1
    case MOYA_HTTP_V2: connection.http = .http2
    default: throw .unknown("\(`struct`).http", options.http, "MOYA_HTTP_…")
    }
    if options.max_idle_connections > 0 { connection.maximumIdleConnections = options.max_idle_connections }
    switch options.keep_alive_s {
    case 0: break
    case UInt32.max: connection.keepAlive = 0
    case 1...2_000_000: connection.keepAlive = options.keep_alive_s
    default: throw .argument("\(`struct`).keep_alive_s is \(options.keep_alive_s), more than 2 000 000")
    }
    if options.max_header_size > 0 { maximumHeaderSize = Int(options.max_header_size) }
    connection.unixSocket = try text(options.unix_socket, "unix_socket")
    connection.interface = try text(options.interface, "interface")
    connection.proxyExceptions = try text(options.no_proxy, "no_proxy")
    connection.resolve = try ConnectionSettings.texts(options.resolve, options.resolve_count, "\(`struct`).resolve")
    originHeaders = try ConnectionSettings.texts(
      options.origin_headers, options.origin_header_count, "\(`struct`).origin_headers")
    for (index, name) in originHeaders.enumerated() where !ASCII.isToken(name) {
      throw .argument("\(`struct`).origin_headers[\(index)] is no name of a header field")
    }
    if options.proxy_credential != nil {
      connection.proxyAuthentication = try Authentication(
        options.proxy_credential, named: "\(`struct`).proxy_credential")
    }
    if options.credential != nil {
      authentication = try Authentication(options.credential, named: "\(`struct`).credential")
    }
    tls.trust = try ConnectionSettings.trust(options, named: "\(`struct`).trust")
    tls.identity = try ConnectionSettings.identity(
      options, password: try text(options.key_password, "key_password"),
      hosts: try text(options.certificate_hosts, "certificate_hosts")?.words, named: `struct`)
    let exceptions = try text(options.guard_exceptions, "guard_exceptions")
    switch Int(options.guard) {
    case MOYA_GUARD_NONE:
      if exceptions != nil { throw .argument("\(`struct`).guard_exceptions is there without a guard") }
    case MOYA_GUARD_PUBLIC:
      addressGuard = AddressGuard(exceptions: (exceptions ?? "").words)
    default: throw .unknown("\(`struct`).guard", options.guard, "MOYA_GUARD_…")
    }
  }

  /// Copies the settings to the configuration of the event loops.
  ///
  /// - Parameter log: Receives a line about each dangerous option.
  func apply(to loop: inout LoopConfiguration, log: HostLog) throws(LoopConfiguration.Fault) {
    if !tls.isDefault { loop.tls = try TLSPolicy(tls, warn: log.warn) }
    if let addressGuard { loop.addresses = try AddressRules(addressGuard) }
    if let maximumHeaderSize { loop.maximumHeaderSize = maximumHeaderSize }
    loop.connection = connection
  }

  private static func texts(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ name: String
  ) throws(Failure) -> [String] {
    var result: [String] = []
    for (index, text) in try array(texts, count: count, named: name).enumerated() {
      result.append(try String(text, named: "\(name)[\(index)]"))
    }
    return result
  }

  private static func trust(_ options: moya_connection_options, named name: String) throws(Failure) -> [HostTrust] {
    let rows = try CallerArray(
      options.trust, count: options.trust_count, stride: options.trust_stride, named: name)
    var trust: [HostTrust] = []
    for index in rows.indices { trust.append(try HostTrust(rows[index], "\(name)[\(index)]")) }
    return trust
  }

  private static func identity(
    _ options: moya_connection_options, password: String?, hosts: [String]?, named struct: String
  ) throws(Failure) -> ClientIdentity? {
    let certificate = try TLSOptions.Source(
      file: options.certificate_file, options.certificate_data, options.certificate_data_len,
      named: "\(`struct`).certificate")
    let key = try TLSOptions.Source(
      file: options.key_file, options.key_data, options.key_data_len, named: "\(`struct`).key")
    if let certificate { return ClientIdentity(certificate: certificate, key: key, password: password, hosts: hosts) }
    if key == nil, password == nil, hosts == nil { return nil }
    let what = key == nil && password == nil ? "certificate_hosts" : "a key or its password"
    throw .argument("\(`struct`) has \(what), and no certificate")
  }
}

extension HostTrust {
  fileprivate init(_ row: moya_trust, _ name: String) throws(Failure) {
    if row.reserved != 0 { throw .argument("\(name).reserved is not 0") }
    let authorities = try TLSOptions.Source(file: row.ca_file, row.ca_data, row.ca_data_len, named: "\(name).ca")
    let policy: Policy
    switch Int(row.kind) {
    case MOYA_TRUST_CHAIN: policy = authorities.map { .authorities($0) } ?? .system
    case MOYA_TRUST_PINS: policy = .pinsOnly
    case MOYA_TRUST_NONE: policy = .none
    default: throw .unknown("\(name).kind", row.kind, "MOYA_TRUST_…")
    }
    if authorities != nil, Int(row.kind) != MOYA_TRUST_CHAIN {
      throw .argument("\(name) has authorities, which its kind does not ask")
    }
    let pins = row.pins == nil ? nil : try String(row.pins, named: "\(name).pins").words
    // An empty list of pins would turn pinning off. The program may have read it from a setting that is empty by
    // mistake. So it is an error.
    if pins?.isEmpty == true { throw .argument("\(name).pins has no pin: NULL is any key") }
    self.init(
      row.host == nil ? "*" : try String(row.host, named: "\(name).host"), policy,
      pins: pins ?? [])
  }
}

extension TLSOptions.Source {
  /// Makes the source of certificates or keys. Returns `nil` if the caller gives neither a file nor data.
  fileprivate init?(
    file: UnsafePointer<CChar>?, _ data: UnsafeRawPointer?, _ count: Int, named name: String
  ) throws(Failure) {
    if file != nil, data != nil || count != 0 { throw .argument("\(name)_file and \(name)_data are both there") }
    if file != nil {
      self = .file(try String(file, named: "\(name)_file"))
    } else if data != nil || count != 0 {
      let bytes = try callerBytes(data, count: count, named: "\(name)_data")
      // Copies at most one byte more than the limit. The reader of the data then reports that the data is too large.
      self = .memory(Data(bytes.prefix(Material.limit + 1)))
    } else {
      return nil
    }
  }
}

extension String {
  /// Splits the text at white space and commas.
  fileprivate var words: [String] { split { $0.isWhitespace || $0 == "," }.map(String.init) }
}

extension Failure {
  /// Makes the failure for an option that cannot be used.
  ///
  /// - Parameter isTargets: True if the option belongs to a target. False if it belongs to a provider.
  init(_ fault: LoopConfiguration.Fault, isTargets: Bool = false) {
    let own = isTargets ? "moya_connection_overrides" : "moya_connection_options"
    let name =
      switch fault.part {
      case .caFile: "moya_provider_options.ca_file"
      case .proxy: isTargets ? "\(own).proxy" : "moya_provider_options.proxy"
      case .certificate: "\(own).certificate"
      case .key: "\(own).key"
      case .certificateHosts: "\(own).certificate_hosts"
      case .addressGuard: "\(own).guard"
      case .trust(let index): "\(own).trust[\(index)]"
      case .http: "\(own).http"
      case .unixSocket: "\(own).unix_socket"
      case .resolve(let index): "\(own).resolve[\(index)]"
      case .interface: "\(own).interface"
      case .proxyExceptions: "\(own).no_proxy"
      case .proxyAuthentication: "\(own).proxy_credential"
      }
    let message = "\(name) cannot be used: \(fault.reason)"
    self =
      fault.systemCode == 0
      ? Failure(MOYA_ERROR_ARGUMENT, message) : .system(MOYA_ERROR_SYSTEM, message, errno: fault.systemCode)
  }
}

extension moya_connection_options {
  /// Copies a target's overrides. Each override has the same meaning as a field of `moya_connection_options`.
  fileprivate init(_ overrides: moya_connection_overrides) {
    self.init()
    (min_tls, http, interface) = (overrides.min_tls, overrides.http, overrides.interface)
    (trust, trust_count, trust_stride) = (overrides.trust, overrides.trust_count, overrides.trust_stride)
    (self.guard, guard_exceptions) = (overrides.guard, overrides.guard_exceptions)
    (certificate_file, certificate_hosts) = (overrides.certificate_file, overrides.certificate_hosts)
    (certificate_data, certificate_data_len) = (overrides.certificate_data, overrides.certificate_data_len)
    (key_file, key_password) = (overrides.key_file, overrides.key_password)
    (key_data, key_data_len) = (overrides.key_data, overrides.key_data_len)
    (no_proxy, proxy_credential) = (overrides.no_proxy, overrides.proxy_credential)
  }
}

// MARK: - TargetSessions

/// The connection settings of targets with `moya_connection_overrides`. If several targets have equal overrides, the
/// object reads the files of the overrides only once.
final class TargetSessions: Sendable {
  private let table: OverridesTable

  init(_ configuration: LoopConfiguration, log: HostLog) {
    table = OverridesTable(configuration) { log.warn($0) }
  }

  func prepared(_ pointer: UnsafePointer<moya_connection_overrides>?) throws(Failure) -> any PreparedOverrides {
    let given = try ConnectionOverrides(pointer)
    do throws(LoopConfiguration.Fault) { return try table.prepared(given) } catch {
      throw Failure(error, isTargets: true)
    }
  }
}

extension ConnectionOverrides {
  /// Reads a target's `moya_connection_overrides`.
  fileprivate init(_ pointer: UnsafePointer<moya_connection_overrides>?) throws(Failure) {
    let options = try moya_connection_overrides(copying: pointer)
    if options.reserved != 0 { throw .argument("moya_connection_overrides.reserved is not 0") }
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
