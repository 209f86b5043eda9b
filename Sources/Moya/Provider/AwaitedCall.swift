import CThread

/// A request for which a task waits. If the task is cancelled before the request is made, `hold` cancels the request.
///
/// The class is `@unchecked Sendable`. `continuation` is set before the request is made, and the first completion takes
/// it. `provider` is set before the request is made, by the thread that makes the request.
final class AwaitedCall: CObject, @unchecked Sendable {
  typealias Continuation = UnsafeContinuation<Result<Response, MoyaError>, Never>

  /// The URL of another page of the target's result. `nil` if the request goes to the URL of the target.
  let link: String?
  /// Receives the response piece by piece. `nil` if the task waits for the whole response.
  let reader: StreamReader?
  /// Receives the steps of the call. `nil` if the caller does not ask for steps.
  let steps: StepBlock?
  private var continuation: Continuation?
  private var provider: ObjectIdentifier?
  private let ended = Once()
  private let state = Protected(State())

  private struct State {
    var call: (any Cancellable)?
    var isCancelled = false
  }

  init(link: String? = nil, reader: StreamReader? = nil, steps: StepBlock? = nil) {
    self.link = link
    self.reader = reader
    self.steps = steps
  }

  /// Returns the endpoint of the request for which the task waits: the target's endpoint with the URL `link`, or with
  /// the header fields that `reader` needs.
  ///
  /// - Parameter endpoint: The endpoint of the target.
  func completed(_ endpoint: Endpoint, in session: Session) -> Endpoint {
    if let link { return endpoint.moved(to: link) }
    return reader?.completed(endpoint, in: session) ?? endpoint
  }

  /// Waits for the result of the request that `begin` makes or adds to a group. If the task is cancelled, cancels the
  /// request.
  nonisolated(nonsending) func result(_ begin: () -> Void) async -> Result<Response, MoyaError> {
    await withTaskCancellationHandler {
      // An unsafe continuation is enough, because the call resumes it exactly once, whatever the caller's code does. A
      // checked continuation would need another object.
      await withUnsafeContinuation { (continuation: Continuation) in
        self.continuation = continuation
        begin()
      }
    } onCancel: {
      self.cancel()
    }
  }

  /// Calls `start`, which makes the request with this provider on this thread.
  ///
  /// The provider's function `request` has no parameter for this object. Programs override `request`, so its parameters
  /// cannot change. Instead, a variable of the thread holds this object until `taken` reads it. Through this object the
  /// request can be cancelled before it is sent. The result of `request` can cancel it too, but only afterwards.
  func start(by provider: AnyObject, _ start: () -> any Cancellable) {
    self.provider = ObjectIdentifier(provider)
    let place = moya_thread_awaited()
    let outer = place.pointee
    place.pointee = address
    let call = start()
    place.pointee = outer
    hold(call)
  }

  /// Returns the object that waits for the request that `provider` is about to make. Returns `nil` if no task waits for
  /// the request.
  static func taken(by provider: AnyObject) -> AwaitedCall? {
    let place = moya_thread_awaited()
    guard let known = place.pointee else { return nil }
    let call = AwaitedCall.at(known)
    guard call.provider == ObjectIdentifier(provider) else { return nil }
    place.pointee = nil
    return call
  }

  /// Stores the call. If the task is already cancelled, cancels the call.
  func hold(_ call: any Cancellable) {
    let cancelsNow = state.withLock { state in
      state.call = call
      return state.isCancelled
    }
    if cancelsNow { call.cancel() }
  }

  /// Resumes the task with a result. Only the first result has an effect.
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

// MARK: - DirectCall

/// A call whose result resumes a task directly, without a completion.
///
/// It is for a provider that is no subclass. A subclass can override the function `request`, which has a completion.
/// `AwaitedCall` then waits for that completion.
struct DirectCall {
  private let waiter: Waiter
  private let flight: Flight
  private let registry: Registry

  init(_ waiter: Waiter, _ flight: Flight, _ registry: Registry) {
    self.waiter = waiter
    self.flight = flight
    self.registry = registry
  }

  /// Starts the call and waits for its result. If the task is cancelled, cancels the call. If the task is already
  /// cancelled, nothing is sent.
  @inline(__always)
  nonisolated(nonsending) func result() async -> Result<Response, MoyaError> {
    await withTaskCancellationHandler {
      // An unsafe continuation is enough, because a waiter completes exactly once.
      await withUnsafeContinuation { task in
        waiter.wait(with: task)
        registry.insert(waiter)
        flight.start(waiter)
      }
    } onCancel: {
      waiter.cancel()
    }
    // The transfer can hold the flight, so it is released here (`Flight.releaseTransfer`). The flight can then be freed
    // on a thread of the task. Such a thread has allocated the flight's memory.
    defer { flight.releaseTransfer() }
    return waiter.takeResult() ?? .failure(.cancelled)
  }
}

// MARK: - Awaiting

/// Lets a task wait for a function that takes a completion.
enum Awaiting {
  typealias Start = (@escaping Completion) -> any Cancellable

  /// Sends a request and waits for its result. If the task is already cancelled, nothing is sent.
  ///
  /// - Parameters:
  ///   - link: The URL of another page of the target's result, or `nil`.
  ///   - steps: Receives the steps of the call, or `nil`.
  ///   - start: Makes the request with `provider`.
  nonisolated(nonsending) static func result(
    by provider: AnyObject, link: String? = nil, steps: StepBlock? = nil, _ start: Start
  ) async -> Result<Response, MoyaError> {
    let call = AwaitedCall(link: link, steps: steps)
    return await call.result { call.start(by: provider) { start { call.end($0) } } }
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
