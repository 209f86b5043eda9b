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
  ) { Row(rest: adapters[...], session: session).adapt(urlRequest, completion) }

  open func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) { Row(rest: retriers[...], session: session).ask(request, error, completion) }
}

/// Those whose turn is still to come, one after another.
private struct Row<Element: Sendable>: Sendable {
  var rest: ArraySlice<Element>
  let session: Session

  /// The first, and the others.
  func next() -> (Element, Row)? {
    rest.first.map { ($0, Row(rest: rest.dropFirst(), session: session)) }
  }
}

extension Row<any RequestAdapter> {
  func adapt(_ request: URLRequest, _ completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void) {
    guard let (adapter, others) = next() else { return completion(.success(request)) }
    adapter.adapt(request, for: session) { result in
      switch result {
      case .success(let request): others.adapt(request, completion)
      case .failure: completion(result)
      }
    }
  }
}

extension Row<any RequestRetrier> {
  func ask(_ request: Request, _ error: any Error, _ completion: @escaping @Sendable (RetryResult) -> Void) {
    guard let (retrier, others) = next() else { return completion(.doNotRetry) }
    retrier.retry(request, for: session, dueTo: error) { answer in
      if case .doNotRetry = answer { others.ask(request, error, completion) } else { completion(answer) }
    }
  }
}
