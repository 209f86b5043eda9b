/// Makes the requests of any API: a provider without a type parameter, as MoyaX has it.
///
/// Where requests go is a backend's matter: libcurl, `StubRules`, or one of the caller's own, per provider and per
/// request. Usable from any thread; unchecked, since it is open.
open class MoyaXProvider: @unchecked Sendable {
  /// Changes what a target's endpoint says, before the request is built.
  public typealias PrepareForEndpoint = (Endpoint, any TargetType) -> Endpoint

  public var session: Session { client.session }
  /// In the order in which their hooks run, on the way out and on the way back.
  public let plugins: [any PluginType]
  /// What lies under every target's own description; `nil`: nothing.
  public let defaults: ServiceDefaults?
  let callbackQueue: DispatchQueue?
  private let client: Client
  private let prepareForEndpoint: PrepareForEndpoint

  /// - Parameter callbackQueue: where hooks on the way back, progress and completion run unless a request names a
  ///   queue. `nil`: the main queue, or where the backend ends if it `choosesQueue`.
  public init(
    session: Session = Session(), plugins: [any PluginType] = [], defaults: ServiceDefaults? = nil,
    callbackQueue: DispatchQueue? = nil, prepareForEndpoint: @escaping PrepareForEndpoint = { endpoint, _ in endpoint }
  ) {
    client = Client(session, plugins)
    self.plugins = plugins
    self.defaults = defaults
    self.callbackQueue = callbackQueue
    self.prepareForEndpoint = prepareForEndpoint
  }

  /// With a session of its own around this backend.
  public convenience init(backend: any Backend, plugins: [any PluginType] = [], defaults: ServiceDefaults? = nil) {
    self.init(session: Session(backend: backend), plugins: plugins, defaults: defaults)
  }

  /// A provider that differs in what is given.
  public func copy(
    session: Session? = nil, plugins: [any PluginType]? = nil, prepareForEndpoint: PrepareForEndpoint? = nil
  ) -> MoyaXProvider {
    MoyaXProvider(
      session: session ?? self.session, plugins: plugins ?? self.plugins, defaults: defaults,
      callbackQueue: callbackQueue, prepareForEndpoint: prepareForEndpoint ?? self.prepareForEndpoint)
  }

  /// The endpoint of a target: its own, under the service's defaults, prepared.
  open func endpoint(_ target: any TargetType) -> Endpoint {
    prepareForEndpoint(defaults?.endpoint(for: target) ?? target.endpoint, target)
  }

  /// Starts a request.
  /// - Parameters:
  ///   - backend: for this request, instead of the session's. A target's own stub behaviour comes first.
  ///   - callbackQueue: as in `MoyaProvider`.
  @discardableResult
  open func request(
    _ target: any TargetType, backend: (any Backend)? = nil, callbackQueue: DispatchQueue? = nil,
    progress: ProgressBlock? = nil, completion: @escaping Completion
  ) -> any Cancellable {
    let awaited = AwaitedCall.taken(by: self)
    let endpoint = endpoint(target)
    let terms = Client.Terms(
      stub: target.stubBehavior ?? .never, queue: callbackQueue ?? self.callbackQueue, progress: progress,
      backend: backend, awaited: awaited)
    return client.start(target, endpoint, terms, source: nil, owner: self, completion: completion)
  }

  /// The response to a request. Cancelling the task cancels the request; a task that was cancelled before sends nothing.
  public func request(_ target: any TargetType, backend: (any Backend)? = nil) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await Awaiting.result(by: self) { completion in
      self.request(
        target, backend: backend, callbackQueue: self.callbackQueue ?? DefaultQueue.global, progress: nil,
        completion: completion)
    }.get()
  }
}

/// A provider for one type of target: MoyaX's typed form. Unchecked as its superclass is; it adds no state.
open class MoyaXGenericProvider<Target: TargetType>: MoyaXProvider, @unchecked Sendable {
  @discardableResult
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

/// One request that has no definition of its own.
struct AdHocTarget: ServiceTarget {
  let url: String
  let method: Method
  let parameters: [String: Any]?
  let headers: [String: String]?

  var path: String { url }
  var validationType: ValidationType { .successCodes }

  /// Without service defaults the URL is all there is.
  var endpoint: Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: method, task: task,
      httpHeaderFields: headers)
  }
}

/// Requests without a target: an absolute URL, or a path under the root of the provider's `ServiceDefaults`. A status
/// outside 200 to 299 is a failure, and errors are flat: `.statusCode` for one.
extension MoyaXProvider {
  public typealias FlatCompletion<Value> = (Result<Value, MoyaError>) -> Void

  /// Parameters go into the query.
  @discardableResult
  public func get(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Response>
  ) -> any Cancellable {
    start(.get, url, parameters, headers, completion) { $0 }
  }

  /// Parameters go into a JSON body.
  @discardableResult
  public func post(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Response>
  ) -> any Cancellable {
    start(.post, url, parameters, headers, completion) { $0 }
  }

  /// `get`, and the response as JSON.
  @discardableResult
  public func getJSON(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Any>
  ) -> any Cancellable {
    start(.get, url, parameters, headers, completion) { try $0.mapJSON() }
  }

  /// `post`, and the response as JSON.
  @discardableResult
  public func postJSON(
    _ url: String, parameters: [String: Any]? = nil, headers: [String: String]? = nil,
    completion: @escaping FlatCompletion<Any>
  ) -> any Cancellable {
    start(.post, url, parameters, headers, completion) { try $0.mapJSON() }
  }

  private func start<Value>(
    _ method: Method, _ url: String, _ parameters: [String: Any]?, _ headers: [String: String]?,
    _ completion: @escaping FlatCompletion<Value>, _ map: @escaping (Response) throws -> Value
  ) -> any Cancellable {
    request(AdHocTarget(url: url, method: method, parameters: parameters, headers: headers)) { result in
      completion(
        Result { try map(result.get()) }.mapError { ($0 as? MoyaError ?? .underlying($0, nil)).flat })
    }
  }
}
