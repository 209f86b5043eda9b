import Dispatch

/// Tells a waiter's progress closure how far its flight is: in order, never after the result, and nothing once the
/// waiter has given up.
final class ProgressListener: Sendable {
  private let state: Protected<State>
  /// Keeps progress in front of the end; `nil`: both come where the flight says so.
  let mailbox: Mailbox?

  /// Unchecked: the closure is the caller's, and runs one call at a time.
  private struct State: @unchecked Sendable {
    /// Dropped at the end: it may hold the waiter.
    var closure: ((ProgressResponse) -> Void)?
    var last: TransferProgress?
    var isStopped = false
  }

  /// Of the request's body and of the response's; else of the one that matters for the request, as in Moya.
  private let hearsBoth: Bool

  init(_ closure: @escaping (ProgressResponse) -> Void, queue: DispatchQueue?, hearsBoth: Bool) {
    self.hearsBoth = hearsBoth
    state = Protected(State(closure: closure))
    mailbox = queue.map { Mailbox(queue: $0) }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  func hear(_ progress: TransferProgress, of flight: Flight) {
    if !hearsBoth, let direction = progress.direction, (direction == .upload) != flight.uploads { return }
    let closure = state.withLock { state -> ((ProgressResponse) -> Void)? in
      if state.isStopped { return nil }
      state.last = progress
      return state.closure
    }
    if !flight.isStopped { closure?(ProgressResponse(progress: progress)) }
  }

  /// - Parameter wasSent: a request was; else there is no progress to speak of.
  func end(_ result: Result<Response, MoyaError>, wasSent: Bool) {
    let (closure, last) = state.withLock { ($0.closure.take(), $0.last) }
    if wasSent { closure?(ProgressResponse(progress: last, response: try? result.get())) }
  }
}

/// How far a request is.
public struct ProgressResponse: Sendable {
  /// The answer; only in the last event of a success.
  public let response: Response?
  /// Bytes moved; `nil` before the first.
  public let progressObject: TransferProgress?

  public init(progress: TransferProgress? = nil, response: Response? = nil) {
    self.progressObject = progress
    self.response = response
  }

  /// 0…1. 1 when completed; 0 while the length is unknown.
  public var progress: Double { completed ? 1 : progressObject?.fractionCompleted ?? 0 }

  public var completed: Bool { response != nil }
}

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
