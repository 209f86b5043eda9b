/// A session's interceptor at work on one call: two plugins, of which one stands in front of the caller's and adapts,
/// and the other behind them and says yes to a retry when none of them does.
///
/// The retrier is asked when that next attempt begins: `prepare` can wait for its answer, and runs where a session
/// works and not on the caller's queue. A no ends the attempt with the failure of the one before.
///
/// Unchecked: the interceptor is the caller's and promises what a session's users promise; `failed` is touched by hooks
/// only, which never overlap.
final class Interception: @unchecked Sendable {
  private let interceptor: any RequestInterceptor
  private let session: Session
  private let id = UUID()
  /// The last attempt, when the retrier is still to be asked about it.
  private var failed: Attempt?

  private struct Attempt {
    let error: MoyaError
    let request: URLRequest?
  }

  init(_ interceptor: any RequestInterceptor, session: Session) {
    self.interceptor = interceptor
    self.session = session
  }

  func around(_ plugins: [any PluginType]) -> [any PluginType] {
    [Front(interception: self)] + plugins + [Back(interception: self)]
  }

  private struct Front: PluginType {
    let interception: Interception

    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      interception.begin(request, context)
      return .pending
    }
  }

  private struct Back: PluginType {
    let interception: Interception

    func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
      guard case .failure(let error) = result else { return .no }
      if case .underlying(let cause as TransferError, _) = error, cause.kind == .cancelled { return .no }
      interception.failed = Attempt(error: error, request: context.request)
      return .now
    }
  }

  private func begin(_ request: URLRequest, _ context: PluginContext) {
    guard let failed else { return adapt(request, context) }
    self.failed = nil
    var cause: any Error = failed.error
    if case .underlying(let inner, _) = failed.error { cause = inner }
    let once = Once()
    interceptor.retry(question(about: failed, context), for: session, dueTo: cause) { answer in
      guard once.pass() else { return }
      switch answer {
      case .retry: self.adapt(request, context)
      case .retryWithDelay(let seconds):
        _ = self.session.schedule(afterMilliseconds: seconds.milliseconds) { self.adapt(request, context) }
      case .doNotRetry: context.resume(.answered(.failure(failed.error)))
      case .doNotRetryWithError(let error):
        context.resume(.answered(.failure(.underlying(error, failed.error.response))))
      }
    }
  }

  private func question(about failed: Attempt, _ context: PluginContext) -> Request {
    // A stub's answer may be a status alone.
    let head = failed.error.response.map { answer in
      answer.response
        ?? HTTPURLResponse(
          urlText: failed.request?.urlText ?? "", statusCode: answer.statusCode, fields: HTTPHeaders())
    }
    // This attempt is counted already.
    return Request(id: id, request: failed.request, response: head, retryCount: context.attempt - 2)
  }

  private func adapt(_ request: URLRequest, _ context: PluginContext) {
    let once = Once()
    interceptor.adapt(request, for: session) { result in
      guard once.pass() else { return }
      switch result {
      case .success(let request): context.resume(.ready(request))
      case .failure(let error): context.resume(.answered(.failure(.underlying(error, nil))))
      }
    }
  }
}
