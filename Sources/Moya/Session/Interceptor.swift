/// Changes requests before they are sent. This is Alamofire's protocol. A `Session` uses it. An adapter runs on the
/// thread on which plugins prepare requests.
public protocol RequestAdapter: Sendable {
  /// Changes a request. Called once per attempt.
  ///
  /// An adapter runs before the `prepare` hooks of the plugins, so it does not see the header fields that plugins add.
  /// If the adapter passes on an error, the request completes with `.underlying(error, nil)`.
  ///
  /// - Parameters:
  ///   - urlRequest: The request.
  ///   - session: The session that sends the request.
  ///   - completion: Call it once, now or later, from any thread.
  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void)
}

/// Decides whether a failed request is sent again. This is Alamofire's protocol. A `Session` uses it.
///
/// A retrier runs on the thread on which plugins prepare requests, and not on the caller's queue.
public protocol RequestRetrier: Sendable {
  /// Decides whether to make another attempt. Called once after each failed attempt.
  ///
  /// A response is a failure if the target's `validationType` refuses its status. The function is not called in these
  /// cases:
  ///
  /// - A plugin's `shouldRetry` has already asked for another attempt.
  /// - The request was cancelled, or its total timeout is over.
  /// - The body of the request cannot be sent twice.
  /// - The program reads the response as a stream, and the head has arrived.
  /// - Another attempt would fail in the same way, for example because the URL is not valid.
  ///
  /// If the total timeout would pass during the wait before the next attempt, the request completes at once with its
  /// failure.
  ///
  /// - Parameters:
  ///   - request: The request, with its response if there is one.
  ///   - session: The session that sends the request.
  ///   - error: The failure. If the failure is a `MoyaError.underlying`, this is the error inside it, for example a
  ///     `TransferError` or `MoyaError.statusCode`.
  ///   - completion: Call it once, now or later, from any thread. The total timeout of the call continues to run.
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void)
}

/// An adapter and a retrier together, as a `Session` needs them. The default adapter changes nothing, and the default
/// retrier never retries.
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

/// The answer of a retrier.
public enum RetryResult: Sendable {
  case retry
  /// Send the request again after this many seconds.
  case retryWithDelay(TimeInterval)
  case doNotRetry
  /// The request fails with this error and with the response of the failed attempt.
  case doNotRetryWithError(any Error)
}

// MARK: - Interceptor

/// A list of adapters and retriers that works as one interceptor. This is Alamofire's class.
///
/// Each adapter receives the request that the previous adapter returned. After an error, no further adapter runs. The
/// retriers are asked in order until one of them gives an answer other than `doNotRetry`.
///
/// The class is `@unchecked Sendable` because it is open. A subclass must protect its own state.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
  public let adapters: [any RequestAdapter]
  public let retriers: [any RequestRetrier]

  /// Makes an interceptor. The `interceptors` are added to the end of both lists, the adapters and the retriers.
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

  /// Runs the adapters one after another. Each receives the request that the previous one returned.
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

/// A failed request. A retrier receives it.
public final class Request: Sendable {
  /// The id of the request. It is the same for every attempt.
  public let id: UUID
  /// The request as it was sent.
  public let request: URLRequest?
  /// The number of retries so far. 0 after the first attempt.
  public let retryCount: Int
  /// The request and the response of the attempt. The type has Foundation's name.
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

/// A request that was sent, and its response. The names of the class and its properties are Foundation's.
public final class URLSessionTask: Sendable {
  /// The request as it was sent.
  public let currentRequest: URLRequest?
  /// The response, which is an `HTTPURLResponse`. `nil` if no response came.
  public let response: URLResponse?

  init(request: URLRequest?, response: HTTPURLResponse?) {
    currentRequest = request
    self.response = response
  }

  /// The same request as `currentRequest`. The changes that redirects made are not recorded.
  public var originalRequest: URLRequest? { currentRequest }
}

// MARK: - Interception

/// A session's interceptor in the form that the engine uses.
///
/// It adapts a request before the plugins prepare the request. If no plugin asks for another attempt after a failure,
/// the interceptor decides whether the request is sent again.
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
    CarriedValues.run(for: attempt.subject) {
      interceptor.retry(question(about: attempt), for: session, dueTo: cause) { result in
        switch result {
        case .retry: answer(.after(seconds: 0))
        case .retryWithDelay(let seconds): answer(.after(seconds: seconds))
        case .doNotRetry: answer(.fail(attempt.error))
        case .doNotRetryWithError(let error): answer(.fail(.underlying(error, attempt.error.response)))
        }
      }
    }
  }

  private func question(about attempt: FailedAttempt) -> Request {
    // The response of a stub may have only a status. A retrier gets a head with this status.
    let head = attempt.error.response.map { response in
      response.response
        ?? HTTPURLResponse(
          urlText: attempt.request?.urlText ?? "", statusCode: response.statusCode, fields: HTTPHeaders())
    }
    return Request(id: attempt.call, request: attempt.request, response: head, retryCount: attempt.number - 1)
  }
}
