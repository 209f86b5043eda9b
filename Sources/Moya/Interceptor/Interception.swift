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
