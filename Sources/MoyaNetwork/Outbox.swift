import Dispatch
import MoyaTransport

/// Hands over together the jobs that a turn of a loop has for its callers' queues.
///
/// Handed over one by one, each job would wake a thread, which on a busy machine takes the loop's CPU for that one job.
///
/// Unchecked: `batches` belongs to the thread that pumps the loop.
final class Outbox: @unchecked Sendable {
  private let late: LateLoop
  private var batches: [Batch] = []

  init(_ late: LateLoop) { self.late = late }

  func post(_ job: @escaping Batch.Job, to queue: DispatchQueue) {
    guard let loop = late.existing, loop.isPumpedHere else { return queue.async(execute: job) }
    if batches.isEmpty { loop.perform { self.flush() } }
    // Only the last batch, not an earlier one: two queue objects may be one queue, or have one target, and then this
    // job must run after all others.
    if let batch = batches.last, batch.queue === queue { return batch.add(job) }
    let batch = Batch(for: queue)
    batch.add(job)
    batches.append(batch)
  }

  private func flush() {
    for batch in exchange(&batches, with: []) { batch.send() }
  }
}
