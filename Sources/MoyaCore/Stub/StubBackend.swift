import FoundationEssentials

/// Answers one call from a sample, at once or later, with no network. The request is checked as it would be before it
/// went on the wire, so that a test fails where production would.
package final class StubBackend: Backend {
  package typealias Scheduler = @Sendable (UInt32, @escaping @Sendable () -> Void) -> any Stoppable
  package typealias Answer = (Exchange) -> Result<TransferResponse, TransferError>

  /// At once, before `send` returns, with the endpoint's own sample.
  package static let immediate = StubBackend(delay: nil)

  /// Milliseconds; `nil`: at once, before `send` returns.
  private let delay: UInt32?
  /// Where callers who named no queue hear of a later answer; `nil`: where its time is up.
  private let queue: DispatchQueue?
  // The caller's closure, asked when the stub delivers.
  nonisolated(unsafe) private let answer: Answer
  private let scheduler: Scheduler?

  package init(
    delay: UInt32?, queue: DispatchQueue? = nil, scheduler: Scheduler? = nil,
    answer: @escaping Answer = { StubBackend.result(of: $0.sample()) }
  ) {
    self.delay = delay
    self.queue = queue
    self.scheduler = scheduler
    self.answer = answer
  }

  package var watchesTotalTimeout: Bool { true }
  package var movesFiles: Bool { false }

  package func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    do throws(TransferError) {
      try RequestRules.check(exchange.request)
    } catch {
      observer.transferDidFinish(.failure(error))
      return nil
    }
    guard let delay else {
      observer.transferDidFinish(answer(exchange))
      return nil
    }
    let limit = exchange.options.totalTimeout
    let stub = StubAnswer(
      answer: answer, exchange: exchange, observer: observer, timesOut: limit > 0 && limit < delay)
    // The answer is asked for, and given, where it is heard.
    let deliver: @Sendable () -> Void = { [queue] in exchange.deliver(on: queue) { stub.deliver() } }
    if delay == 0, scheduler == nil { deliver() } else { stub.timer = later(stub.timesOut ? limit : delay, deliver) }
    return stub
  }

  package func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    scheduler?(afterMilliseconds, work) ?? DispatchTimer(afterMilliseconds: afterMilliseconds, on: .anywhere, work)
  }

  private func later(_ milliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    scheduler?(milliseconds, work) ?? DispatchTimer(afterMilliseconds: milliseconds, on: .clock, work)
  }

  static func result(of sample: EndpointSampleResponse) -> Result<TransferResponse, TransferError> {
    switch sample {
    case .networkResponse(let status, let data):
      return .success(TransferResponse(statusCode: status, content: .data(data)))
    case .response(let response, let data):
      return .success(TransferResponse(response: response, content: .data(data)))
    case .networkError(let error):
      if let error = error as? TransferError { return .failure(error) }
      var failure = TransferError(.other, "the stub answers with an error")
      failure.underlying = error
      return .failure(failure)
    }
  }
}

/// A delayed stub on its way. Ends once: by its timer or by `stop`.
private final class StubAnswer: Stoppable, @unchecked Sendable {
  let timesOut: Bool
  private let answer: StubBackend.Answer
  private let exchange: Exchange
  private let state: Protected<State>

  private struct State {
    var observer: (any TransferObserver)?
    var timer: (any Stoppable)?
  }

  init(answer: @escaping StubBackend.Answer, exchange: Exchange, observer: any TransferObserver, timesOut: Bool) {
    self.answer = answer
    self.exchange = exchange
    self.timesOut = timesOut
    state = Protected(State(observer: observer))
  }

  var timer: (any Stoppable)? {
    get { state.withLock { $0.timer } }
    set { state.withLock { if $0.observer != nil { $0.timer = newValue } } }
  }

  func deliver() {
    guard let observer = end() else { return }
    observer.transferDidFinish(
      timesOut
        ? .failure(TransferError(.totalTimeout, "the stub did not answer within the total timeout"))
        : answer(exchange))
  }

  func stop() {
    let timer = self.timer
    guard let observer = end() else { return }
    timer?.stop()
    observer.transferDidFinish(.failure(.cancelled))
  }

  private func end() -> (any TransferObserver)? {
    state.withLock { state in
      defer { state = State() }
      return state.observer
    }
  }
}
