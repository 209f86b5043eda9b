import Dispatch

/// Reports the progress and the steps of a flight (one call with all its attempts) to a waiter's closures. Reports
/// arrive in order, never after the result, and never after the waiter was cancelled.
final class ProgressListener: Sendable {
  private let state: Protected<State>
  /// Runs the waiter's jobs in order, so that progress comes before the completion. If it is `nil`, progress and
  /// completion run on the thread that reports them.
  let mailbox: Mailbox?

  private struct State {
    /// The progress closure. It is set to nil at the end, because it can hold the waiter.
    var closure: (@Sendable (ProgressResponse) -> Void)?
    /// The closure for steps. At the end it is set to nil, like the progress closure.
    var steps: (@Sendable (TransferStep) -> Void)?
    var last: TransferProgress?
    var isStopped = false
  }

  /// True if the closure receives the progress of both bodies, the request's and the response's. If this is false, the
  /// closure receives the progress of one body, as in Moya. That is the request's body if there is one, and otherwise
  /// the response's body.
  private let hearsBoth: Bool
  let reports: Reports

  init(
    _ closure: (@Sendable (ProgressResponse) -> Void)?, steps: (@Sendable (TransferStep) -> Void)?,
    queue: DispatchQueue?, hearsBoth: Bool
  ) {
    self.hearsBoth = hearsBoth
    reports = Reports(progress: closure != nil, steps: steps != nil)
    state = Protected(State(closure: closure, steps: steps))
    mailbox = queue.map { Mailbox(queue: $0) }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  func hear(_ progress: TransferProgress, of flight: Flight) {
    if !hearsBoth, let direction = progress.direction, (direction == .upload) != flight.uploads { return }
    let closure = state.withLock { state -> (@Sendable (ProgressResponse) -> Void)? in
      if state.isStopped { return nil }
      state.last = progress
      return state.closure
    }
    if !flight.isStopped { closure?(ProgressResponse(progress: progress)) }
  }

  func hear(_ step: TransferStep, of flight: Flight) {
    let steps = state.withLock { $0.isStopped ? nil : $0.steps }
    if !flight.isStopped { steps?(step) }
  }

  /// Reports the last progress.
  /// - Parameter wasSent: true if a request was sent. If false, there is no progress to report.
  func end(_ result: Result<Response, MoyaError>, wasSent: Bool) {
    let (closure, last, _) = state.withLock { ($0.closure.take(), $0.last, $0.steps.take()) }
    if wasSent { closure?(ProgressResponse(progress: last, response: try? result.get())) }
  }
}

/// What a waiter's closures receive before the result.
struct Reports: OptionSet, Sendable {
  let rawValue: UInt8

  static let progress = Reports(rawValue: 1)
  static let steps = Reports(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(progress: Bool, steps: Bool) {
    self = []
    if progress { insert(.progress) }
    if steps { insert(.steps) }
  }
}

/// How far a request is.
public struct ProgressResponse: Sendable {
  /// The response, in the last report of a successful request. `nil` in every other report.
  public let response: Response?
  /// The bytes that were transferred. `nil` before the first byte.
  public let progressObject: TransferProgress?

  public init(progress: TransferProgress? = nil, response: Response? = nil) {
    self.progressObject = progress
    self.response = response
  }

  /// The fraction that is done, from 0 to 1. It is 1 when completed, and 0 while the length is unknown.
  public var progress: Double { completed ? 1 : progressObject?.fractionCompleted ?? 0 }

  public var completed: Bool { response != nil }
}

/// Runs the jobs of one waiter one after another, in order, on a queue that can be concurrent. So progress never
/// arrives after the completion, whatever queue the caller chose.
///
/// Each job is submitted to the queue separately. So on a serial queue the jobs of different waiters stay in order too.
final class Mailbox: Sendable {
  typealias Job = @Sendable () -> Void

  private let queue: DispatchQueue
  private let state = Protected(State())

  fileprivate struct State {
    var jobs = Deque<Job>()
    var isRunning = false
    /// How many blocks ran on the queue while another thread was running a job. That thread runs one more job for each
    /// of these blocks.
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
  /// Called when a block runs on the queue. Returns the next job. Returns `nil` if another thread is running a job, and
  /// counts the block in `missed`.
  fileprivate mutating func begin() -> Mailbox.Job? {
    if isRunning {
      missed += 1
      return nil
    }
    isRunning = true
    return jobs.popFirst()
  }

  /// Called when a job has run. Returns the next job, or `nil` if no other block ran on the queue during that job.
  fileprivate mutating func proceed() -> Mailbox.Job? {
    isRunning = missed > 0
    guard isRunning else { return nil }
    missed -= 1
    return jobs.popFirst()
  }
}
