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
