import Dispatch

/// Runs the jobs of one waiter one after another, in order, on a queue that may itself be concurrent: progress never
/// arrives after the completion, whatever queue the caller chose.
///
/// Each job has a turn of its own on the queue: on a serial one the jobs of different waiters keep their order too.
final class Mailbox: Sendable {
  typealias Job = @Sendable () -> Void

  private let queue: DispatchQueue
  private let state = Protected(State())

  fileprivate struct State {
    var jobs = Deque<Job>()
    var isRunning = false
    /// Turns that came while a job was running: the thread that runs it then runs the next jobs in their place.
    var missed = 0
  }

  init(queue: DispatchQueue) { self.queue = queue }

  func post(_ job: @escaping Job, by executor: any Executor) {
    state.withLock { $0.jobs.append(job) }
    executor.deliver(on: queue, run)
  }

  @Sendable private func run() {
    var next = state.withLock { $0.begin() }
    while let job = next {
      job()
      next = state.withLock { $0.proceed() }
    }
  }
}

extension Mailbox.State {
  /// A turn has come.
  fileprivate mutating func begin() -> Mailbox.Job? {
    if isRunning {
      missed += 1
      return nil
    }
    isRunning = true
    return jobs.popFirst()
  }

  /// A job has run.
  fileprivate mutating func proceed() -> Mailbox.Job? {
    isRunning = missed > 0
    guard isRunning else { return nil }
    missed -= 1
    return jobs.popFirst()
  }
}
