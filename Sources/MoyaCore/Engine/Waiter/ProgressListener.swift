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
