import MoyaNetwork
import MoyaTransport

/// What the requests of one or several providers share: header fields, limits, and the backend that sends them.
///
/// A subclass may override `send`, and sees every exchange that is not stubbed; so does an interceptor. Usable from any
/// thread; unchecked, since it is open.
open class Session: Backend, @unchecked Sendable {
  /// The session with libcurl and the default headers.
  public static let `default` = Session()

  /// Kept, and without an effect: a request starts with `request(_:)`, and is not resumed by hand.
  public let startRequestsImmediately: Bool
  public let sessionHeaders: HTTPHeaders
  /// Adapts requests before the plugins see them, and is asked about those that failed.
  public let interceptor: (any RequestInterceptor)?
  let rules: SessionRules
  private let network: Lane
  /// Keeps the time of delayed stubs.
  let stubExecutor: any Executor
  /// Where its requests go: through `send` if that may be a subclass's.
  var lane: Lane { type(of: self) == Session.self ? network : Lane(self, executor: network.executor) }
  /// Why a header field of this session cannot be sent, so that every request of it fails; `nil`: all fields can.
  let fault: TransferError?
  let registry = Registry()
  private let configuration: URLSessionConfiguration
  private let overrides: OverridesTable

  /// - Parameters:
  ///   - configuration: `nil`: the default one, with the default headers.
  ///   - interceptor: for every request of this session that is not stubbed, whichever provider makes it.
  ///   - backend: `nil`: libcurl.
  public init(
    configuration: URLSessionConfiguration? = nil, startRequestsImmediately: Bool = false,
    interceptor: (any RequestInterceptor)? = nil, backend: (any Backend)? = nil
  ) {
    let configuration = configuration?.copy() ?? .af.default
    self.configuration = configuration
    overrides = OverridesTable(LoopConfiguration(configuration))
    // A backend that is an executor, too, keeps the time itself.
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
    fault =
      reason.map { TransferError(.invalidRequest, "the session's authentication cannot be used: \($0)") }
      ?? Session.fault(in: configuration.headers)
  }

  public var backend: any Backend { network.backend }

  /// What it was made of: a copy, whose changes have no effect here.
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

  /// The traits of its backend. A subclass may send in another way, so that the calls watch the clock themselves.
  public var traits: BackendTraits {
    type(of: self) == Session.self ? backend.traits : backend.traits.subtracting(.watchesTotalTimeout)
  }

  /// Every request under way completes as cancelled. `isCancelled` of their tokens stays false: it says whether the
  /// token's holder has cancelled.
  public func cancelAllRequests() { registry.abandonAll() }

  /// Requests under way, stubs included.
  public var requestCount: Int { registry.count }
}

extension LateLoop {
  /// As a session's configuration says, pumped by Dispatch.
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
  /// As a session's configuration says, but for what is yet to be read and checked.
  fileprivate init(_ configuration: URLSessionConfiguration) {
    self.init()
    maxConnectionsPerHost = max(1, configuration.httpMaximumConnectionsPerHost)
    caFile = configuration.certificateAuthorityFile
    proxy = configuration.proxy
    cookies = configuration.httpCookieStorage?.kept
    strictHosts = configuration.hstsStorage?.kept
    connection = configuration.connection
    maximumHeaderSize = max(1024, configuration.maximumHeaderSize)
    // For requests without these two fields; Foundation's sessions send them too.
    userAgent = HTTPHeader.defaultUserAgent.value
    acceptEncoding = AcceptEncoding.session
  }
}

extension TransferError {
  /// - Parameter owner: whose setting it is.
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
