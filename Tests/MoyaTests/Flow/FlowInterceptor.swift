import Moya
import MoyaTestSupport

/// An interceptor that records each call of `adapt` and `retry`, marks the request, and retries up to a limit.
final class FlowInterceptor: RequestInterceptor {
  private let limit: Int
  private let journal: FlowJournal
  /// Whether the interceptor calls the completion on another thread, after its function has returned.
  private let answersLater: Bool

  init(limit: Int, journal: FlowJournal, answersLater: Bool = false) {
    self.limit = limit
    self.journal = journal
    self.answersLater = answersLater
  }

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    journal.write("session", "adapt", "", "\(FlowPlugin.marks(urlRequest))")
    answer { completion(.success(urlRequest)) }
  }

  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    journal.write("session", "retry")
    let result = request.retryCount < limit ? RetryResult.retry : .doNotRetry
    answer { completion(result) }
  }

  private func answer(_ work: @escaping @Sendable () -> Void) {
    if answersLater { DispatchQueue.global().async(execute: work) } else { work() }
  }
}
