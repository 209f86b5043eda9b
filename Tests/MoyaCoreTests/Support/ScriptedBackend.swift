@testable import MoyaCore

/// A backend that returns the responses that the test gives it, when the test says so. As an executor, it has timers
/// that the test fires.
final class ScriptedBackend: Backend, Executor, @unchecked Sendable {
  typealias Answer = Result<TransferResponse, TransferError>

  private let state = Protected(State())

  private struct State: @unchecked Sendable {
    var answers: [Answer] = []
    var sent: [URLRequest] = []
    var options: [TransferOptions] = []
    var waiting: [any TransferObserver] = []
    var delays: [UInt32] = []
    var timers: [ManualTimer] = []
  }

  /// With `.watchesTotalTimeout`, the backend can be stopped, and the backend watches the total timeout. Without the
  /// trait, the backend cannot be stopped, and the flight watches the timeout.
  let traits: BackendTraits
  /// Code of the test that runs inside `send`.
  nonisolated(unsafe) var onSend: () -> Void = {}

  /// - Parameter answers: the outcomes of the first requests, in order. Later requests wait for `finish`.
  init(_ answers: [Answer] = [], watchesTotalTimeout: Bool = true) {
    traits = watchesTotalTimeout ? [.watchesTotalTimeout, .movesFiles] : .movesFiles
    state.withLock { $0.answers = answers }
  }

  static func status(_ status: Int, _ body: String = "") -> Answer {
    .success(TransferResponse(statusCode: status, content: .data(Data(body.utf8))))
  }

  var sent: [URLRequest] { state.withLock { $0.sent } }
  var options: [TransferOptions] { state.withLock { $0.options } }
  var delays: [UInt32] { state.withLock { $0.delays } }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    let answer = state.withLock { state -> Answer? in
      state.sent.append(exchange.request)
      state.options.append(exchange.options)
      if state.answers.isEmpty {
        state.waiting.append(observer)
        return nil
      }
      return state.answers.removeFirst()
    }
    if let answer { observer.transferDidFinish(answer) }
    onSend()
    guard traits.contains(.watchesTotalTimeout) else { return nil }
    return ManualTimer(whenStopped: { self.finish(.failure(.cancelled)) })
  }

  /// Timers fire when the test says so.
  func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    let timer = ManualTimer(work)
    state.withLock {
      $0.delays.append(afterMilliseconds)
      $0.timers.append(timer)
    }
    return timer
  }

  var observers: [any TransferObserver] { state.withLock { $0.waiting } }

  /// Drops the observers of the requests that were not ended.
  func forgetObservers() { state.withLock { $0.waiting = [] } }

  /// Ends the oldest waiting request.
  func finish(_ answer: Answer) {
    let observer = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    observer?.transferDidFinish(answer)
  }

  func progress(_ completed: Int64, of total: Int64) {
    state.withLock { $0.waiting.first }?
      .transferDidProgress(TransferProgress(completedUnitCount: completed, totalUnitCount: total))
  }

  func fireTimers() {
    let timers = state.withLock { state in
      defer { state.timers = [] }
      return state.timers
    }
    for timer in timers { timer.fire() }
  }
}

/// A timer or the handle of a transfer. A timer runs its work when it is fired, unless it was stopped. The handle of a
/// transfer runs its work when it is stopped.
final class ManualTimer: Stoppable {
  private let work: Protected<(@Sendable () -> Void)?>
  private let firesWhenStopped: Bool

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = Protected(work)
    firesWhenStopped = false
  }

  /// Makes the handle of a transfer. It runs `work` when the transfer is stopped.
  init(whenStopped work: @escaping @Sendable () -> Void) {
    self.work = Protected(work)
    firesWhenStopped = true
  }

  func fire() { take()?() }

  func stop() {
    let work = take()
    if firesWhenStopped { work?() }
  }

  private func take() -> (@Sendable () -> Void)? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }
}
