/// A session's interceptor at work on one call: two plugins, of which one stands in front of the caller's and adapts,
/// and the other behind them and asks for a retry when none of them wants one.
///
/// Hooks cannot wait for an answer, but `prepare` can: an answer that is not there when `shouldRetry` returns is
/// awaited at the beginning of the attempt that it may prevent.
///
/// Unchecked: the interceptor is the caller's and promises what a session's users promise; `question` is touched by
/// hooks only, which never overlap.
final class Interception: @unchecked Sendable {
  private let interceptor: any RequestInterceptor
  private let session: Session
  private let id = UUID()
  private var question: Question?

  /// What the retrier was asked, and has not answered with a plain yes or no.
  private struct Question {
    let answer: Later<RetryResult>
    let failure: MoyaError
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
      interception.prepare(request, context)
    }
  }

  private struct Back: PluginType {
    let interception: Interception

    func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
      guard case .failure(let error) = result else { return .no }
      return interception.ask(error, context)
    }
  }

  // MARK: Before an attempt

  private func prepare(_ request: URLRequest, _ context: PluginContext) -> Preparation {
    guard let question else {
      adapt(request, context)
      return .pending
    }
    self.question = nil
    question.answer.then { answer in
      switch answer {
      case .retry: self.adapt(request, context)
      case .retryWithDelay(let seconds):
        _ = self.session.schedule(afterMilliseconds: seconds.milliseconds) { self.adapt(request, context) }
      case .doNotRetry: context.resume(.answered(.failure(question.failure)))
      case .doNotRetryWithError(let error):
        context.resume(.answered(.failure(.underlying(error, question.failure.response))))
      }
    }
    return .pending
  }

  private func adapt(_ request: URLRequest, _ context: PluginContext) {
    let adapted = Later<Result<URLRequest, any Error>>()
    interceptor.adapt(request, for: session) { adapted.give($0) }
    adapted.then { result in
      switch result {
      case .success(let request): context.resume(.ready(request))
      case .failure(let error): context.resume(.answered(.failure(.underlying(error, nil))))
      }
    }
  }

  // MARK: After an attempt

  private func ask(_ failure: MoyaError, _ context: PluginContext) -> RetryDecision {
    var cause: any Error = failure
    if case .underlying(let inner, _) = failure { cause = inner }
    if (cause as? TransferError)?.kind == .cancelled { return .no }
    let sent = context.call.request
    // A stub's answer may be a status alone.
    let head = failure.response.map { answer in
      answer.response
        ?? HTTPURLResponse(urlText: sent?.urlText ?? "", statusCode: answer.statusCode, fields: HTTPHeaders())
    }
    let request = Request(id: id, request: sent, response: head, retryCount: context.attempt - 1)
    let answer = Later<RetryResult>()
    interceptor.retry(request, for: session, dueTo: cause) { answer.give($0) }
    switch answer.value {
    case .retry: return .now
    case .retryWithDelay(let seconds): return .after(seconds: seconds)
    case .doNotRetry: return .no
    case .doNotRetryWithError, nil:
      question = Question(answer: answer, failure: failure)
      return .now
    }
  }
}
