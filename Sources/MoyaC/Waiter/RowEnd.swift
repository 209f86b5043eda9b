import MoyaCore

/// The end of a waiter that is told by a row of a queue.
final class RowEnd: WaiterEnd {
  private let queue: CompletionQueue
  private let tag: UInt64

  init(_ queue: CompletionQueue, tag: UInt64) {
    self.queue = queue
    self.tag = tag
  }

  func finish(_ result: Result<Response, MoyaError>, of waiter: Waiter) {
    queue.push(result, tag: tag, of: waiter.subject)
  }
}
