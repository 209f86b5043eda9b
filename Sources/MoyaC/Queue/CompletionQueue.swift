import CLinux
import CMoya
import Glibc
import MoyaCore
import MoyaTransport

/// A `moya_queue`: rows of ended calls, and a descriptor that says whether there are any.
///
/// The descriptor is written when the first row comes and read when the last one goes, under the same lock, so that it
/// is readable exactly while rows wait. A forked child gets a queue of its own, empty.
final class CompletionQueue: Handle, Sendable {
  private let parts = PerProcess<Part> { _ in Part() }

  /// Throws when the kernel gives no descriptor.
  static func make() throws(Failure) -> CompletionQueue {
    let queue = CompletionQueue()
    guard queue.fileDescriptor >= 0 else {
      throw .system(MOYA_ERROR_SYSTEM, "a queue needs a descriptor", errno: errno)
    }
    return queue
  }

  /// −1: the kernel gave none.
  var fileDescriptor: Int32 { parts.value.descriptor }

  func push(_ result: Result<Response, MoyaError>, tag: UInt64, of subject: any Subject) {
    var row = moya_completion()
    row.tag = tag
    do throws(Failure) {
      let response = try CResponse(result, target: subject.name)
      row.http_status = Int32(truncatingIfNeeded: response.response.statusCode)
      row.response = response.retainedHandle()
    } catch let failure {
      row.status = failure.status
      row.http_status = Int32(truncatingIfNeeded: failure.response?.statusCode ?? 0)
      row.error = CError(failure).retainedHandle()
    }
    if !parts.value.append(row) { row.release() }
  }

  /// Moves waiting rows to the caller, oldest first.
  func drain(into rows: RowArray) throws(Failure) -> Int {
    let count = parts.value.take(rows.capacity) { index, row in rows.store(row, at: index) }
    guard let count else { throw Failure(MOYA_ERROR_STATE, "the queue is being destroyed") }
    return count
  }

  /// Waits until there is a row, then moves rows as `drain` does. 0: no row came in time. `milliseconds` −1: no limit.
  func wait(into rows: RowArray, milliseconds: Int32) throws(Failure) -> Int {
    guard fileDescriptor >= 0 else { throw Failure(MOYA_ERROR_SYSTEM, "the queue has no descriptor in this process") }
    let end = MonotonicClock.now() &+ UInt64(max(0, milliseconds)) &* 1000
    while true {
      let count = try drain(into: rows)
      if count > 0 { return count }
      // Another thread may have taken the row that woke this one; then it waits on, for what is left of its time.
      let now = MonotonicClock.now()
      if milliseconds >= 0, now >= end { return 0 }
      let left = milliseconds < 0 ? -1 : Int32(clamping: (end - now + 999) / 1000)
      parts.value.sleep(milliseconds: left)
    }
  }

  /// Releases the rows that were not drained, wakes waiting threads, and closes the descriptor. Calls that still name
  /// the queue end without a row; they may keep this object, which is why it does not wait for its `deinit`.
  func close() {
    var rows = parts.value.close()
    while let row = rows.popFirst() { row.release() }
  }
}

/// The rows and the descriptor of one process.
private final class Part: Sendable {
  let descriptor: Int32
  private let state = Protected(State())

  /// Unchecked: the rows hold C's pointers, each of which one row owns. Used under the lock alone.
  private struct State: @unchecked Sendable {
    var rows = Deque<moya_completion>()
    /// How many threads sleep on the descriptor. It stays open until the last of them has woken.
    var sleeping = 0
    var isClosed = false
  }

  init() { descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

  deinit { if !state.withLock({ $0.isClosed }) { release() } }

  private func release() { if descriptor >= 0 { Glibc.close(descriptor) } }

  private func signal() {
    var one: UInt64 = 1
    write(descriptor, &one, 8)
  }

  func append(_ row: moya_completion) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      if state.rows.isEmpty { signal() }
      state.rows.append(row)
      return true
    }
  }

  /// `nil`: the queue is closed.
  func take(_ capacity: Int, _ body: (Int, moya_completion) -> Void) -> Int? {
    state.withLock { state in
      if state.isClosed { return nil }
      var taken = 0
      while taken < capacity, let row = state.rows.popFirst() {
        body(taken, row)
        taken += 1
      }
      if taken > 0, state.rows.isEmpty {
        var count: UInt64 = 0
        read(descriptor, &count, 8)
      }
      return taken
    }
  }

  /// Waits until there are rows, or the queue is closed, or the time is over.
  func sleep(milliseconds: Int32) {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.sleeping += 1 }
      return !state.isClosed
    }
    guard isOpen else { return }
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&ready, 1, milliseconds)
    state.withLock { state in
      state.sleeping -= 1
      if state.isClosed, state.sleeping == 0 { release() }
    }
  }

  func close() -> Deque<moya_completion> {
    state.withLock { state in
      state.isClosed = true
      // The descriptor is never read again, so that it stays readable and wakes every thread that waits.
      if state.sleeping > 0 { signal() } else { release() }
      return exchange(&state.rows, with: Deque())
    }
  }
}
