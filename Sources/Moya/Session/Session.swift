import MoyaNetwork
import MoyaTransport

/// The settings that the requests of one or several providers share: header fields, limits, and the backend that sends
/// the requests.
///
/// A subclass may override `send`. This `send` then receives every exchange that is not stubbed. An interceptor, too,
/// works only for requests that are not stubbed. Any thread may use a session. The class is `@unchecked Sendable`
/// because it is open.
open class Session: Backend, @unchecked Sendable {
  /// A session with libcurl and the default header fields.
  public static let `default` = Session()

  /// Has no effect. The session only stores this value. A provider starts its requests itself, and a program cannot
  /// resume a request.
  public let startRequestsImmediately: Bool
  public let sessionHeaders: HTTPHeaders
  /// Adapts requests before the plugins receive them, and decides whether failed requests are sent again.
  public let interceptor: (any RequestInterceptor)?
  let rules: SessionRules
  private let network: Lane
  /// The executor that runs the timers of delayed stubs.
  let stubExecutor: any Executor
  /// The lane on which requests are sent: a backend and the executor of its calls. If this object is of a subclass, the
  /// object itself is the backend, because `send` may be overridden.
  var lane: Lane { type(of: self) == Session.self ? network : Lane(self, executor: network.executor) }
  /// The reason why a header field or the authentication of this session cannot be sent. Every request of the session
  /// then fails with this error. `nil` if both are valid.
  let fault: MoyaError?
  let registry = Registry()
  private let configuration: URLSessionConfiguration
  private let overrides: OverridesTable

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - configuration: The settings. If `nil`, the session uses the default settings with the default header fields.
  ///   - startRequestsImmediately: The value of the property with this name.
  ///   - interceptor: The interceptor for all requests of this session that are not stubbed, from all providers.
  ///   - backend: The backend that sends requests. If `nil`, libcurl sends them.
  public init(
    configuration: URLSessionConfiguration? = nil, startRequestsImmediately: Bool = false,
    interceptor: (any RequestInterceptor)? = nil, backend: (any Backend)? = nil
  ) {
    let configuration = configuration?.copy() ?? .af.default
    self.configuration = configuration
    overrides = OverridesTable(LoopConfiguration(configuration))
    // A backend that is also an executor runs its own timers.
    stubExecutor = backend as? any Executor ?? DirectExecutor.shared
    if let backend {
      network = Lane(backend, executor: stubExecutor)
    } else {
      let late = LateLoop(configuration)
      network = Lane(LoopBackend(late), executor: DispatchExecutor(late))
    }
    self.startRequestsImmediately = startRequestsImmediately
    self.interceptor = interceptor
    sessionHeaders = configuration.headers
    var fields = configuration.headers
    if let authorization = configuration.authentication?.field, fields["Authorization"] == nil {
      fields.add(name: "Authorization", value: authorization)
    }
    rules = SessionRules(
      options: configuration.options, fields: fields,
      framesAsFoundation: true, refusesBodyInGET: !configuration.allowsBodyInGET,
      additions: SentAdditions(LoopConfiguration(configuration)), registry: registry)
    let reason = configuration.authentication?.fault
    let error =
      reason.map { TransferError(.invalidRequest, "the session's authentication cannot be used: \($0)") }
      ?? Session.fault(in: configuration.headers)
    fault = error.map { .underlying($0, nil) }
  }

  public var backend: any Backend { network.backend }

  /// A copy of the configuration. Changing the copy does not affect this session.
  public var sessionConfiguration: URLSessionConfiguration { configuration.copy() }

  func prepared(_ overrides: ConnectionOverrides) throws(TransferError) -> any PreparedOverrides {
    do throws(LoopConfiguration.Fault) { return try self.overrides.prepared(overrides) } catch {
      throw TransferError(error, of: "target")
    }
  }

  private static func fault(in headers: HTTPHeaders) -> TransferError? {
    do throws(TransferError) {
      for field in headers.fields { try RequestRules.check(name: field.name, value: field.value) }
      return nil
    } catch {
      return error
    }
  }

  open func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    backend.send(exchange, observer: observer)
  }

  /// The traits of the session's backend. If this object is of a subclass, the trait `watchesTotalTimeout` is missing,
  /// because `send` may be overridden. Then the engine watches the total timeout.
  public var traits: BackendTraits {
    type(of: self) == Session.self ? backend.traits : backend.traits.subtracting(.watchesTotalTimeout)
  }

  /// Cancels every request under way.
  ///
  /// The property `isCancelled` of the requests' tokens stays false, because it only says whether the holder of the
  /// token has cancelled the request.
  public func cancelAllRequests() { registry.abandonAll() }

  /// The number of requests under way, including stubs.
  public var requestCount: Int { registry.count }
}

extension LateLoop {
  /// Makes an event loop with a session's settings. Dispatch runs the loop.
  fileprivate convenience init(_ configuration: URLSessionConfiguration) {
    let (tls, addressGuard) = (configuration.tls, configuration.addressGuard)
    let unchecked = LoopConfiguration(configuration)
    self.init { () throws(TransferError) in
      var configuration = unchecked
      do throws(LoopConfiguration.Fault) {
        if let addressGuard { configuration.addresses = try AddressRules(addressGuard) }
        try configuration.check()
        if !tls.isDefault { configuration.tls = try TLSPolicy(tls) }
      } catch { throw TransferError(error) }
      let loop = try Loop(configuration: configuration)
      return (loop, try DispatchPump(loop))
    }
  }
}

extension LoopConfiguration {
  /// Copies the session's settings, except `tls` and `addressGuard`. These two are read and checked when the loop is
  /// made.
  fileprivate init(_ configuration: URLSessionConfiguration) {
    self.init()
    maxConnectionsPerHost = max(1, configuration.httpMaximumConnectionsPerHost)
    caFile = configuration.certificateAuthorityFile
    proxy = configuration.proxy
    cookies = configuration.httpCookieStorage?.kept
    strictHosts = configuration.hstsStorage?.kept
    connection = configuration.connection
    maximumHeaderSize = max(1024, configuration.maximumHeaderSize)
    // The session adds `User-Agent` and `Accept-Encoding` to requests that lack these fields, as Foundation's sessions
    // do.
    userAgent = HTTPHeader.defaultUserAgent.value
    acceptEncoding = AcceptEncoding.session
  }
}

extension TransferError {
  /// Makes the error for a setting that cannot be used.
  /// - Parameter owner: The object to which the setting belongs, for the message.
  fileprivate init(_ fault: LoopConfiguration.Fault, of owner: String = "session") {
    let (name, kind): (String, TransferError.Kind) =
      switch fault.part {
      case .caFile: ("certificateAuthorityFile", .tls)
      case .proxy: ("proxy", .proxy)
      case .addressGuard: ("addressGuard", .address)
      case .http: ("connection.http", .invalidRequest)
      case .unixSocket: ("connection.unixSocket", .connect)
      case .resolve(let index): ("connection.resolve[\(index)]", .resolve)
      case .interface: ("connection.interface", .connect)
      case .proxyExceptions: ("connection.proxyExceptions", .proxy)
      case .proxyAuthentication: ("connection.proxyAuthentication", .proxy)
      case .certificate: ("tls.identity.certificate", .tls)
      case .key: ("tls.identity.key", .tls)
      case .certificateHosts: ("tls.identity.hosts", .tls)
      case .trust(let index): ("tls.trust[\(index)]", .tls)
      }
    let message = "the \(owner)'s \(name) cannot be used: \(fault.reason)"
    if fault.systemCode != 0 { self.init(system: message, errno: fault.systemCode) } else { self.init(kind, message) }
  }
}
