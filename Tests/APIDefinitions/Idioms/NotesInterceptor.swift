import Foundation
import Moya

/// Renews the token when the server refuses it, as interceptors do. Requests that arrive during the renewal wait in a
/// list.
final class NotesInterceptor: RequestInterceptor, @unchecked Sendable {
  private let lock = NSLock()
  private var isRefreshing = false
  private var waiting: [(RetryResult) -> Void] = []
  private var token = "old"
  private(set) var refreshes = 0
  let retryLimit = 2

  func adapt(
    _ urlRequest: URLRequest, for session: Session, completion: @escaping (Result<URLRequest, Error>) -> Void
  ) {
    var urlRequest = urlRequest
    guard urlRequest.url?.absoluteString.hasPrefix("https://notes.example") == true else {
      completion(.success(urlRequest))
      return
    }
    lock.lock()
    urlRequest.headers.add(.authorization(bearerToken: token))
    lock.unlock()
    urlRequest.headers.update(name: "X-Device", value: "phone")
    completion(.success(urlRequest))
  }

  func retry(
    _ request: Request, for session: Session, dueTo error: Error, completion: @escaping (RetryResult) -> Void
  ) {
    guard let response = request.task?.response as? HTTPURLResponse, response.statusCode == 401,
      request.request?.url?.lastPathComponent != "refresh"
    else {
      completion(.doNotRetryWithError(error))
      return
    }
    guard request.retryCount < retryLimit else { return completion(.doNotRetry) }
    lock.lock()
    defer { lock.unlock() }
    waiting.append(completion)
    guard !isRefreshing else { return }
    isRefreshing = true
    DispatchQueue.global().async { self.refreshed("new") }
  }

  private func refreshed(_ token: String) {
    lock.lock()
    self.token = token
    refreshes += 1
    isRefreshing = false
    let completions = waiting
    waiting.removeAll()
    lock.unlock()
    completions.forEach { $0(.retry) }
  }
}
