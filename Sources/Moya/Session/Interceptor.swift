/// Changes requests before they are sent. This is Alamofire's protocol, for a `Session`. Runs where plugins prepare.
public protocol RequestAdapter: Sendable {
  /// Changes a request, once per attempt.
  ///
  /// Runs before the `prepare` of the plugins, so it does not see the header fields that they add. An error completes
  /// the request as `.underlying(error, nil)`.
  ///
  /// - Parameter completion: Call it once, now or later, from any thread.
  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void)
}

/// Decides whether a failed request is sent again. This is Alamofire's protocol, for a `Session`.
///
/// Runs where plugins prepare, and not on the caller's queue.
public protocol RequestRetrier: Sendable {
  /// Decides about a failed attempt, once per attempt.
  ///
  /// Not called if a plugin's `shouldRetry` has already answered yes. Not called for a request that was cancelled, that
  /// ran out of its total timeout, or that cannot be sent as it is. A response is a failure if the target's
  /// `validationType` refuses its status. If the total timeout would pass during the wait, the request completes at
  /// once with its failure.
  ///
  /// - Parameters:
  ///   - error: The failure. If it is a `MoyaError.underlying`, the error inside it, for example a `TransferError` or
  ///     `MoyaError.statusCode`.
  ///   - completion: Call it once, now or later, from any thread. The call's total timeout keeps running.
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void)
}

/// An adapter and a retrier, as a `Session` takes it. Each half has a default that does nothing.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
  public func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) { completion(.success(urlRequest)) }

  public func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) { completion(.doNotRetry) }
}

/// A retrier's answer.
public enum RetryResult: Sendable {
  case retry
  /// Send the request again after this many seconds.
  case retryWithDelay(TimeInterval)
  case doNotRetry
  /// The request fails with this error and with the response of the failed attempt.
  case doNotRetryWithError(any Error)
}

// MARK: - Interceptor

/// Several adapters and retriers as one interceptor. This is Alamofire's class.
///
/// Each adapter gets the request that the previous one returned. After an error, no further adapter runs. The retriers
/// are asked in order until one answers anything but `doNotRetry`.
///
/// It is `@unchecked Sendable` because the class is open. A subclass must protect its own state.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
  public let adapters: [any RequestAdapter]
  public let retriers: [any RequestRetrier]

  /// Makes an interceptor. The `interceptors` are added after the adapters and after the retriers.
  public init(
    adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
    interceptors: [any RequestInterceptor] = []
  ) {
    self.adapters = adapters + interceptors
    self.retriers = retriers + interceptors
  }

  /// Makes an interceptor from one adapter and one retrier.
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

  /// - Parameter rest: The adapters that have not run yet.
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

// MARK: - Request

/// A failed request, as a retrier sees it.
public final class Request: Sendable {
  /// The same value for every attempt.
  public let id: UUID
  /// The request as it was sent.
  public let request: URLRequest?
  /// The number of retries so far. 0 after the first attempt.
  public let retryCount: Int
  /// The request and the response of the attempt, with Foundation's spelling.
  public let task: URLSessionTask?

  init(id: UUID, request: URLRequest?, response: HTTPURLResponse?, retryCount: Int) {
    self.id = id
    self.request = request
    self.retryCount = retryCount
    task = URLSessionTask(request: request, response: response)
  }

  /// The head of the response. `nil` if no response came.
  public var response: HTTPURLResponse? { task?.response as? HTTPURLResponse }
}

extension Request: Hashable {
  public static func == (left: Request, right: Request) -> Bool { left.id == right.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A finished exchange, with Foundation's spelling.
public final class URLSessionTask: Sendable {
  /// The request as it was sent.
  public let currentRequest: URLRequest?
  /// An `HTTPURLResponse`. `nil` if no response came.
  public let response: URLResponse?

  init(request: URLRequest?, response: HTTPURLResponse?) {
    currentRequest = request
    self.response = response
  }

  /// The same as `currentRequest`. The changes that redirects made are not recorded.
  public var originalRequest: URLRequest? { currentRequest }
}

// MARK: - Interception

/// A session's interceptor as the engine sees it.
///
/// It adapts a request before the plugins prepare it. It decides about a failure if no plugin asks for another attempt.
final class Interception: PluginHooks, Retrier, Sendable {
  private let interceptor: any RequestInterceptor
  private let session: Session

  init(_ interceptor: any RequestInterceptor, session: Session) {
    self.interceptor = interceptor
    self.session = session
  }

  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    let once = Once()
    interceptor.adapt(request, for: session) { result in
      guard once.pass() else { return }
      switch result {
      case .success(let request): context.resume(.ready(request))
      case .failure(let error): context.resume(.answered(.failure(.underlying(error, nil))))
      }
    }
    return .pending
  }

  func decide(on attempt: FailedAttempt, _ answer: @escaping @Sendable (RetrierDecision) -> Void) {
    var cause: any Error = attempt.error
    if case .underlying(let inner, _) = attempt.error { cause = inner }
    interceptor.retry(question(about: attempt), for: session, dueTo: cause) { result in
      switch result {
      case .retry: answer(.after(seconds: 0))
      case .retryWithDelay(let seconds): answer(.after(seconds: seconds))
      case .doNotRetry: answer(.fail(attempt.error))
      case .doNotRetryWithError(let error): answer(.fail(.underlying(error, attempt.error.response)))
      }
    }
  }

  private func question(about attempt: FailedAttempt) -> Request {
    // A stub's response may have only a status.
    let head = attempt.error.response.map { response in
      response.response
        ?? HTTPURLResponse(
          urlText: attempt.request?.urlText ?? "", statusCode: response.statusCode, fields: HTTPHeaders())
    }
    return Request(id: attempt.call, request: attempt.request, response: head, retryCount: attempt.number - 1)
  }
}
