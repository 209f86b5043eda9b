import Dispatch
import MoyaHTTP

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
