import Dispatch

/// Runs the jobs of one call one after another, in order, on a queue that may itself be concurrent: progress never
/// arrives after the completion, whatever queue the caller chose.
///
/// Each job has a turn of its own on the queue: on a serial one the jobs of different calls keep their order too.
final class Mailbox: @unchecked Sendable {
  private let queue: DispatchQueue
  private let state = Protected(State())

  fileprivate struct State {
    var jobs: [@Sendable () -> Void] = []
    var isRunning = false
    /// Turns that came while a job was running: whoever runs it takes theirs.
    var missed = 0
  }

  init(queue: DispatchQueue) { self.queue = queue }

  func post(_ job: @escaping @Sendable () -> Void) {
    state.withLock { $0.jobs.append(job) }
    queue.async { self.run() }
  }

  private func run() {
    var next = state.withLock { $0.begin() }
    while let job = next {
      job()
      next = state.withLock { $0.proceed() }
    }
  }
}

extension Mailbox.State {
  /// A turn has come.
  fileprivate mutating func begin() -> (@Sendable () -> Void)? {
    if isRunning {
      missed += 1
      return nil
    }
    isRunning = true
    return jobs.removeFirst()
  }

  /// A job has run.
  fileprivate mutating func proceed() -> (@Sendable () -> Void)? {
    isRunning = missed > 0
    guard isRunning else { return nil }
    missed -= 1
    return jobs.removeFirst()
  }
}
