import Dispatch
import MoyaCore
import MoyaHTTP
import MoyaTransport

/// Runs hooks before a send one after another, never on a caller's thread; the jobs that a turn of the loop has for
/// callers' queues go there together. Keeps time with Dispatch.
package final class DispatchExecutor: Executor {
  private let queue = DispatchQueue(label: "moya.session")
  private let outbox: Outbox

  package init(_ late: LateLoop) { outbox = Outbox(late) }

  package var preparesInPlace: Bool { false }

  package func prepare(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    outbox.post(work, to: queue)
  }
}

// MARK: - Outbox

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

// MARK: - Batch

/// Jobs that go to one queue together. They begin in order; where the queue is concurrent, none waits for another that
/// takes its time.
package final class Batch: Sendable {
  package typealias Job = @Sendable () -> Void

  let queue: DispatchQueue
  private let state = Protected(State())

  private struct State {
    var jobs = Deque<Entry>()
    /// Another turn on the queue was asked for, in case that the present job takes its time.
    var isHelped = false
  }

  /// Alone in an array, a function costs an allocation.
  private struct Entry {
    let job: Job
  }

  package init(for queue: DispatchQueue) { self.queue = queue }

  package func add(_ job: @escaping Job) { state.withLock { $0.jobs.append(Entry(job: job)) } }

  package func send() { queue.async(execute: run) }

  @Sendable private func run() {
    while let job = next() { job() }
  }

  @Sendable private func help() {
    state.withLock { $0.isHelped = false }
    run()
  }

  private func next() -> Job? {
    let (entry, needsHelp) = state.withLock { state in
      let entry = state.jobs.popFirst()
      let needsHelp = !state.jobs.isEmpty && !state.isHelped
      if needsHelp { state.isHelped = true }
      return (entry, needsHelp)
    }
    if needsHelp { queue.async(execute: help) }
    return entry?.job
  }
}
