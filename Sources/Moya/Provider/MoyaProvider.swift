/// Makes the requests of one API.
///
/// Any thread may use a provider. The class is `@unchecked Sendable` because it is open. A request holds a reference to
/// its provider until the request has completed.
open class MoyaProvider<Target: TargetType>: MoyaProviderType, @unchecked Sendable {
  /// Returns the endpoint of a target.
  ///
  /// The default closure returns the target's property `endpoint`. If the target does not define this property, the
  /// default closure returns the result of `defaultEndpointMapping`.
  @preconcurrency public typealias EndpointClosure = @Sendable (Target) -> Endpoint
  /// Receives the request, or the reason why there is no request. Call the closure once, from any thread.
  @preconcurrency public typealias RequestResultClosure = @Sendable (Result<URLRequest, MoyaError>) -> Void
  /// Makes the request of an endpoint, and passes it on at once or later. The default is `defaultRequestMapping`.
  @preconcurrency public typealias RequestClosure = @Sendable (Endpoint, @escaping RequestResultClosure) -> Void
  /// Decides whether a target is stubbed. A target's own `stubBehavior` takes precedence. The default is `neverStub`.
  @preconcurrency public typealias StubClosure = @Sendable (Target) -> StubBehavior

  public let endpointClosure: EndpointClosure
  public let requestClosure: RequestClosure
  public let stubClosure: StubClosure
  public var session: Session { client.session }
  /// The plugins in the order in which their hooks run. The order is the same before sending and after the response.
  public let plugins: [any PluginType]
  /// If true, a request that equals a request under way is not sent. Instead it waits for the response of that request.
  public let trackInflights: Bool
  let callbackQueue: DispatchQueue?
  let client: Client
  private let hasOwnRequestClosure: Bool
  /// True if tasks wait for requests directly (`DirectCall`). False in a subclass, because it can override `request`.
  private var waitsDirectly = false

  @preconcurrency
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
    waitsDirectly = type(of: self) == MoyaProvider<Target>.self && client.waitsDirectly
  }

  /// Makes a provider with the default request closure. This closure always passes on the endpoint's request at once.
  @preconcurrency
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
    waitsDirectly = type(of: self) == MoyaProvider<Target>.self && client.waitsDirectly
  }

  /// Makes a provider that carries task-locals.
  ///
  /// - Parameters:
  ///   - endpointClosure: Returns the endpoint of a target.
  ///   - requestClosure: Makes the request of an endpoint. If `nil`, the default request closure is used.
  ///   - stubClosure: Decides whether a target is stubbed.
  ///   - callbackQueue: The queue for hooks after the response, progress and completion, unless a request names a
  ///     queue.
  ///   - session: The connections, and the settings that requests share.
  ///   - plugins: The plugins in the order in which their hooks run.
  ///   - trackInflights: True if equal requests share one response.
  ///   - carrying: The task-locals. Each call stores the values that the task-locals have where the call is made. In
  ///     every hook and closure of the call, the task-locals have the stored values.
  public init(
    endpointClosure: @escaping EndpointClosure = { $0.endpoint },
    requestClosure: RequestClosure? = nil,
    stubClosure: @escaping StubClosure = { _ in .never },
    callbackQueue: DispatchQueue? = nil,
    session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
    plugins: [any PluginType] = [],
    trackInflights: Bool = false,
    carrying: [Carried]
  ) {
    self.endpointClosure = endpointClosure
    hasOwnRequestClosure = requestClosure != nil
    if let requestClosure {
      self.requestClosure = requestClosure
    } else {
      self.requestClosure = { RequestMapping.map($0, closure: $1) }
    }
    self.stubClosure = stubClosure
    self.callbackQueue = callbackQueue
    self.plugins = plugins
    self.trackInflights = trackInflights
    client = Client(session, plugins, sharesFlights: trackInflights, carrying: carrying)
    waitsDirectly = type(of: self) == MoyaProvider<Target>.self && client.waitsDirectly
  }

  /// The completions of the requests under way, listed by endpoint. Empty unless `trackInflights` is true.
  open var inflightRequests: [Endpoint: [Completion]] {
    var completions: [Endpoint: [Completion]] = [:]
    for (subject, closures) in client.openFlights?.closures ?? [] {
      guard let endpoint = (subject as? TargetSubject)?.endpoint else { continue }
      completions[endpoint, default: []] += closures
    }
    return completions
  }

  /// Returns the endpoint that the endpoint closure returns for a target.
  open func endpoint(_ token: Target) -> Endpoint { endpointClosure(token) }

  /// Starts a request.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - callbackQueue: The queue for hooks after the response, progress and completion. If `nil`, the provider's queue
  ///     is used, or the main queue if the provider has no queue. A stub with the behavior `.immediate` completes
  ///     before this function returns.
  ///   - progress: Receives the progress of the upload if the request has a body. Otherwise receives the progress of
  ///     the download.
  ///   - completion: Receives the result.
  /// - Returns: A token that cancels the request.
  @preconcurrency @discardableResult
  open func request(
    _ target: Target, callbackQueue: DispatchQueue? = nil, progress: ProgressBlock? = nil,
    completion: @escaping Completion
  ) -> any Cancellable {
    // This must be the first step. The closures below may make requests too, and such a request would take the waiting
    // task's `AwaitedCall`.
    let awaited = AwaitedCall.taken(by: self, for: target, completion)
    let own = endpoint(target)
    let endpoint = awaited?.completed(own, in: session) ?? own
    let terms = Client.Terms(
      stub: target.stubBehavior ?? stubClosure(target), queue: callbackQueue ?? self.callbackQueue, progress: progress,
      awaited: awaited)
    return client.start(
      target, endpoint, terms, source: source(of: endpoint), owner: self, completion: completion)
  }

  /// Returns the call of a request for which a task waits directly. `nil` if the request has a completion.
  private func directCall(to target: Target) -> DirectCall? {
    guard waitsDirectly else { return nil }
    let endpoint = endpoint(target)
    let terms = Client.Terms(
      stub: target.stubBehavior ?? stubClosure(target), queue: callbackQueue ?? DefaultQueue.global)
    return client.directCall(to: target, endpoint, terms, source: source(of: endpoint))
  }

  /// Returns the source of the request if the provider has its own request closure. Otherwise returns `nil`.
  @inline(__always)
  private func source(of endpoint: Endpoint) -> CallDescription.Source? {
    hasOwnRequestClosure ? .asking { [requestClosure] answer in requestClosure(endpoint, answer) } : nil
  }

  /// Returns the target if this provider is a subclass, which can override `request`. Otherwise returns `nil`.
  func ofSubclass(_ target: Target) -> (any TargetType)? { type(of: self) == MoyaProvider<Target>.self ? nil : target }

  /// Sends a request for a task and returns its result.
  ///
  /// - Parameter link: The URL of another page of the target's result, or `nil`.
  nonisolated(nonsending) func result(of target: Target, at link: String? = nil) async -> Result<Response, MoyaError> {
    if link == nil, let call = directCall(to: target) { return await call.result() }
    return await Awaiting.result(by: self, for: ofSubclass(target), link: link) { completion in
      self.request(
        target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil, completion: completion)
    }
  }

  /// Completes a request with the sample of the endpoint. The request is already built.
  ///
  /// - Parameters:
  ///   - target: The target of the request.
  ///   - request: The request.
  ///   - callbackQueue: The queue for hooks after the response and for the completion. If `nil`, the main queue is
  ///     used, unless the stub is immediate.
  ///   - completion: Receives the result.
  ///   - endpoint: The endpoint that has the sample.
  ///   - stubBehavior: When the request completes. With `.never` it completes with an error, because nothing can send
  ///     the request.
  /// - Returns: A token that cancels the request.
  @preconcurrency @discardableResult
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

// MARK: - Defaults

extension MoyaProvider {
  // The stub closures are properties and not functions. If they were static functions of a generic class, the compiler
  // could not type-check `stub ? MoyaProvider.immediatelyStub : MoyaProvider.neverStub` in Swift 6 mode.

  /// Stubs no request.
  public final class var neverStub: StubClosure { { _ in .never } }

  /// Stubs every request. A request completes before `request` returns.
  public final class var immediatelyStub: StubClosure { { _ in .immediate } }

  /// Stubs every request. A request completes after this many seconds.
  public final class func delayedStub(_ seconds: TimeInterval) -> StubClosure {
    { _ in .delayed(seconds: seconds) }
  }

  /// Makes an endpoint from the target's properties, as in Moya. Does not use the target's property `endpoint`, because
  /// that property may call this function.
  public final class func defaultEndpointMapping(for target: Target) -> Endpoint { Endpoint(target: target) }

  /// Makes the endpoint's request and passes it on at once.
  ///
  /// An error other than `.requestMapping` and `.parameterEncoding` is wrapped in `.underlying`, as in Moya.
  public final class func defaultRequestMapping(
    for endpoint: Endpoint, closure: (Result<URLRequest, MoyaError>) -> Void
  ) {
    RequestMapping.map(endpoint, closure: closure)
  }

  /// Makes a new session that sends with libcurl and adds the default header fields.
  public final class func defaultAlamofireSession() -> Session { Session() }
}

@usableFromInline
enum RequestMapping {
  @usableFromInline
  static func map(_ endpoint: Endpoint, closure: (Result<URLRequest, MoyaError>) -> Void) {
    closure(Result { () throws(MoyaError) in try endpoint.mappedRequest() })
  }
}

// MARK: - Requests of Swift tasks

extension MoyaProvider {
  /// Sends a request and returns its response.
  ///
  /// Cancelling the task cancels the request. If the task is already cancelled, nothing is sent.
  ///
  /// Hooks after the response run on the provider's callback queue. If the provider has no queue, they run on a global
  /// queue, because a task does not need the main queue. Moya 15 does not have this function, so an application may
  /// have one of the same name in an extension. The compiler then uses the application's function.
  @_disfavoredOverload
  public func request(_ target: Target) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await result(of: target).get()
  }

  /// Sends a request and returns its response, as `request(_:)` does. `steps` receives each step of the request when it
  /// begins, on the queue of the hooks after the response. So a program that shows the steps shows where a request
  /// hangs. A stub has no steps.
  @_disfavoredOverload
  public func request(_ target: Target, steps: @escaping StepBlock) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await Awaiting.result(by: self, for: ofSubclass(target), steps: steps) { completion in
      self.request(
        target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil, completion: completion)
    }.get()
  }

  /// Sends a request and returns a sequence of its progress. The last element contains the response.
  @_disfavoredOverload
  public func requestWithProgress(_ target: Target) -> ProgressResponses {
    nonisolated(unsafe) let target = target
    return ProgressResponses(by: self, for: ofSubclass(target)) { progress, completion in
      self.request(
        target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: progress, completion: completion)
    }
  }

  /// Sends many requests, at most `limit` at once, and returns the results in the order of the targets.
  public func requests(_ targets: [Target], limit: Int = 8) async -> [Result<Response, MoyaError>] {
    nonisolated(unsafe) let targets = targets
    return await Awaiting.group(count: targets.count, limit: limit) { index in
      do throws(MoyaError) { return .success(try await self.request(targets[index])) } catch { return .failure(error) }
    }
  }
}

// MARK: - MoyaProviderType

/// Receives the result of a request. Called once per request.
@preconcurrency public typealias Completion = @Sendable (_ result: Result<Response, MoyaError>) -> Void
/// Receives the progress of a request. Never called after the completion.
@preconcurrency public typealias ProgressBlock = @Sendable (_ progress: ProgressResponse) -> Void
/// Receives the steps of a request on the way to its response. Never called after the completion.
public typealias StepBlock = @Sendable (_ step: TransferStep) -> Void

/// The interface of a provider for one API, so that tests can substitute it.
public protocol MoyaProviderType: AnyObject {
  associatedtype Target: TargetType

  /// Starts a request.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - callbackQueue: The queue for hooks after the response, progress and completion.
  ///   - progress: Receives the progress.
  ///   - completion: Receives the result.
  /// - Returns: A token that cancels the request.
  @preconcurrency
  func request(
    _ target: Target, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
  ) -> any Cancellable
}

// MARK: - CancellableToken

/// A token that runs an action when `cancel` is called. The action runs at most once.
public final class CancellableToken: Cancellable, CustomDebugStringConvertible {
  private let action: @Sendable () -> Void
  private let request: URLRequest?
  private let cancelled = Once()

  /// Makes a token.
  ///
  /// - Parameter action: The first `cancel` runs it, on the thread that calls `cancel`.
  @preconcurrency
  public convenience init(action: @escaping @Sendable () -> Void) { self.init(request: nil, action: action) }

  init(request: URLRequest?, action: @escaping @Sendable () -> Void) {
    self.request = request
    self.action = action
  }

  public var isCancelled: Bool { cancelled.hasPassed }

  public func cancel() { if cancelled.pass() { action() } }

  public var debugDescription: String {
    request.map { CURLCommand.text(for: $0, redaction: .default) } ?? "Empty Request"
  }
}
