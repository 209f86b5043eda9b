import MoyaCore
import MoyaHTTP

/// Time that passes only when the test says so. As an executor, it controls the time of flights. As a backend, it
/// controls the time of the session that it is given to. Delays that the inner backend makes are not changed.
package final class ManualTime: Backend, Executor {
  private let inner: (any Backend)?
  private let state = Protected(State())
  private let scheduled = Signal()

  fileprivate struct State {
    var now: UInt64 = 0
    var timers: [Timer] = []
  }

  /// - Parameter inner: the backend that sends; `nil`: nothing is sent, and no exchange ends.
  package init(_ inner: (any Backend)? = nil) { self.inner = inner }

  package var traits: BackendTraits { inner?.traits ?? [] }

  package func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    inner?.send(exchange, observer: observer)
  }

  package func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    let timer = state.withLock { state in
      let timer = Timer(due: state.now + UInt64(delay), work)
      state.timers.append(timer)
      return timer
    }
    scheduled.fire()
    return timer
  }

  /// Waits until another timer has been started. Each timer ends one wait.
  package func waitForTimer() -> Bool { scheduled.wait() }

  /// Fires the timers that are due within that time, the earliest first. A timer that starts while this runs can fire
  /// too.
  package func pass(milliseconds: UInt64) {
    let end = state.withLock { $0.now + milliseconds }
    while let timer = state.withLock({ $0.next(until: end) }) { timer.fire() }
    state.withLock { $0.now = end }
  }

  fileprivate final class Timer: Stoppable {
    let due: UInt64
    private let work: Protected<(@Sendable () -> Void)?>

    init(due: UInt64, _ work: @escaping @Sendable () -> Void) {
      self.due = due
      self.work = Protected(work)
    }

    func fire() { work.withLock { $0.take() }?() }

    func stop() { work.withLock { $0 = nil } }
  }
}

extension ManualTime.State {
  fileprivate mutating func next(until end: UInt64) -> ManualTime.Timer? {
    let place = timers.indices.min(by: { timers[$0].due < timers[$1].due })
    guard let place, timers[place].due <= end else { return nil }
    now = max(now, timers[place].due)
    return timers.remove(at: place)
  }
}
