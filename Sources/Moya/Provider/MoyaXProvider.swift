/// Makes the requests of any API. It has no type parameter, as in MoyaX.
///
/// A backend sends the requests: libcurl, ``StubRules``, or a backend of the program. Each provider and each request
/// can have a different backend. Any thread may use a provider. The class is `@unchecked Sendable` because it is open.
open class MoyaXProvider: @unchecked Sendable {
  /// Changes a target's endpoint before the request is built.
  @preconcurrency public typealias PrepareForEndpoint = @Sendable (Endpoint, any TargetType) -> Endpoint

  public var session: Session { client.session }
  /// The plugins in the order in which their hooks run. The order is the same before sending and after the response.
  public let plugins: [any PluginType]
  /// The values to use where a target gives none. `nil` if there are no default values.
  public let defaults: ServiceDefaults?
  let callbackQueue: DispatchQueue?
  let client: Client
  private let prepareForEndpoint: PrepareForEndpoint
  /// True if tasks wait for requests directly (`DirectCall`). False in a subclass, because it can override `request`.
  private var waitsDirectly = false

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - session: The connections, and the settings that requests share.
  ///   - plugins: The plugins in the order in which their hooks run.
  ///   - defaults: The values to use where a target gives none.
  ///   - callbackQueue: The queue for hooks after the response, progress and completion, unless a request names a
  ///     queue. If `nil` and the backend has the trait `choosesQueue`, they run on the thread on which the backend
  ///     completes. If `nil` and the backend lacks this trait, they run on the main queue.
  ///   - prepareForEndpoint: Changes a target's endpoint before the request is built.
  @preconcurrency
  public init(
    session: Session = Session(), plugins: [any PluginType] = [], defaults: ServiceDefaults? = nil,
    callbackQueue: DispatchQueue? = nil, prepareForEndpoint: @escaping PrepareForEndpoint = { endpoint, _ in endpoint }
  ) {
    client = Client(session, plugins)
    self.plugins = plugins
    self.defaults = defaults
    self.callbackQueue = callbackQueue
    self.prepareForEndpoint = prepareForEndpoint
    waitsDirectly = type(of: self) == MoyaXProvider.self && client.waitsDirectly
  }

  /// Makes a provider that carries task-locals.
  ///
  /// - Parameters:
  ///   - session: The connections, and the settings that requests share.
  ///   - plugins: The plugins in the order in which their hooks run.
  ///   - defaults: The values to use where a target gives none.
  ///   - callbackQueue: The queue for hooks after the response, progress and completion, unless a request names a
  ///     queue. `init(session:plugins:defaults:callbackQueue:prepareForEndpoint:)` says what `nil` means.
  ///   - prepareForEndpoint: Changes a target's endpoint before the request is built.
  ///   - carrying: The task-locals. Each call stores the values that the task-locals have where the call is made. In
  ///     every hook and closure of the call, the task-locals have the stored values.
  public init(
    session: Session = Session(), plugins: [any PluginType] = [], defaults: ServiceDefaults? = nil,
    callbackQueue: DispatchQueue? = nil, prepareForEndpoint: @escaping PrepareForEndpoint = { endpoint, _ in endpoint },
    carrying: [Carried]
  ) {
    client = Client(session, plugins, carrying: carrying)
    self.plugins = plugins
    self.defaults = defaults
    self.callbackQueue = callbackQueue
    self.prepareForEndpoint = prepareForEndpoint
    waitsDirectly = type(of: self) == MoyaXProvider.self && client.waitsDirectly
  }

  /// Makes a provider with a new session that sends with this backend.
  public convenience init(backend: any Backend, plugins: [any PluginType] = [], defaults: ServiceDefaults? = nil) {
    self.init(session: Session(backend: backend), plugins: plugins, defaults: defaults)
  }

  /// Makes a copy of this provider. If an argument is given, the copy has the argument instead of the provider's value.
  @preconcurrency
  public func copy(
    session: Session? = nil, plugins: [any PluginType]? = nil, prepareForEndpoint: PrepareForEndpoint? = nil
  ) -> MoyaXProvider {
    MoyaXProvider(
      session: session ?? self.session, plugins: plugins ?? self.plugins, defaults: defaults,
      callbackQueue: callbackQueue, prepareForEndpoint: prepareForEndpoint ?? self.prepareForEndpoint,
      carrying: client.carried ?? [])
  }

  /// Returns the endpoint of a target, after the provider's `defaults` and `prepareForEndpoint` were applied.
  open func endpoint(_ target: any TargetType) -> Endpoint {
    prepareForEndpoint(defaults?.endpoint(for: target) ?? target.endpoint, target)
  }

  /// Starts a request.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - backend: The backend that sends this request instead of the session. A target's `stubBehavior` takes
  ///     precedence.
  ///   - callbackQueue: The queue for hooks after the response, progress and completion. If `nil`, the provider's queue
  ///     is used.
  ///   - progress: Receives the progress of the upload if the request has a body. Otherwise receives the progress of
  ///     the download.
  ///   - completion: Receives the result.
  /// - Returns: A token that cancels the request.
  @preconcurrency @discardableResult
  open func request(
    _ target: any TargetType, backend: (any Backend)? = nil, callbackQueue: DispatchQueue? = nil,
    progress: ProgressBlock? = nil, completion: @escaping Completion
  ) -> any Cancellable {
    let awaited = AwaitedCall.taken(by: self, for: target, completion)
    let own = endpoint(target)
    let endpoint = awaited?.completed(own, in: session) ?? own
    let terms = Client.Terms(
      stub: target.stubBehavior ?? .never, queue: callbackQueue ?? self.callbackQueue, progress: progress,
      backend: backend, awaited: awaited)
    return client.start(target, endpoint, terms, source: nil, owner: self, completion: completion)
  }

  /// Sends a request and returns its response.
  ///
  /// Cancelling the task cancels the request. If the task is already cancelled, nothing is sent.
  public func request(_ target: any TargetType, backend: (any Backend)? = nil) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await result(of: target, backend).get()
  }

  /// Returns the target if this provider is a subclass, which can override `request`. Otherwise returns `nil`.
  func ofSubclass(_ target: any TargetType) -> (any TargetType)? { type(of: self) == MoyaXProvider.self ? nil : target }

  /// Sends a request for a task and returns its result.
  ///
  /// - Parameter link: The URL of another page of the target's result, or `nil`.
  nonisolated(nonsending) func result(
    of target: any TargetType, _ backend: (any Backend)?, at link: String? = nil
  ) async -> Result<Response, MoyaError> {
    if link == nil, waitsDirectly {
      let terms = Client.Terms(
        stub: target.stubBehavior ?? .never, queue: callbackQueue ?? DefaultQueue.global, backend: backend)
      return await client.directCall(to: target, endpoint(target), terms, source: nil).result()
    }
    return await Awaiting.result(by: self, for: ofSubclass(target), link: link) { completion in
      self.request(
        target, backend: backend, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil,
        completion: completion)
    }
  }

  /// Sends a request and returns its response. `steps` receives each step of the request when it begins. See
  /// `MoyaProvider.request(_:steps:)`.
  public func request(
    _ target: any TargetType, backend: (any Backend)? = nil, steps: @escaping StepBlock
  ) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await Awaiting.result(by: self, for: ofSubclass(target), steps: steps) { completion in
      self.request(
        target, backend: backend, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil,
        completion: completion)
    }.get()
  }
}

/// A provider for one type of target. It is the typed form of MoyaX's provider. The class is `@unchecked Sendable` like
/// its superclass, because it adds no state.
open class MoyaXGenericProvider<Target: TargetType>: MoyaXProvider, @unchecked Sendable {
  @preconcurrency @discardableResult
  public func request(
    _ target: Target, callbackQueue: DispatchQueue? = nil, progress: ProgressBlock? = nil,
    completion: @escaping Completion
  ) -> any Cancellable {
    request(
      target as any TargetType, backend: nil, callbackQueue: callbackQueue, progress: progress,
      completion: completion)
  }
}

// MARK: - Requests without a target

/// The target that the library makes if the program sends a request without a target.
struct AdHocTarget: ServiceTarget {
  let url: String
  let method: Method
  let parameters: [String: Any]?
  let headers: [String: String]?

  var path: String { url }
  var validationType: ValidationType { .successCodes }

  /// A provider without `ServiceDefaults` uses this endpoint, and so sends the request to `url` unchanged.
  var endpoint: Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: method, task: task,
      httpHeaderFields: headers)
  }
}

/// Requests without a target. The URL is absolute, or it is a path under the root of the provider's `ServiceDefaults`.
///
/// A status outside 200 to 299 is a failure. The error for such a status is `.statusCode` itself, without an outer
/// error.
extension MoyaXProvider {
  @preconcurrency public typealias FlatCompletion<Value> = @Sendable (Result<Value, MoyaError>) -> Void

  /// Sends a GET. The parameters go into the query.
  @preconcurrency @discardableResult
  public func get(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Response>
  ) -> any Cancellable {
    start(.get, url, parameters, headers, completion) { $0 }
  }

  /// Sends a POST. The parameters go into a JSON body.
  @preconcurrency @discardableResult
  public func post(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Response>
  ) -> any Cancellable {
    start(.post, url, parameters, headers, completion) { $0 }
  }

  /// Sends a `get` and decodes the response as JSON.
  @preconcurrency @discardableResult
  public func getJSON(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Any>
  ) -> any Cancellable {
    start(.get, url, parameters, headers, completion) { try $0.mapJSON() }
  }

  /// Sends a `post` and decodes the response as JSON.
  @preconcurrency @discardableResult
  public func postJSON(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Any>
  ) -> any Cancellable {
    start(.post, url, parameters, headers, completion) { try $0.mapJSON() }
  }

  private func start<Value>(
    _ method: Method, _ url: String, _ parameters: [String: Any]?, _ headers: [String: String]?,
    _ completion: @escaping FlatCompletion<Value>, _ map: @escaping @Sendable (Response) throws -> Value
  ) -> any Cancellable {
    request(AdHocTarget(url: url, method: method, parameters: parameters, headers: headers)) { result in
      completion(
        Result { try map(result.get()) }.mapError { ($0 as? MoyaError ?? .underlying($0, nil)).flat })
    }
  }
}
