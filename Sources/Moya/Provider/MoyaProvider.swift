/// Makes the requests of one API.
///
/// Usable from any thread; unchecked, since it is open. A request keeps its provider alive until it has completed.
open class MoyaProvider<Target: TargetType>: MoyaProviderType, @unchecked Sendable {
  /// Says what a target's request is. Default: the target's own `endpoint`, which unless it says otherwise is
  /// `defaultEndpointMapping`.
  public typealias EndpointClosure = (Target) -> Endpoint
  /// Takes the request, or why there is none. Answer once, from any thread.
  public typealias RequestResultClosure = @Sendable (Result<URLRequest, MoyaError>) -> Void
  /// Makes the request of an endpoint, at once or later. Default: `defaultRequestMapping`.
  public typealias RequestClosure = (Endpoint, @escaping RequestResultClosure) -> Void
  /// Says whether a target is stubbed. A target's own `stubBehavior` comes first. Default: `neverStub`.
  public typealias StubClosure = (Target) -> StubBehavior

  public let endpointClosure: EndpointClosure
  public let requestClosure: RequestClosure
  public let stubClosure: StubClosure
  public var session: Session { client.session }
  /// In the order in which their hooks run, on the way out and on the way back.
  public let plugins: [any PluginType]
  /// Requests equal to one under way wait for its response instead of being sent.
  public let trackInflights: Bool
  let callbackQueue: DispatchQueue?
  private let client: Client
  private let hasOwnRequestClosure: Bool

  public init(
    endpointClosure: @escaping EndpointClosure = { $0.endpoint },
    requestClosure: @escaping RequestClosure,
    stubClosure: @escaping StubClosure = { _ in .never },
    callbackQueue: DispatchQueue? = nil,
    session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
    plugins: [any PluginType] = [],
    trackInflights: Bool = false
  ) {
    self.endpointClosure = endpointClosure
    self.requestClosure = requestClosure
    hasOwnRequestClosure = true
    self.stubClosure = stubClosure
    self.callbackQueue = callbackQueue
    self.plugins = plugins
    self.trackInflights = trackInflights
    client = Client(session, plugins, sharesFlights: trackInflights)
  }

  /// With the default request closure, which is known to answer at once, and the same each time.
  public init(
    endpointClosure: @escaping EndpointClosure = { $0.endpoint },
    stubClosure: @escaping StubClosure = { _ in .never },
    callbackQueue: DispatchQueue? = nil,
    session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
    plugins: [any PluginType] = [],
    trackInflights: Bool = false
  ) {
    self.endpointClosure = endpointClosure
    requestClosure = { RequestMapping.map($0, closure: $1) }
    hasOwnRequestClosure = false
    self.stubClosure = stubClosure
    self.callbackQueue = callbackQueue
    self.plugins = plugins
    self.trackInflights = trackInflights
    client = Client(session, plugins, sharesFlights: trackInflights)
  }

  /// The completions of the requests under way, by endpoint; empty unless `trackInflights`.
  open var inflightRequests: [Endpoint: [Completion]] {
    var completions: [Endpoint: [Completion]] = [:]
    for (subject, ends) in client.openFlights?.ends ?? [] {
      guard let endpoint = (subject as? TargetSubject)?.endpoint else { continue }
      completions[endpoint, default: []] += ends.compactMap { ($0 as? CompletionEnd)?.completion }
    }
    return completions
  }

  /// The endpoint of a target, by the endpoint closure.
  open func endpoint(_ token: Target) -> Endpoint { endpointClosure(token) }

  /// Starts a request.
  /// - Parameters:
  ///   - callbackQueue: where hooks on the way back, progress and completion run. `nil`: the provider's, else the
  ///     main queue; an immediate stub completes before this returns.
  ///   - progress: of the upload when there is a body, of the download otherwise.
  @discardableResult
  open func request(
    _ target: Target, callbackQueue: DispatchQueue? = nil, progress: ProgressBlock? = nil,
    completion: @escaping Completion
  ) -> any Cancellable {
    // First of all: the closures may make requests of their own.
    let awaited = AwaitedCall.taken(by: self)
    let endpoint = endpoint(target)
    let terms = Client.Terms(
      stub: target.stubBehavior ?? stubClosure(target), queue: callbackQueue ?? self.callbackQueue, progress: progress,
      awaited: awaited)
    let source =
      hasOwnRequestClosure
      ? Order.Source.asking { [requestClosure] answer in requestClosure(endpoint, answer) } : nil
    return client.start(target, endpoint, terms, source: source, owner: self, completion: completion)
  }

  /// Answers a request that is already built from the endpoint's sample.
  /// - Parameter stubBehavior: `.never` answers with an error, there being nothing to send it with.
  @discardableResult
  open func stubRequest(
    _ target: Target, request: URLRequest, callbackQueue: DispatchQueue?, completion: @escaping Completion,
    endpoint: Endpoint, stubBehavior: StubBehavior
  ) -> CancellableToken {
    let never = TransferError(.invalidRequest, "a request whose stub behaviour is .never cannot be stubbed")
    let call = client.start(
      target, endpoint, Client.Terms(stub: stubBehavior, queue: callbackQueue),
      source: stubBehavior == .never ? .failed(.underlying(never, nil)) : .ready(request), owner: self,
      completion: completion)
    return CancellableToken(request: request) { call.cancel() }
  }
}
