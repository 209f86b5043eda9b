/// Changes requests before they are sent. Alamofire's protocol, for a `Session`. Runs where plugins prepare.
public protocol RequestAdapter: Sendable {
  /// Once per attempt, before the `prepare` of the plugins, whose header fields it does not see. An error ends the
  /// request as `.underlying(error, nil)`.
  /// - Parameter completion: called once, now or later, from any thread.
  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void)
}

/// Decides whether a failed request is sent again. Alamofire's protocol, for a `Session`. Runs where plugins prepare,
/// and not on the caller's queue.
public protocol RequestRetrier: Sendable {
  /// Once per failed attempt, unless a plugin's `shouldRetry` has said yes. A status is a failure when the target's
  /// `validationType` refuses it. Not asked about what was cancelled or ran out of its total timeout, nor about a
  /// request that cannot be sent as it is. A wait that the total timeout has no room for ends the request with its
  /// failure.
  /// - Parameters:
  ///   - error: what stands below `MoyaError.underlying`: a `TransferError`, `MoyaError.statusCode` …
  ///   - completion: called once, now or later, from any thread. The call's total timeout goes on.
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void)
}

/// Both: what a `Session` takes. Each half has a default that does nothing.
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
  /// Seconds.
  case retryWithDelay(TimeInterval)
  case doNotRetry
  /// The request fails with this error, and with the response of the attempt that failed.
  case doNotRetryWithError(any Error)
}

// MARK: - Interceptor

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

// MARK: - Request

/// A request that failed, as a retrier sees it.
public final class Request: Sendable {
  /// The same for every attempt.
  public let id: UUID
  /// As it was sent.
  public let request: URLRequest?
  /// Retries so far: 0 after the first attempt.
  public let retryCount: Int
  /// Foundation's name for what was exchanged.
  public let task: URLSessionTask?

  init(id: UUID, request: URLRequest?, response: HTTPURLResponse?, retryCount: Int) {
    self.id = id
    self.request = request
    self.retryCount = retryCount
    task = URLSessionTask(request: request, response: response)
  }

  /// The head of the response, if there was one.
  public var response: HTTPURLResponse? { task?.response as? HTTPURLResponse }
}

extension Request: Hashable {
  public static func == (left: Request, right: Request) -> Bool { left.id == right.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An exchange that is over, with Foundation's spelling.
public final class URLSessionTask: Sendable {
  /// As it was sent.
  public let currentRequest: URLRequest?
  /// An `HTTPURLResponse`; `nil` when no response came.
  public let response: URLResponse?

  init(request: URLRequest?, response: HTTPURLResponse?) {
    currentRequest = request
    self.response = response
  }

  /// The same as `currentRequest`: what redirects changed in the request is not kept.
  public var originalRequest: URLRequest? { currentRequest }
}

// MARK: - Interception

/// A session's interceptor, as the engine knows it: it adapts before the plugins prepare, and is asked about a failure
/// when none of them wants another attempt.
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
    // A stub's response may be a status alone.
    let head = attempt.error.response.map { response in
      response.response
        ?? HTTPURLResponse(
          urlText: attempt.request?.urlText ?? "", statusCode: response.statusCode, fields: HTTPHeaders())
    }
    return Request(id: attempt.call, request: attempt.request, response: head, retryCount: attempt.number - 1)
  }
}
