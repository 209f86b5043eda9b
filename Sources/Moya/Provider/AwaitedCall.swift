/// The request that a task waits for. The task may be cancelled before there is one; `hold` then cancels it.
///
/// Unchecked: `continuation` is set before the request is made, and taken by its first end.
final class AwaitedCall: @unchecked Sendable {
  typealias Continuation = UnsafeContinuation<Result<Response, MoyaError>, Never>

  private var continuation: Continuation?
  private let ended = Once()
  private let state = Protected(State())

  private struct State {
    var call: (any Cancellable)?
    var isCancelled = false
  }

  /// The task waits. To be called before the request is made.
  func begin(_ continuation: Continuation) { self.continuation = continuation }

  func hold(_ call: any Cancellable) {
    let cancelsNow = state.withLock { state in
      state.call = call
      return state.isCancelled
    }
    if cancelsNow { call.cancel() }
  }

  /// The task goes on. The first end counts.
  func end(_ result: Result<Response, MoyaError>) {
    if ended.pass() { continuation.take()?.resume(returning: result) }
  }

  func cancel() {
    let call = state.withLock { state in
      state.isCancelled = true
      return state.call
    }
    call?.cancel()
  }
}
