import Dispatch
import MoyaHTTP
import Synchronization

/// Closes a loop. Wakes the threads that wait for the close, and closes the loop's descriptors when their last holder
/// has released them.
final class CloseGate: Sendable {
  typealias Action = @Sendable () -> Void

  private struct State {
    var holders = 0
    var cleanup: Action?
    var listeners: [Action] = []
    /// One semaphore for each waiting thread.
    var waiters: [DispatchSemaphore] = []
  }

  private let isClosed = Atomic(false)
  private let state = Protected(State())

  var isSet: Bool { isClosed.load(ordering: .acquiring) }

  /// Closes the gate. `cleanup` closes the descriptors. It runs now if there are no holders, otherwise when the last
  /// holder calls `release`.
  func close(_ cleanup: @escaping Action) {
    let listeners = state.withLock { state in
      state.cleanup = cleanup
      isClosed.store(true, ordering: .releasing)
      return exchange(&state.listeners, with: [])
    }
    notify()
    for listener in listeners { listener() }
    cleanUpIfFree()
  }

  /// Registers a holder, for example a Dispatch source. The descriptors stay open until the holder calls `release`.
  /// `listener` is called when the loop closes, or at once if the loop is closed.
  func retain(_ listener: @escaping Action = {}) {
    let isLate = state.withLock { state in
      state.holders += 1
      if !isSet { state.listeners.append(listener) }
      return isSet
    }
    if isLate { listener() }
  }

  func release() {
    state.withLock { $0.holders -= 1 }
    cleanUpIfFree()
  }

  /// Waits while another thread runs the loop: until that thread calls `notify`, or until the gate is closed. Returns
  /// at once if `isFree` returns true, which means that no thread runs the loop. After a `notify`, the caller must
  /// check again whether the loop is free, because another thread can have begun to run it.
  func wait(until isFree: () -> Bool) {
    let turn = DispatchSemaphore(value: 0)
    let waits = state.withLock { state in
      let waits = !isSet && !isFree()
      if waits { state.waiters.append(turn) }
      return waits
    }
    if waits { turn.wait() }
  }

  func notify() {
    for waiter in state.withLock({ exchange(&$0.waiters, with: []) }) { waiter.signal() }
  }

  private func cleanUpIfFree() {
    state.withLock { $0.holders == 0 ? exchange(&$0.cleanup, with: nil) : nil }?()
  }
}
