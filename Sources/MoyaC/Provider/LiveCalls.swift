import Dispatch
import MoyaHTTP
import Synchronization

/// The calls of a provider that have not ended, their callbacks included.
final class LiveCalls: Sendable {
  private let state = Protected(State())
  private let number = Atomic<Int>(0)

  private struct State {
    /// Each knows its place, so that it leaves without a search.
    var calls: [CCall] = []
    var isClosed = false
    var waiter: DispatchSemaphore?
  }

  /// Safe in a child, of its parent's calls too.
  var count: Int { number.load(ordering: .relaxed) }

  /// False: the provider is closed.
  func insert(_ call: CCall) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      call.place = state.calls.count
      state.calls.append(call)
      number.store(state.calls.count, ordering: .relaxed)
      return true
    }
  }

  func remove(_ call: CCall) {
    let waiter = state.withLock { state -> DispatchSemaphore? in
      guard state.calls.indices ~= call.place, state.calls[call.place] === call, let last = state.calls.popLast() else {
        return nil
      }
      if last !== call {
        state.calls[call.place] = last
        last.place = call.place
      }
      number.store(state.calls.count, ordering: .relaxed)
      return state.calls.isEmpty ? state.waiter : nil
    }
    waiter?.signal()
  }

  func cancelAll() {
    for call in state.withLock({ $0.calls }) { call.cancel() }
  }

  func close() { state.withLock { $0.isClosed = true } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// True: there is none left. False: the time is over.
  func waitUntilEmpty(_ timeout: DispatchTime) -> Bool {
    let waiter = state.withLock { state -> DispatchSemaphore? in
      if state.calls.isEmpty { return nil }
      let waiter = state.waiter ?? DispatchSemaphore(value: 0)
      state.waiter = waiter
      return waiter
    }
    guard let waiter else { return true }
    _ = waiter.wait(timeout: timeout)
    guard count == 0 else { return false }
    waiter.signal()  // for the next thread that waits
    return true
  }
}
