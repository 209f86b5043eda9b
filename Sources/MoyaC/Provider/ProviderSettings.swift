import CMoya
import MoyaCore
import MoyaTransport

/// The contents of a `moya_provider_options`, in the form that every call needs.
struct ProviderSettings: Sendable {
  enum Pump { case dispatch, host }

  private(set) var pump = Pump.dispatch
  /// The number of loops for asynchronous calls. The limits in `loop` are divided among these loops.
  private(set) var loops = 1
  private(set) var transfer = TransferOptions()
  private(set) var loop = LoopConfiguration()
  private(set) var stub: StubMoment?
  private(set) var service: ServiceSettings?
  private(set) var authentication: Authentication?
  private(set) var log = HostLog()
  private(set) var kept: KeptSettings?
  private(set) var retry: CRetryRule?
  private(set) var backend: BackendSettings?
  private(set) var closures: ClosureSettings?
  private(set) var executor: ExecutorSettings?
  private(set) var stubs: StubSource?
  /// True for the provider of a `LoadedPlugin`, which makes no calls and sends nothing.
  var sendsNothing = false

  init(_ pointer: UnsafePointer<moya_provider_options>?) throws(Failure) {
    loop.userAgent = "libmoya/" + MOYA_VERSION
    // The environment is read after the checks, because the checks are only for options that the program has set.
    defer { loop.readEnvironment() }
    guard let pointer else { return }
    let options = try moya_provider_options(copying: pointer)
    // Takes over the caller's objects before a line below can throw. So these objects are released even after an error.
    let callers = CallerParts(options)
    if let log = callers.log { self.log = try log.get() }
    backend = try callers.backend?.get()
    closures = try callers.closures?.get()
    executor = try callers.executor?.get()
    switch Int(options.pump) {
    case MOYA_PUMP_DISPATCH: pump = .dispatch
    case MOYA_PUMP_HOST: pump = .host
    default:
      throw .argument("moya_provider_options.pump is \(options.pump), which is none of MOYA_PUMP_…")
    }
    set(&transfer.connectTimeout, options.connect_timeout_ms)
    set(&transfer.idleTimeout, options.idle_timeout_ms)
    set(&transfer.totalTimeout, options.total_timeout_ms)
    transfer.isTotalGiven = options.total_timeout_ms > 0
    set(&transfer.maximumRedirects, options.max_redirects)
    if options.max_redirects == UInt32.max { transfer.maximumRedirects = 0 }
    if options.max_body_size > 0 { transfer.maximumBodySize = Int(clamping: options.max_body_size) }
    if options.max_connections > 0 { loop.maxConnections = Int(options.max_connections) }
    if options.max_connections_per_host > 0 { loop.maxConnectionsPerHost = Int(options.max_connections_per_host) }
    if options.ca_file != nil { loop.caFile = try String(options.ca_file, named: "moya_provider_options.ca_file") }
    if options.proxy != nil { loop.proxy = try String(options.proxy, named: "moya_provider_options.proxy") }
    let session = options.connection == nil ? nil : try ConnectionSettings(options.connection)
    authentication = session?.authentication
    transfer.originBoundHeaders = session?.originHeaders ?? []
    do throws(LoopConfiguration.Fault) {
      try session?.apply(to: &loop, log: log)
      try loop.check()
    } catch {
      throw Failure(error)
    }
    loops = try LoopSet.count(options, pump: pump, sharing: loop)
    if options.user_agent != nil {
      let agent = try String(options.user_agent, named: "moya_provider_options.user_agent")
      do throws(TransferError) { try RequestRules.check(name: "User-Agent", value: agent) } catch {
        throw .argument("moya_provider_options.user_agent: \(error.message)")
      }
      loop.userAgent = agent
    }
    service = try ServiceSettings(options)
    stubs = CStubs.from(options.stubs).map { StubSource($0) }
    retry = try callers.retry?.get()
    if options.cookies != nil { kept = try KeptSettings(options.cookies, log: log) }
    stub = try StubMoment.of(
      options.stub, delay: options.stub_delay_ms, standard: nil, named: "moya_provider_options.stub")
  }

  /// Makes a backend that passes each request to the program's backend. If the program's backend forwards the request,
  /// the network's backend sends it. `nil` if the program has no backend.
  var around: (@Sendable (any Backend, any Executor) -> any Backend)? {
    guard let backend else { return nil }
    return { network, executor in CBackend(backend, before: network, executor: executor) }
  }

  /// True if calls need threads of Dispatch, which a forked child does not have.
  var usesDispatch: Bool { pump == .dispatch || executor?.isQueue == true }

  /// Sets a setting from an option. If the option is 0, the setting stays at its default.
  private func set(_ setting: inout UInt32, _ option: UInt32) {
    if option > 0 { setting = option }
  }
}
