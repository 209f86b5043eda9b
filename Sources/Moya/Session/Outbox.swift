import Dispatch
import MoyaTransport

/// Hands over together what a turn of a loop has for its callers' queues.
///
/// One by one, each would wake a thread, which on a busy machine takes the loop's CPU for the one job that it finds.
///
/// Unchecked: `batches` belongs to the thread that pumps the loop.
final class Outbox: @unchecked Sendable {
  private let loop: Loop
  private var batches: [Batch] = []

  init(_ loop: Loop) { self.loop = loop }

  func post(_ job: @escaping Batch.Job, to queue: DispatchQueue) {
    guard loop.isPumpedHere else { return queue.async(execute: job) }
    if batches.isEmpty { loop.perform { self.flush() } }
    // No earlier one than the last: two queues may be one, or have one target, and then this job comes after all others.
    if let batch = batches.last, batch.queue === queue { return batch.add(job) }
    let batch = Batch(for: queue)
    batch.add(job)
    batches.append(batch)
  }

  private func flush() {
    for batch in exchange(&batches, with: []) { batch.send() }
  }
}
