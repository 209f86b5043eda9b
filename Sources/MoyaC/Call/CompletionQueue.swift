import CMoya
import CThread
import Glibc
import MoyaCore
import MoyaTransport

/// A `moya_queue`: rows for the program, and a descriptor that is readable when rows wait. A row is an entry about a
/// call, mostly its completion.
///
/// A forked child gets its own empty queue.
final class CompletionQueue: Handle, Sendable {
  private let parts = PerProcess<QueuePart> { _ in QueuePart() }

  /// Makes a queue. Throws if the kernel provides no descriptor.
  static func make() throws(Failure) -> CompletionQueue {
    let queue = CompletionQueue()
    guard queue.hasDescriptor else {
      throw .system(MOYA_ERROR_SYSTEM, "a queue needs a descriptor", errno: errno)
    }
    return queue
  }

  /// The descriptor. −1 if the kernel provided no descriptor.
  var fileDescriptor: Int32 { parts.value.show() }

  private var hasDescriptor: Bool { parts.value.descriptor >= 0 }

  /// Makes the completion of a new call and reserves a place for its row. Throws if the queue is closed, or if the
  /// number of its calls has reached the limit.
  func end(tag: UInt64) throws(Failure) -> RowEnd {
    let part = parts.value
    try part.reserve()
    return RowEnd(part, tag: tag)
  }

  /// Moves waiting rows to the caller, oldest first. If the program has called `setPump`, first runs one turn (one
  /// pass) of the event loop of the calls.
  func drain(into rows: RowArray) throws(Failure) -> Int {
    try count(parts.value.drain(rows.capacity) { rows.store($1, at: $0) }) ?? 0
  }

  /// Waits until there is a row, then moves rows to the caller as `drain` does.
  ///
  /// Returns 0 if no row came in time or if `wake` was called. If `milliseconds` is −1, the function waits without a
  /// time limit.
  func wait(into rows: RowArray, milliseconds: Int32) throws(Failure) -> Int {
    guard hasDescriptor else { throw Failure(MOYA_ERROR_SYSTEM, "the queue has no descriptor in this process") }
    if milliseconds == 0 { return try drain(into: rows) }
    let cancelState = moya_thread_defer_cancel()
    defer { moya_thread_allow_cancel(cancelState) }
    let part = parts.value
    let end = MonotonicClock.now() &+ UInt64(max(0, milliseconds)) &* 1000
    var pumped: PumpedWait?
    var wait: QueuePart.Wait?
    var isFirst = true
    defer { pumped?.end() }
    while true {
      if let count = try count(part.take(rows.capacity, for: &wait) { rows.store($1, at: $0) }) { return count }
      guard let wait else { return 0 }
      if isFirst { pumped = PumpedWait(part) }
      isFirst = false
      // A row woke this thread, but another thread may have taken the row. This thread then waits again for the rest of
      // its time.
      let now = MonotonicClock.now()
      if milliseconds >= 0, now >= end {
        part.end(wait)
        return 0
      }
      let left = milliseconds < 0 ? -1 : Int32(clamping: (end - now + 999) / 1000)
      if pumped == nil { part.sleep(wait, milliseconds: left) } else { pumped?.pass(wait, milliseconds: left) }
    }
  }

  /// Returns the number of rows that were taken. Returns `nil` if there was nothing to take.
  private func count(_ taken: QueuePart.Taken) throws(Failure) -> Int? {
    switch taken {
    case .rows(let count): return count
    case .nothing: return nil
    case .woken: return 0
    case .over: throw Failure(MOYA_ERROR_STATE, "the queue is closed, and its last row was taken")
    case .destroyed: throw Failure(MOYA_ERROR_STATE, "the queue is being destroyed")
    }
  }

  func wake() { parts.value.wake() }

  func setLimit(_ limit: Int) { parts.value.setLimit(limit) }

  /// Lets `drain` run the event loop of the calls if at most this many calls use the queue. 0 means never. See
  /// `DrainPumping`.
  func setPump(_ most: Int) throws(Failure) { try parts.value.setPump(most) }

  func setBuffer(_ bytes: Int) { parts.value.setBuffer(bytes) }

  /// Closes the queue. After that, no new call can use the queue.
  func close() { parts.value.close() }

  /// Releases the rows that were not drained, wakes waiting threads, and closes the descriptor.
  ///
  /// Calls that still use the queue complete without a row. These calls may hold references to the `QueuePart`, so its
  /// `deinit` may run much later. Therefore this function does the work, not `deinit`.
  func destroy() {
    let (rows, calls) = parts.value.destroy()
    for row in rows { row.release() }
    QueuePart.cancel(calls)
  }
}
