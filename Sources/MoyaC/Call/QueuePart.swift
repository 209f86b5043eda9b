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

// MARK: - Waits

/// Threads that wait for a queue. A wake ends each wait that has begun, whether its thread sleeps, pumps, or has just been
/// woken by a row that another thread took.
extension QueuePart {
  /// A wait of one thread: which wakes came before it. It ends with any later one, wherever that finds the thread.
  struct Wait {
    let wakes: UInt
  }

  /// Sleeps until there may be something to take, or the time is over.
  /// - Parameter other: a descriptor that ends the sleep too when it is readable; −1: none.
  func sleep(_ wait: Wait, milliseconds: Int32, orUntil other: Int32 = -1) {
    let sleeps = update { state in
      // What came since this thread looked did not find it asleep.
      if !state.isQuiet || state.wakes != wait.wakes { return false }
      state.sleeping += 1
      return true
    }
    if !sleeps { return }
    var ready = (pollfd(), pollfd())
    (ready.0.fd, ready.1.fd) = (descriptor, other)
    (ready.0.events, ready.1.events) = (Int16(POLLIN), Int16(POLLIN))
    withUnsafeMutablePointer(to: &ready) {
      _ = $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, other < 0 ? 1 : 2, milliseconds) }
    }
    update { state in
      state.sleeping -= 1
      if state.wakes != wait.wakes { state.called = max(0, state.called - 1) }
    }
  }

  /// The time of a wait is over.
  func end(_ wait: Wait) { update { $0.waiting -= 1 } }

  /// Ends the waits of all threads, or, when there are none, the next one.
  func wake() {
    update(forPump: true) { state in
      if state.isDestroyed { return }
      state.wakes &+= 1
      state.called = state.sleeping
      if state.waiting == 0 { state.isWoken = true }
    }
  }
}

// MARK: - The descriptor

/// The descriptor is written, read and closed outside the lock: the thread that a write wakes would find the lock taken,
/// and wait for it longer than the system call takes. 1,300 instructions of a request less.
///
/// Invariant: a write is made when the descriptor is not signalled, and from then on it is, until a thread has read it.
/// What changes meanwhile is due to the thread that wrote or read, which looks at the queue again.
extension QueuePart {
  enum Change {
    case write, read, close
  }

  /// Runs `body` under the lock, then makes the descriptor what it has to be.
  /// - Parameter forPump: the thread that pumps has to look at the queue, also if that is quiet.
  func update<Result>(forPump: Bool = false, _ body: (inout State) -> Result) -> Result {
    let (result, change, pump) = state.withLock { state in
      let result = body(&state)
      let isForOther = state.pumping.isElsewhere(than: Loop.thread) && (forPump || !state.isQuiet)
      return (result, state.dueChange(), isForOther ? state.pumping.pump : nil)
    }
    if let change { perform(change) }
    // Makes the thread that pumps look at the queue again.
    if let pump, pump.isLent { pump.loop.nudge() }
    return result
  }

  @inline(never)
  private func perform(_ first: Change) {
    var next: Change? = first
    while let change = next {
      var count: UInt64 = 1
      var isDone = true
      switch change {
      case .write: write(descriptor, &count, 8)
      case .read: isDone = read(descriptor, &count, 8) == 8
      case .close:
        Glibc.close(descriptor)
        return
      }
      next = state.withLock { $0.dueChange(after: change, isDone: isDone) }
    }
  }
}

extension QueuePart.State {
  /// What the asking thread has to do with the descriptor outside the lock; `nil`: nothing.
  fileprivate mutating func dueChange() -> QueuePart.Change? {
    if !isOpen { return nil }
    if isDestroyed, sleeping == 0 {
      if changing > 0 { return nil }
      isOpen = false
      return .close
    }
    let isReadable = !isQuiet
    if isReadable == isSignalled || (isReadable && !isShown && sleeping == 0) { return nil }
    if isReadable { isSignalled = true }
    changing += 1
    return isReadable ? .write : .read
  }

  /// - Parameter isDone: false: there was nothing to read. Another thread has read it, or has yet to write it; that one
  ///   asks what is due when it has.
  fileprivate mutating func dueChange(after change: QueuePart.Change, isDone: Bool) -> QueuePart.Change? {
    changing -= 1
    if case .read = change {
      if isDone { isSignalled = false } else if !isDestroyed { return nil }
    }
    return dueChange()
  }
}
