import Dispatch

@testable import MoyaCore

/// Timers that fire, and queues that run a job, when the test says so.
final class StageExecutor: Executor, @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  final class Timer: Stoppable, @unchecked Sendable {
    var job: Job?
    let isShort: Bool

    init(_ job: @escaping Job, isShort: Bool) { (self.job, self.isShort) = (job, isShort) }

    func stop() { job = nil }
  }

  /// No job runs on these queues. They serve as names.
  let queues = [DispatchQueue(label: "first"), DispatchQueue(label: "second")]
  private(set) var jobs: [[Job]] = [[], []]
  private var all: [Timer] = []

  /// The timers that have neither fired nor been stopped.
  var timers: [Timer] { all.filter { $0.job != nil } }

  func deliver(on queue: DispatchQueue, _ work: @escaping Job) {
    for index in queues.indices where queues[index] === queue { jobs[index].append(work) }
  }

  func schedule(afterMilliseconds delay: UInt32, _ work: @escaping Job) -> any Stoppable {
    all.append(Timer(work, isShort: delay < 1000))
    return all[all.endIndex - 1]
  }

  func run(_ queue: Int) { jobs[queue].removeFirst()() }

  func fire(_ index: Int) { timers[index].job.take()?() }

  /// Fires the timers of waits, but not those of total timeouts.
  func fireShort() { for timer in timers where timer.isShort { timer.job.take()?() } }
}
