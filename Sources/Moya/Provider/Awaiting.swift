/// The bridge from completions to tasks.
enum Awaiting {
  typealias Start = (@escaping Completion) -> any Cancellable

  /// - Parameter start: makes the request by `provider`. Nothing is sent if the task was cancelled before.
  static func result(by provider: AnyObject, _ start: Start) async -> Result<Response, MoyaError> {
    let call = AwaitedCall()
    return await withTaskCancellationHandler {
      // Unsafe: the call resumes it once, whatever the caller's code does. A checked one is an object more.
      await withUnsafeContinuation { continuation in
        call.begin(continuation)
        call.start(by: provider) { start { call.end($0) } }
      }
    } onCancel: {
      call.cancel()
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
}
