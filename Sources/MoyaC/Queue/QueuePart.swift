import CLinux
import CMoya
import Glibc
import MoyaCore
import MoyaTransport

/// The rows and the descriptor of a queue in one process.
///
/// Invariant: once the program has asked for the descriptor, and while a thread sleeps on it, it is readable while rows
/// wait, while a wake has not reached those whom it is for, and when the queue is over, or some thread is about to make
/// it so.
final class QueuePart: Sendable {
  let descriptor: Int32
  let state: Protected<State>

  /// Unchecked: the rows hold C's pointers, each of which one row owns. Used under the lock alone.
  struct State: @unchecked Sendable {
    var rows = Deque<moya_completion>()
    /// Bytes of chunks in `rows`, and how many may wait before a call is paused.
    var bytes = 0
    var buffer = QueuePart.defaultBuffer
    /// Calls that are paused until rows are taken.
    var paused: [RowParts] = []
    /// Calls that name the queue, those whose row waits included.
    var calls = 0
    /// 0: none.
    var limit = 0
    /// No call may name the queue any more.
    var isClosed = false
    var isDestroyed = false
    /// How many threads wait, asleep or not.
    var waiting = 0
    /// How many of them sleep on the descriptor. It stays open until the last of them has woken.
    var sleeping = 0
    /// Counts the wakes.
    var wakes: UInt = 0
    /// Sleeping threads that the last wake has not brought back yet.
    var called = 0
    /// The last wake found no thread that waits: it is for the next one that comes.
    var isWoken = false

    /// The last row has gone, and no other will come.
    var isOver: Bool { isClosed && calls == 0 }
    /// The program has asked for the descriptor.
    var isShown = false
    /// The descriptor is readable, or a thread is about to make it so.
    var isSignalled = false
    /// Threads that write or read the descriptor. It stays open until they have.
    var changing = 0
    /// The descriptor has not been closed.
    var isOpen: Bool
    var pumping = QueuePumping()

    var isQuiet: Bool { rows.isEmpty && called == 0 && !isWoken && !isOver && !isDestroyed }
  }

  enum Taken {
    case rows(Int)
    case nothing
    /// There are no rows, and `wake` was called.
    case woken
    /// There will be no more rows.
    case over
    case destroyed
  }

  init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    state = Protected(State(isOpen: descriptor >= 0))
  }

  deinit { if state.withLock({ $0.isOpen }) { Glibc.close(descriptor) } }

  /// The descriptor, for the program to look at.
  func show() -> Int32 {
    update { $0.isShown = true }
    return descriptor
  }

  // MARK: Calls that end in it

  /// A place for the row of a call that is about to begin.
  func reserve() throws(Failure) {
    let fault: Failure? = state.withLock { state in
      if state.isClosed || state.isDestroyed { return Failure(MOYA_ERROR_STATE, "the queue is closed") }
      if state.limit > 0, state.calls >= state.limit {
        return Failure(MOYA_ERROR_FULL, "the queue has \(state.calls) calls, which is its limit: drain rows first")
      }
      state.calls += 1
      return nil
    }
    if let fault { throw fault }
  }

  /// The call did not begin, or its row was taken.
  func giveBack() {
    update { $0.calls -= 1 }
  }

  func append(_ row: moya_completion) -> Bool {
    update { state in
      if state.isDestroyed { return false }
      state.rows.append(row)
      return true
    }
  }

  func take(_ capacity: Int, _ body: (Int, moya_completion) -> Void) -> Taken {
    var wait: Wait?
    return take(capacity, &wait, waits: false, body)
  }

  /// As `take`, for a thread that waits until there is something: then its wait has ended, and else it has begun.
  func take(_ capacity: Int, for wait: inout Wait?, _ body: (Int, moya_completion) -> Void) -> Taken {
    take(capacity, &wait, waits: true, body)
  }

  private func take(
    _ capacity: Int, _ wait: inout Wait?, waits: Bool, _ body: (Int, moya_completion) -> Void
  ) -> Taken {
    var resumed: [RowParts]?
    defer { if resumed != nil { QueuePart.resume(resumed) } }
    return update { state in
      let taken = state.take(capacity, isAfter: wait, &resumed, body)
      if case .nothing = taken {
        if waits, wait == nil {
          state.waiting += 1
          wait = Wait(wakes: state.wakes)
        }
      } else if wait.take() != nil {
        state.waiting -= 1
      }
      return taken
    }
  }

  // MARK: The end

  func setLimit(_ limit: Int) { state.withLock { $0.limit = limit } }

  func close() { update { $0.isClosed = true } }

  /// - Returns: the rows that were not taken, to be released, and the calls that can write no more.
  func destroy() -> (rows: [moya_completion], calls: [RowParts]) {
    update { state in
      // The descriptor is never read again, so that it stays readable and wakes every thread that waits.
      state.isDestroyed = true
      var rows: [moya_completion] = []
      while let row = state.rows.popFirst() { rows.append(state.settle(row)) }
      return (rows, exchange(&state.paused, with: []))
    }
  }
}

extension QueuePart.State {
  fileprivate mutating func take(
    _ capacity: Int, isAfter wait: QueuePart.Wait?, _ resumed: inout [RowParts]?, _ body: (Int, moya_completion) -> Void
  ) -> QueuePart.Taken {
    if isDestroyed { return .destroyed }
    var taken = 0
    var parts = 0
    while taken < capacity, let row = rows.popFirst() {
      if Int(row.kind) == MOYA_ROW_END {
        body(taken, row)
      } else {
        body(taken, settle(row))
        parts += 1
      }
      taken += 1
    }
    if taken > 0 {
      calls -= taken - parts
      if parts > 0 { resumed = resumable() }
      return .rows(taken)
    }
    if isOver { return .over }
    if let wait, wait.wakes != wakes { return .woken }
    return exchange(&isWoken, with: false) ? .woken : .nothing
  }
}
