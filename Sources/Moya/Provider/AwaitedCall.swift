import CThread

/// The request that a task waits for. The task may be cancelled before there is one; `hold` then cancels it.
///
/// Unchecked: `continuation` is set before the request is made, and taken by its first end; `provider` is set before the
/// request is made, by the thread that makes it.
final class AwaitedCall: @unchecked Sendable {
  typealias Continuation = UnsafeContinuation<Result<Response, MoyaError>, Never>

  private var continuation: Continuation?
  private var provider: ObjectIdentifier?
  private let ended = Once()
  private let state = Protected(State())

  private struct State {
    var call: (any Cancellable)?
    var isCancelled = false
  }

  /// The task waits. To be called before the request is made.
  func begin(_ continuation: Continuation) { self.continuation = continuation }

  /// Has `start` make the request, by this provider and on this thread.
  ///
  /// The provider's `request` takes a completion, and may be overridden: it has no place for this object. So the object
  /// lies on the thread until `taken` finds it there. Its waiter can then be cancelled before its flight begins, where
  /// a cancel that came first would find only what `request` returns, whose request is out by then.
  func start(by provider: AnyObject, _ start: () -> any Cancellable) {
    self.provider = ObjectIdentifier(provider)
    let place = moya_thread_awaited()
    let outer = place.pointee
    place.pointee = Unmanaged.passUnretained(self).toOpaque()
    let call = start()
    place.pointee = outer
    hold(call)
  }

  /// What awaits the request that `provider` is about to make; `nil`: no task does.
  static func taken(by provider: AnyObject) -> AwaitedCall? {
    let place = moya_thread_awaited()
    guard let known = place.pointee else { return nil }
    let call = Unmanaged<AwaitedCall>.fromOpaque(known).takeUnretainedValue()
    guard call.provider == ObjectIdentifier(provider) else { return nil }
    place.pointee = nil
    return call
  }

  /// Cancels the call if the task was cancelled before.
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

// MARK: - Awaiting

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
