import Dispatch

/// Runs jobs one after another, in order, on a queue that may itself be concurrent: progress never arrives after the
/// completion, whatever queue the caller chose.
final class Mailbox: @unchecked Sendable {
  private let queue: DispatchQueue
  private let state = Protected(State())

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var running = false
  }

  init(queue: DispatchQueue) { self.queue = queue }

  func post(_ job: @escaping @Sendable () -> Void) {
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.running = true }
      return !state.running
    }
    if starts { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        if state.jobs.isEmpty { state.running = false }
        return state.jobs
      }
      if jobs.isEmpty { return }
      for job in jobs { job() }
    }
  }
}
