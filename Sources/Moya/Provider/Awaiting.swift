/// The bridge from completions to tasks.
enum Awaiting {
  typealias Start = (@escaping Completion) -> any Cancellable

  static func result(_ start: Start) async -> Result<Response, MoyaError> {
    let canceller = Canceller()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        canceller.hold(start { (result: Result<Response, MoyaError>) in continuation.resume(returning: result) })
      }
    } onCancel: {
      canceller.cancel()
    }
  }

  static func stream(
    _ start: (@escaping ProgressBlock, @escaping Completion) -> any Cancellable
  ) -> AsyncThrowingStream<ProgressResponse, any Error> {
    AsyncThrowingStream { continuation in
      let canceller = Canceller()
      continuation.onTermination = { _ in canceller.cancel() }
      let call = start(
        { if !$0.completed { continuation.yield($0) } },
        { result in
          switch result {
          case .success(let response):
            // A stub reports no progress; the stream ends with the response all the same.
            continuation.yield(ProgressResponse(response: response))
            continuation.finish()
          case .failure(let error): continuation.finish(throwing: error)
          }
        })
      canceller.hold(call)
    }
  }

  static func group<Value: Sendable>(
    count: Int, limit: Int, _ work: @escaping @Sendable (Int) async -> Value
  ) async -> [Value] {
    await withTaskGroup(of: (Int, Value).self) { group in
      var next = 0
      func add() {
        guard next < count else { return }
        let index = next
        next += 1
        group.addTask { (index, await work(index)) }
      }
      for _ in 0..<min(max(1, limit), count) { add() }
      var values: [Int: Value] = [:]
      for await (index, value) in group {
        values[index] = value
        add()
      }
      return (0..<count).compactMap { values[$0] }
    }
  }

  /// Holds the request that a task waits for. The task may be cancelled before there is one; `hold` then cancels it.
  private final class Canceller: Sendable {
    private let state = Protected(State())

    private struct State {
      var call: (any Cancellable)?
      var cancelled = false
    }

    func hold(_ call: any Cancellable) {
      let cancelsNow = state.withLock { state in
        state.call = call
        return state.cancelled
      }
      if cancelsNow { call.cancel() }
    }

    func cancel() {
      let call = state.withLock { state in
        state.cancelled = true
        return state
      }.call
      call?.cancel()
    }
  }
}
