import CLinux
import Dispatch
import MoyaCore
import MoyaTransport

/// The threads on which plugins may block. A process has at most four of them, and each runs functions of plugins. A
/// thread is made if a function is to be run and no thread is free. A thread ends after 10 seconds without a function.
enum WorkThreads {
  private static let most = 4
  private static let idleSeconds = 10
  private static let pool = PerProcess<WorkPool> { _ in WorkPool() }

  /// Runs a job on one of the threads. Jobs begin in the order in which they came.
  ///
  /// - Returns: False if there is no thread and the system can make none. The job then never runs.
  static func run(_ job: @escaping @Sendable () -> Void) -> Bool {
    let pool = pool.value
    guard let number = pool.add(job, most: most) else { return true }
    return make(for: pool) || !pool.drop(number)
  }

  private static func make(for pool: WorkPool) -> Bool {
    DetachedThread.run {
      moya_thread_name("moya-work")
      pool.serve(seconds: idleSeconds)
    }
  }
}

/// The jobs that wait for a work thread, and the number of these threads.
final class WorkPool: Sendable {
  private struct Job {
    let number: UInt64
    let run: @Sendable () -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var last: UInt64 = 0
    var threads = 0
    /// How many threads wait for a job.
    var idle = 0
  }

  private let state = Protected(State())
  private let added = DispatchSemaphore(value: 0)

  /// Adds a job. If the job needs another thread, returns the job's number, and the caller must make the thread.
  /// Otherwise returns `nil`.
  func add(_ job: @escaping @Sendable () -> Void, most: Int) -> UInt64? {
    let number = state.withLock { state -> UInt64? in
      state.last += 1
      state.jobs.append(Job(number: state.last, run: job))
      if state.idle >= state.jobs.count || state.threads >= most { return nil }
      state.threads += 1
      return state.last
    }
    added.signal()
    return number
  }

  /// Records that the thread for this job could not be made. If there is another thread, that thread runs the job.
  /// Otherwise drops the job.
  ///
  /// - Returns: True if the job was dropped.
  func drop(_ number: UInt64) -> Bool {
    state.withLock { state in
      state.threads -= 1
      guard state.threads == 0, let index = state.jobs.firstIndex(where: { $0.number == number }) else { return false }
      state.jobs.remove(at: index)
      return true
    }
  }

  /// Runs jobs on this thread. Returns when there was no job for this many seconds.
  func serve(seconds: Int) {
    while true {
      state.withLock { $0.idle += 1 }
      let isLate = added.wait(timeout: .now() + .seconds(seconds)) == .timedOut
      let job = state.withLock { state -> Job? in
        state.idle -= 1
        if !state.jobs.isEmpty { return state.jobs.removeFirst() }
        if isLate { state.threads -= 1 }
        return nil
      }
      if let job { job.run() } else if isLate { return }
    }
  }
}
