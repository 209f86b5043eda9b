import Moya
import MoyaTestSupport

/// An interceptor that returns what the test says, and records what it was asked.
final class TestInterceptor: RequestInterceptor, Sendable {
  typealias Adapt = @Sendable (URLRequest, @escaping @Sendable (Result<URLRequest, any Error>) -> Void) -> Void
  typealias Retry = @Sendable (Request, any Error, @escaping @Sendable (RetryResult) -> Void) -> Void

  let asked = Locked<[Request]>([])
  let adapted = Locked<[URLRequest]>([])
  private let onAdapt: Adapt
  private let onRetry: Retry

  init(
    adapt: @escaping Adapt = { request, answer in answer(.success(request)) },
    retry: @escaping Retry = { _, _, answer in answer(.doNotRetry) }
  ) {
    onAdapt = adapt
    onRetry = retry
  }

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    adapted.with { $0.append(urlRequest) }
    onAdapt(urlRequest, completion)
  }

  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    asked.with { $0.append(request) }
    onRetry(request, error, completion)
  }
}
