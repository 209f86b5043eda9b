import CMoya
import Glibc
import MoyaCore
import MoyaTransport

/// A `moya_queue`: rows of calls, most often of their ends, and a descriptor that says whether there are any. A forked child gets a queue of
/// its own, empty.
final class CompletionQueue: Handle, Sendable {
  private let parts = PerProcess<QueuePart> { _ in QueuePart() }

  /// Throws when the kernel gives no descriptor.
  static func make() throws(Failure) -> CompletionQueue {
    let queue = CompletionQueue()
    guard queue.hasDescriptor else {
      throw .system(MOYA_ERROR_SYSTEM, "a queue needs a descriptor", errno: errno)
    }
    return queue
  }

  /// −1: the kernel gave none.
  var fileDescriptor: Int32 { parts.value.show() }

  private var hasDescriptor: Bool { parts.value.descriptor >= 0 }

  /// The end of a call that begins: a place for its row is kept. Throws when there is none.
  func end(tag: UInt64) throws(Failure) -> RowEnd {
    let part = parts.value
    try part.reserve()
    return RowEnd(part, tag: tag)
  }

  /// Moves waiting rows to the caller, oldest first.
  func drain(into rows: RowArray) throws(Failure) -> Int {
    try count(parts.value.take(rows.capacity) { rows.store($1, at: $0) }) ?? 0
  }

  /// Waits until there is a row, then moves rows as `drain` does. 0: no row came in time, or `wake` was called.
  /// `milliseconds` −1: no limit.
  func wait(into rows: RowArray, milliseconds: Int32) throws(Failure) -> Int {
    guard hasDescriptor else { throw Failure(MOYA_ERROR_SYSTEM, "the queue has no descriptor in this process") }
    if milliseconds == 0 { return try drain(into: rows) }
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
      // Another thread may have taken the row that woke this one; then it waits on, for what is left of its time.
      let now = MonotonicClock.now()
      if milliseconds >= 0, now >= end {
        part.end(wait)
        return 0
      }
      let left = milliseconds < 0 ? -1 : Int32(clamping: (end - now + 999) / 1000)
      if pumped == nil { part.sleep(wait, milliseconds: left) } else { pumped?.pass(wait, milliseconds: left) }
    }
  }

  /// `nil`: there was nothing.
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

  func setBuffer(_ bytes: Int) { parts.value.setBuffer(bytes) }

  /// No other call may name it.
  func close() { parts.value.close() }

  /// Releases the rows that were not drained, wakes waiting threads, and closes the descriptor. Calls that still name
  /// the queue end without a row; they may keep its part, which is why it does not wait for a `deinit`.
  func destroy() {
    let (rows, calls) = parts.value.destroy()
    for row in rows { row.release() }
    QueuePart.cancel(calls)
  }
}
