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

// MARK: - Defaults

extension MoyaProvider {
  // Values, not functions: in Swift 6 mode the compiler gives up at `stub ? MoyaProvider.immediatelyStub :
  // MoyaProvider.neverStub` when they are static functions of a generic class.

  /// Nothing is stubbed.
  public final class var neverStub: (Target) -> StubBehavior { { _ in .never } }

  /// Everything is stubbed, and completes before `request` returns.
  public final class var immediatelyStub: (Target) -> StubBehavior { { _ in .immediate } }

  /// Everything is stubbed, and completes after this many seconds.
  public final class func delayedStub(_ seconds: TimeInterval) -> (Target) -> StubBehavior {
    { _ in .delayed(seconds: seconds) }
  }

  /// What the target's properties say, as in Moya. Not its own `endpoint`, which may be made with this.
  public final class func defaultEndpointMapping(for target: Target) -> Endpoint { Endpoint(target: target) }

  /// The endpoint's own request, at once. An error other than `.requestMapping` and `.parameterEncoding` arrives as
  /// `.underlying`, as in Moya.
  public final class func defaultRequestMapping(
    for endpoint: Endpoint, closure: (Result<URLRequest, MoyaError>) -> Void
  ) {
    RequestMapping.map(endpoint, closure: closure)
  }

  /// A session of its own: libcurl, the default headers, nothing started before it is asked for.
  public final class func defaultAlamofireSession() -> Session { Session() }
}

@usableFromInline
enum RequestMapping {
  @usableFromInline
  static func map(_ endpoint: Endpoint, closure: (Result<URLRequest, MoyaError>) -> Void) {
    closure(Result { () throws(MoyaError) in try endpoint.mappedRequest() })
  }
}

// MARK: - Requests of tasks

extension MoyaProvider {
  /// The response to a request. Cancelling the task cancels the request; a task that was cancelled before sends nothing.
  ///
  /// Hooks on the way back run on the provider's callback queue, else on a global one: a task needs no main queue.
  /// If an application has an extension of this name, as written for Moya 15, the compiler picks that one.
  @_disfavoredOverload
  public func request(_ target: Target) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await Awaiting.result(by: self) { completion in
      self.request(
        target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil, completion: completion)
    }.get()
  }

  /// How far a request is, up to its response.
  @_disfavoredOverload
  public func requestWithProgress(_ target: Target) -> ProgressResponses {
    nonisolated(unsafe) let target = target
    return ProgressResponses(by: self) { progress, completion in
      self.request(
        target, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: progress, completion: completion)
    }
  }
}

extension MoyaProvider where Target: SendableMetatype {
  /// The responses to many requests, in the order of the targets, at most `limit` of them under way at once.
  public func requests(_ targets: [Target], limit: Int = 8) async -> [Result<Response, MoyaError>] {
    nonisolated(unsafe) let targets = targets
    return await Awaiting.group(count: targets.count, limit: limit) { index in
      do throws(MoyaError) { return .success(try await self.request(targets[index])) } catch { return .failure(error) }
    }
  }
}

// MARK: - MoyaProviderType

/// Called with the end of a request, once per request.
public typealias Completion = (_ result: Result<Response, MoyaError>) -> Void
/// Called with the progress of a request; never after the completion.
public typealias ProgressBlock = (_ progress: ProgressResponse) -> Void

/// What a provider of one API can do; for substituting it in tests.
public protocol MoyaProviderType: AnyObject {
  associatedtype Target: TargetType

  /// Starts a request.
  /// - Parameter callbackQueue: where hooks on the way back, progress and completion run.
  func request(
    _ target: Target, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
  ) -> any Cancellable
}

// MARK: - CancellableToken

/// A way to give something up; the action runs once at most.
///
/// Unchecked: the action is the caller's code.
public final class CancellableToken: Cancellable, CustomDebugStringConvertible, @unchecked Sendable {
  private let action: () -> Void
  private let request: URLRequest?
  private let cancelled = Once()

  /// - Parameter action: run by the first `cancel`, on its thread.
  public convenience init(action: @escaping () -> Void) { self.init(request: nil, action: action) }

  init(request: URLRequest?, action: @escaping () -> Void) {
    self.request = request
    self.action = action
  }

  public var isCancelled: Bool { cancelled.hasPassed }

  public func cancel() { if cancelled.pass() { action() } }

  public var debugDescription: String {
    request.map { CURLCommand.text(for: $0, redaction: .default) } ?? "Empty Request"
  }
}
