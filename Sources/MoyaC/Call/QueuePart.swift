import CLinux
import CMoya
import Glibc
import MoyaCore
import MoyaTransport
import Synchronization

/// The rows and the descriptor of a queue in one process. A row is an entry about a call, mostly its completion.
///
/// The descriptor is in use if the program has asked for it or a thread sleeps on it. Invariant: while the descriptor
/// is in use and one of these conditions holds, it is readable, or a thread is about to make it readable.
///
/// - Rows wait.
/// - A wake-up has not reached a thread yet.
/// - The queue has ended.
final class QueuePart: Sendable {
  let descriptor: Int32
  let state: Protected<State>
  /// True once the program has allowed `drain` to run the event loop of the calls (`DrainPumping`). It is read without
  /// the lock.
  let pumps = Atomic(false)

  /// The state is `@unchecked Sendable` because the rows hold pointers of C, and each pointer belongs to one row. The
  /// state is only used under the lock.
  struct State: @unchecked Sendable {
    var rows = Deque<moya_completion>()
    /// The number of bytes in the chunks of `rows`. If a call adds bytes and the sum reaches `buffer`, that call is
    /// paused.
    var bytes = 0
    var buffer = QueuePart.defaultBuffer
    /// Calls that are paused until rows are taken.
    var paused: [RowParts] = []
    /// The number of calls that use the queue, including completed calls whose row still waits.
    var calls = 0
    /// The maximum of `calls`. 0 means no limit.
    var limit = 0
    /// True if the queue is closed. No new call can then use it.
    var isClosed = false
    var isDestroyed = false
    /// The number of threads that wait for rows, asleep or not.
    var waiting = 0
    /// The number of threads that sleep on the descriptor. The descriptor stays open until the last of them has woken.
    var sleeping = 0
    /// The number of wake-ups so far.
    var wakes: UInt = 0
    /// The number of sleeping threads that the last wake-up must still wake.
    var called = 0
    /// True if the last wake-up found no waiting thread. The next wait then ends at once.
    var isWoken = false

    /// True if the queue is closed and the program has taken the results of all calls.
    var isOver: Bool { isClosed && calls == 0 }
    /// True if the program has asked for the descriptor.
    var isShown = false
    /// True if the descriptor is readable, or a thread is about to make it readable.
    var isSignalled = false
    /// The number of threads that write or read the descriptor now. The descriptor stays open until they have finished.
    var changing = 0
    /// True if the descriptor has not been closed.
    var isOpen: Bool
    var pumping = QueuePumping()
    var draining = DrainPumping()

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

  deinit {
    let (isOpen, epoll, consumer) = state.withLock { state in
      state.draining.giveBack()
      return (state.isOpen, state.draining.epoll, state.pumping.consumer)
    }
    consumer?.forget(self)
    if isOpen { QueuePart.close(descriptor, epoll) }
  }

  /// Returns the descriptor for the program to watch.
  func show() -> Int32 {
    let epoll = update { state in
      state.isShown = true
      return state.draining.epoll
    }
    return epoll < 0 ? descriptor : epoll
  }

  private static func close(_ descriptor: Int32, _ epoll: Int32) {
    Glibc.close(descriptor)
    if epoll >= 0 { Glibc.close(epoll) }
  }

  // MARK: Calls that complete in the queue

  /// Reserves a place for the row of a call that is about to begin. Throws if the queue is closed, or if `calls` has
  /// reached the limit.
  func reserve() throws(Failure) {
    let fault: Failure? = state.withLock { state in
      if state.isClosed || state.isDestroyed { return Failure(MOYA_ERROR_STATE, "the queue is closed") }
      if state.limit > 0, state.calls >= state.limit {
        return Failure(MOYA_ERROR_FULL, "the queue has \(state.calls) calls, which is its limit: drain rows first")
      }
      state.calls += 1
      if pumps.load(ordering: .relaxed) {
        let (calls, consumer) = (state.calls, state.pumping.consumer)
        state.draining.prepare(for: self, calls: calls, consumer)
      }
      return nil
    }
    if let fault { throw fault }
  }

  /// Gives a place in the queue back, because the call did not begin or the program has taken the call's result.
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

  /// Does the same as `take`, for a thread that waits for rows. If there is something to take, the thread's wait ends.
  /// Otherwise its wait begins.
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

  // MARK: Closing

  func setLimit(_ limit: Int) { state.withLock { $0.limit = limit } }

  func close() { update { $0.isClosed = true } }

  /// Ends the queue. From now on, nothing can be taken from it.
  ///
  /// - Returns: The rows that were not taken, and the calls that were paused. The caller must release the rows and
  ///   cancel the calls.
  func destroy() -> (rows: [moya_completion], calls: [RowParts]) {
    update { state in
      // After this, no thread empties the descriptor any more. So it stays readable, and wakes every waiting thread.
      state.isDestroyed = true
      state.draining.giveBack()
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

/// The waits of threads for a queue.
///
/// A wake-up ends each wait that has begun. At that moment, the waiting thread may be asleep, or it may be running the
/// event loop of the calls. The thread may also be awake because of a row, although another thread took the row.
extension QueuePart {
  /// A wait of one thread. The wait records how many wake-ups came before it, and any later wake-up ends the wait.
  struct Wait {
    let wakes: UInt
  }

  /// Sleeps until there may be something to take, or until the time runs out.
  ///
  /// - Parameter other: A second descriptor. The sleep also ends when this descriptor is readable. −1 means no second
  ///   descriptor.
  func sleep(_ wait: Wait, milliseconds: Int32, orUntil other: Int32 = -1) {
    let sleeps = update { state in
      // A row or a wake-up may have come after this thread last looked at the queue. At that time the thread was not
      // asleep, so nothing has woken it. So it must not sleep now.
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

  /// Ends a wait whose time has run out.
  func end(_ wait: Wait) { update { $0.waiting -= 1 } }

  /// Ends the waits of all threads. If no thread waits, ends the next wait.
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

/// Writes, reads and closes the descriptor outside the lock.
///
/// A write wakes a thread, and this thread needs the lock. If the writing thread held the lock, the woken thread would
/// have to wait for it.
///
/// Invariant: a thread writes only if the descriptor is not signalled. The descriptor is then signalled until a thread
/// has read it. If the queue changes while a thread writes or reads, the same thread checks the queue again afterwards.
extension QueuePart {
  enum Change {
    case write, read
    /// Closes the descriptor, and this epoll set if it is not −1.
    case close(epoll: Int32)
  }

  /// Runs `body` under the lock, then changes the descriptor if necessary.
  ///
  /// - Parameter forPump: True if the thread that runs the event loop must look at the queue even if there is nothing
  ///   to take from it.
  func update<Result>(forPump: Bool = false, _ body: (inout State) -> Result) -> Result {
    let (result, change, pump) = state.withLock { state in
      let result = body(&state)
      let thread = Loop.thread
      let isForOther = state.pumping.isElsewhere(than: thread) && (forPump || !state.isQuiet)
      let change = state.draining.isInside(thread) ? nil : state.dueChange()
      return (result, change, isForOther ? state.pumping.pump : nil)
    }
    if let change { perform(change) }
    // If another thread runs the event loop, makes that thread look at the queue again.
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
      case .write: moya_event_add(descriptor, 1)
      case .read: isDone = read(descriptor, &count, 8) == 8
      case .close(let epoll):
        QueuePart.close(descriptor, epoll)
        return
      }
      next = state.withLock { $0.dueChange(after: change, isDone: isDone) }
    }
  }
}

extension QueuePart.State {
  /// Returns what the calling thread must do with the descriptor outside the lock. `nil` means that there is nothing to
  /// do.
  fileprivate mutating func dueChange() -> QueuePart.Change? {
    if !isOpen { return nil }
    if isDestroyed, sleeping == 0 {
      if changing > 0 { return nil }
      isOpen = false
      return .close(epoll: draining.epoll)
    }
    let isReadable = !isQuiet
    if isReadable == isSignalled || (isReadable && !isShown && sleeping == 0) { return nil }
    if isReadable { isSignalled = true }
    changing += 1
    return isReadable ? .write : .read
  }

  /// Records that the calling thread has changed the descriptor. Returns the next change that the calling thread must
  /// make, or `nil`.
  ///
  /// - Parameter isDone: False if the thread wanted to read, but there was nothing to read. Then another thread has
  ///   read the descriptor or is about to write it. That thread then checks the queue again.
  fileprivate mutating func dueChange(after change: QueuePart.Change, isDone: Bool) -> QueuePart.Change? {
    changing -= 1
    if case .read = change {
      if isDone { isSignalled = false } else if !isDestroyed { return nil }
    }
    return dueChange()
  }
}
