import Dispatch

/// Responds to exchanges from a sample, immediately or later, without a network. It checks each request like the
/// network does, so that a test fails where production would.
package final class StubBackend: Backend {
  package typealias Answer = @Sendable (Exchange) -> Result<TransferResponse, TransferError>

  /// Responds with the endpoint's own sample.
  package static let immediate = Lane(StubBackend(.immediate))
  package static let next = Lane(StubBackend(.next))

  private let moment: StubMoment
  /// The queue on which a delayed response is delivered if the caller named no queue. If it is `nil`, the response is
  /// delivered on the thread of the timer.
  private let queue: DispatchQueue?
  private let executor: any Executor
  private let answer: Answer

  package init(
    _ moment: StubMoment, queue: DispatchQueue? = nil, executor: any Executor = DirectExecutor.shared,
    answer: @escaping Answer = { $0.subject.sample(for: $0.request) }
  ) {
    self.moment = moment
    self.queue = queue
    self.executor = executor
    self.answer = answer
  }

  package var traits: BackendTraits { .watchesTotalTimeout }

  package func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    do throws(TransferError) {
      try StubBackend.check(exchange.request, about: exchange.subject)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
    return deliver(exchange, to: observer)
  }

  /// Does the same as `send`, for a request that `RequestRules` has already accepted.
  package func deliver(_ exchange: Exchange, to observer: any TransferObserver) -> (any Stoppable)? {
    switch moment {
    case .immediate:
      observer.transferDidFinish(answer(exchange))
      return nil
    case .next:
      let stub = StubAnswer(observer) { self.answer(exchange) }
      stub.deliver(on: queue)
      return stub
    case .delayed(let delay):
      let limit = exchange.options.totalTimeout
      let timesOut = limit > 0 && limit < delay
      let late = TransferError(.totalTimeout, "the stub did not answer within the total timeout")
      let stub = StubAnswer(observer) { timesOut ? .failure(late) : self.answer(exchange) }
      stub.keep(
        executor.schedule(afterMilliseconds: timesOut ? limit : delay) { [queue] in stub.deliver(on: queue) })
      return stub
    }
  }

  /// Checks a request like the network does, with one exception: the URL of a Swift target may be only a path, as in
  /// Moya. The path and the query of such a URL follow the same rules as those of a whole URL.
  private static func check(_ request: URLRequest, about subject: any Subject) throws(TransferError) {
    do throws(TransferError) { try RequestRules.check(request) } catch {
      let text = request.urlText
      guard subject is TargetSubject, !text.isEmpty, URLReference(text).isRelative else { throw error }
      var whole = request
      whole.urlText = "http://stub.invalid\(text.hasPrefix("/") ? "" : "/")\(text)"
      try RequestRules.check(whole)
    }
  }

  /// Returns the result of a call that a stub handles immediately, that has no hooks, and that cannot be changed or
  /// stopped. The result equals the engine's result for such a call, but the engine does not run.
  package static func result(for description: CallDescription) -> Result<Response, MoyaError> {
    switch description.source {
    case .failed(let error): return .failure(error)
    case .asking, .taken: return .failure(.underlying(TransferError(.other, "the request is yet to be made"), nil))
    case .ready(let request):
      return result(for: request, about: description.subject, validation: description.validation)
    }
  }

  /// Does the same as `result(for:)`, for a request without a `CallDescription`.
  static func result(
    for request: URLRequest?, about subject: any Subject, validation: ValidationType
  ) -> Result<Response, MoyaError> {
    guard let request else { return .failure(.cancelled) }
    let outcome: Result<TransferResponse, TransferError>
    do throws(TransferError) {
      try check(request, about: subject)
      if let response = subject.response(to: request), validation.accepts(response.statusCode) {
        return .success(response)
      }
      outcome = subject.sample(for: request)
    } catch {
      outcome = .failure(error)
    }
    return Outcome.result(of: outcome, request: request, keepsRequest: false, validation: validation)
  }
}

/// A stub that will respond later. Its timer or `stop` ends it, whichever comes first.
private final class StubAnswer: Stoppable {
  private let answer: @Sendable () -> Result<TransferResponse, TransferError>
  private let state: Protected<State>

  private struct State {
    var observer: (any TransferObserver)?
    var timer: (any Stoppable)?
  }

  init(_ observer: any TransferObserver, answer: @escaping @Sendable () -> Result<TransferResponse, TransferError>) {
    self.answer = answer
    state = Protected(State(observer: observer))
  }

  func keep(_ timer: any Stoppable) { state.withLock { if $0.observer != nil { $0.timer = timer } } }

  /// Makes the response and delivers it on the caller's queue. If the caller named no queue, uses `queue`, or this
  /// thread if `queue` is `nil`.
  func deliver(on queue: DispatchQueue?) {
    state.withLock { $0.observer }?.transferCanFinish(on: queue) {
      self.end().observer?.transferDidFinish(self.answer())
    }
  }

  func stop() {
    let ended = end()
    ended.timer?.stop()
    ended.observer?.transferDidFinish(.failure(.cancelled))
  }

  private func end() -> State { state.withLock { exchange(&$0, with: State()) } }
}

/// The moment at which a stub responds.
package enum StubMoment: Hashable, Sendable {
  /// The stub responds inside the function that starts the call.
  case immediate
  /// The stub responds in the next job of the queue on which the caller's completion runs.
  case next
  case delayed(milliseconds: UInt32)

  /// Returns the lane of a stubbed call: the backend with its executor.
  /// - Parameter executor: sets the timer of a delay.
  package func lane(executor: any Executor = DirectExecutor.shared) -> Lane {
    switch self {
    case .immediate: StubBackend.immediate
    case .next: StubBackend.next
    case .delayed: Lane(StubBackend(self, executor: executor), executor: executor)
    }
  }
}
