import Dispatch
import MoyaCore
import MoyaHTTP
import MoyaTransport

/// Runs the prepare hooks one after another, never on a caller's thread. Collects the jobs that one turn (one pass of
/// the event loop) has for callers' queues, and delivers these jobs together. Sets timers with Dispatch.
package final class DispatchExecutor: Executor {
  private let queue = DispatchQueue(label: "moya.session")
  private let outbox: Outbox

  package init(_ late: LateLoop) { outbox = Outbox(late) }

  package var preparesInPlace: Bool { false }

  package func prepare(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    outbox.post(work, to: queue)
  }

  package func resumeTask(of flight: Flight) { outbox.post(flight) }
}

// MARK: - Outbox

/// Collects the jobs for callers' queues that an event loop makes in one turn (pass), and sends them together. Collects
/// the jobs that resume tasks, too, and runs them at the end of the turn.
///
/// If each job were sent separately, each job would wake a thread. On a busy machine, that thread would take the loop's
/// CPU for a single job.
///
/// The class is `@unchecked Sendable` because only the thread that runs the loop uses `batches` and `resuming`.
final class Outbox: @unchecked Sendable {
  private let late: LateLoop
  private var batches: [Batch] = []
  private var resuming = Deque<Flight>()

  init(_ late: LateLoop) { self.late = late }

  func post(_ job: @escaping Batch.Job, to queue: DispatchQueue) {
    guard let loop = late.existing, loop.isPumpedHere else { return queue.async(execute: job) }
    if batches.isEmpty, resuming.isEmpty { loop.perform { self.flush() } }
    // Adds the job to the last batch or to a new one, even if an earlier batch has the same queue. Two different queue
    // objects may be the same queue, or have the same target queue. Then this job must run after all earlier jobs.
    if let batch = batches.last, batch.queue === queue { return batch.add(job) }
    let batch = Batch(for: queue)
    batch.add(job)
    batches.append(batch)
  }

  /// Resumes the task that waits for a flight, at the end of the turn. Outside of a turn, resumes it now. Resuming a
  /// task runs no code of the program, unless the program's own executor runs tasks in place. So any thread may resume
  /// it.
  func post(_ flight: Flight) {
    guard let loop = late.existing, loop.isPumpedHere else { return flight.resumeTask() }
    if batches.isEmpty, resuming.isEmpty { loop.perform { self.flush() } }
    resuming.append(flight)
  }

  private func flush() {
    // A resume can make further jobs: an executor of the program may run the task on this thread. As long as `resuming`
    // has flights, `post` asks for no other flush.
    repeat {
      for batch in exchange(&batches, with: []) { batch.send() }
      resuming.popFirst()?.resumeTask()
    } while !batches.isEmpty || !resuming.isEmpty
  }
}

// MARK: - Batch

/// Jobs that go to one queue together. They start in order. On a concurrent queue, no job waits for another job that
/// takes long.
package final class Batch: Sendable {
  package typealias Job = @Sendable () -> Void

  let queue: DispatchQueue
  private let state = Protected(State())

  private struct State {
    var jobs = Deque<Entry>()
    /// True if the queue was asked to run `help` too. On a concurrent queue, `help` runs the next jobs if the current
    /// job takes long.
    var isHelped = false
  }

  /// A job in a struct, because storing a function directly in an array needs an allocation.
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
