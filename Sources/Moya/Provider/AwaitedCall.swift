import CThread

/// A request for which a task waits. If the task is cancelled before the request is made, `hold` cancels the request.
///
/// The class is `@unchecked Sendable`. `continuation` is set before the request is made, and the first completion takes
/// it. Only the thread that makes the request uses `provider` and `passed`.
final class AwaitedCall: CObject, @unchecked Sendable {
  typealias Continuation = UnsafeContinuation<Result<Response, MoyaError>, Never>
  /// Makes the request.
  typealias Start = (@escaping Completion) -> any Cancellable

  /// The URL of another page of the target's result. `nil` if the request goes to the URL of the target.
  let link: String?
  /// Receives the response piece by piece. `nil` if the task waits for the whole response.
  let reader: StreamReader?
  /// Receives the steps of the call. `nil` if the caller does not ask for steps.
  let steps: StepBlock?
  private var continuation: Continuation?
  private var provider: ObjectIdentifier?
  /// Recognizes the request if the provider is a subclass, which can make other requests first. `nil` if the first
  /// request of the provider is the one for which the task waits.
  private var passed: PassedRequest?
  private let ended = Once()
  private let state = Protected(State())

  private struct State {
    var call: (any Cancellable)?
    var isCancelled = false
    /// True if the provider is making the request, so that it uses `link`, `reader` and `steps`.
    var isTaken = false
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
  ///
  /// An override of `request` that passes the request on later, or not at all, does not get this object. If the request
  /// then lacks the URL or the event ID that it must have, the result is an error.
  ///
  /// - Parameters:
  ///   - target: The target of the request if the provider is a subclass. Otherwise `nil`.
  ///   - completion: Receives the result. Only the first result may have an effect.
  func start(
    by provider: AnyObject, for target: (any TargetType)?, _ completion: @escaping Completion, _ start: Start
  ) {
    let completion = mustBeTaken ? checked(completion) : completion
    self.provider = ObjectIdentifier(provider)
    passed = target.map { PassedRequest($0, completion) }
    let place = moya_thread_awaited()
    let outer = place.pointee
    place.pointee = address
    let call = start(completion)
    place.pointee = outer
    passed = nil
    hold(call)
    if mustBeTaken, !isTaken {
      completion(.failure(AwaitedCall.notPassedOn))
      call.cancel()
    }
  }

  /// Returns the object that waits for the request that `provider` is about to make. Returns `nil` if no task waits for
  /// the request.
  @inline(__always)
  static func taken(
    by provider: AnyObject, for target: @autoclosure () -> any TargetType, _ completion: @escaping Completion
  ) -> AwaitedCall? {
    let place = moya_thread_awaited()
    guard let known = place.pointee else { return nil }
    return AwaitedCall.at(known).taken(by: provider, for: target(), completion, from: place)
  }

  private func taken(
    by provider: AnyObject, for target: any TargetType, _ completion: @escaping Completion,
    from place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> AwaitedCall? {
    guard self.provider == ObjectIdentifier(provider), passed?.isSame(as: target, completion) ?? true else {
      return nil
    }
    place.pointee = nil
    state.withLock { $0.isTaken = true }
    return self
  }

  private var isTaken: Bool { state.withLock { $0.isTaken } }

  /// True if a request without this object would be another request than the one for which the task waits.
  private var mustBeTaken: Bool { link != nil || reader?.continues == true }

  /// Returns a completion that receives an error instead of the response of another request.
  private func checked(_ completion: @escaping Completion) -> Completion {
    { result in
      let isOther = if case .success = result { !self.isTaken } else { false }
      completion(isOther ? .failure(AwaitedCall.notPassedOn) : result)
    }
  }

  private static var notPassedOn: MoyaError {
    let text = """
      an override of request returned before it passed on the request of the next page or connection, with the same \
      target or completion
      """
    return .underlying(TransferError(.invalidRequest, text), nil)
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
  /// Sends a request and waits for its result. If the task is already cancelled, nothing is sent.
  ///
  /// - Parameters:
  ///   - target: The target of the request if `provider` is a subclass. Otherwise `nil`.
  ///   - link: The URL of another page of the target's result, or `nil`.
  ///   - steps: Receives the steps of the call, or `nil`.
  ///   - start: Makes the request with `provider`.
  nonisolated(nonsending) static func result(
    by provider: AnyObject, for target: (any TargetType)?, link: String? = nil, steps: StepBlock? = nil,
    _ start: AwaitedCall.Start
  ) async -> Result<Response, MoyaError> {
    let call = AwaitedCall(link: link, steps: steps)
    return await call.result { call.start(by: provider, for: target, { call.end($0) }, start) }
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
