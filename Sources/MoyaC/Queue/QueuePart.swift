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
    /// How many threads sleep on the descriptor. It stays open until the last of them has woken.
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

    var isQuiet: Bool {
      rows.isEmpty && called == 0 && !isWoken && !pumping.isWoken && !isOver && !isDestroyed
    }
  }

  enum Taken {
    case rows(Int)
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
    var resumed: [RowParts]?
    defer { if resumed != nil { QueuePart.resume(resumed) } }
    return update { state in
      if state.isDestroyed { return .destroyed }
      var taken = 0
      var parts = 0
      while taken < capacity, let row = state.rows.popFirst() {
        if Int(row.kind) == MOYA_ROW_END {
          body(taken, row)
        } else {
          body(taken, state.settle(row))
          parts += 1
        }
        taken += 1
      }
      if taken > 0 {
        state.calls -= taken - parts
        if parts > 0 { resumed = state.resumable() }
        return .rows(taken)
      }
      if state.isOver { return .over }
      guard state.isWoken else { return .rows(0) }
      state.isWoken = false
      return .woken
    }
  }

  // MARK: Waiting

  /// Waits until there are rows, or no more can come, or the time is over. True: `wake` was called meanwhile.
  /// - Parameter other: a descriptor that ends the wait too when it is readable; −1: none.
  func sleep(milliseconds: Int32, orUntil other: Int32 = -1) -> Bool {
    let (wakes, isWoken) = update { state -> (UInt?, Bool) in
      if state.pumping.takeWake(by: Loop.thread) { return (nil, true) }
      // What came since this thread looked did not find it asleep.
      if !state.isQuiet { return (nil, false) }
      state.sleeping += 1
      return (state.wakes, false)
    }
    guard let wakes else { return isWoken }
    var ready = (pollfd(), pollfd())
    (ready.0.fd, ready.1.fd) = (descriptor, other)
    (ready.0.events, ready.1.events) = (Int16(POLLIN), Int16(POLLIN))
    withUnsafeMutablePointer(to: &ready) {
      _ = $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, other < 0 ? 1 : 2, milliseconds) }
    }
    return update { state in
      state.sleeping -= 1
      if state.isDestroyed || state.wakes == wakes { return false }
      state.called = max(0, state.called - 1)
      return true
    }
  }

  /// Ends the waits of the threads that sleep or pump, or, when there are none, the next one.
  func wake() {
    update { state in
      if state.isDestroyed { return }
      state.wakes &+= 1
      state.called = state.sleeping
      state.isWoken = state.sleeping == 0 && !state.pumping.isUnderWay
      state.pumping.wake()
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
