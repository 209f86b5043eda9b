/// Several adapters and retriers as one interceptor. Alamofire's class.
///
/// Every adapter gets what the one before made of the request; an error ends the row. Retriers are asked in order until
/// one answers anything but `doNotRetry`.
///
/// Unchecked, since it is open: a subclass with state of its own guards that.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
  public let adapters: [any RequestAdapter]
  public let retriers: [any RequestRetrier]

  /// `interceptors` come last, in both rows.
  public init(
    adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
    interceptors: [any RequestInterceptor] = []
  ) {
    self.adapters = adapters + interceptors
    self.retriers = retriers + interceptors
  }

  /// One of each.
  public convenience init(adapter: any RequestAdapter, retrier: any RequestRetrier) {
    self.init(adapters: [adapter], retriers: [retrier])
  }

  open func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) { Self.adapt(urlRequest, adapters[...], session, completion) }

  open func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) { Self.ask(retriers[...], request, session, error, completion) }

  /// - Parameter rest: those whose turn is still to come.
  private static func adapt(
    _ request: URLRequest, _ rest: ArraySlice<any RequestAdapter>, _ session: Session,
    _ completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    guard let adapter = rest.first else { return completion(.success(request)) }
    adapter.adapt(request, for: session) { result in
      switch result {
      case .success(let request): adapt(request, rest.dropFirst(), session, completion)
      case .failure: completion(result)
      }
    }
  }

  private static func ask(
    _ rest: ArraySlice<any RequestRetrier>, _ request: Request, _ session: Session, _ error: any Error,
    _ completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    guard let retrier = rest.first else { return completion(.doNotRetry) }
    retrier.retry(request, for: session, dueTo: error) { answer in
      if case .doNotRetry = answer {
        ask(rest.dropFirst(), request, session, error, completion)
      } else {
        completion(answer)
      }
    }
  }
}
