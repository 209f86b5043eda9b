/// A set of requests with a limit for how many of them run at once. Further requests wait in a line, and start in the
/// order in which they were added.
///
/// The requests may belong to different providers. Until its turn, a request is not made: no closure and no plugin sees
/// it, and no timeout runs. The requests hold a reference to their group until they have completed.
public final class RequestGroup: Sendable {
  private let limit: Int
  private let state = Protected(State())

  private struct State {
    var members: [ObjectIdentifier: GroupedRequest] = [:]
    /// The number of members whose completion is running.
    var ending = 0
    var running = 0
    var line = Deque<GroupedRequest>()
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  /// - Parameter limit: Maximum number of requests that run at once. 0 means no limit.
  public init(limit: Int = 0) { self.limit = limit > 0 ? limit : .max }

  /// The number of requests that have not completed, including those that wait in the line.
  public var count: Int { state.withLock { $0.members.count - $0.ending } }

  /// Cancels every request that is in the group now. Requests that still wait for their turn are never sent. Requests
  /// that are added later are not affected.
  public func cancel() {
    let members = state.withLock { state in
      // If the line were not empty, each completion would start the next request, which would then be cancelled too.
      state.line = Deque()
      return Array(state.members.values)
    }
    for member in members { member.cancel() }
  }

  /// Waits until the group is empty, and the completion of each of its requests has returned. If the task is cancelled,
  /// the wait continues.
  public func wait() async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let isEmpty = state.withLock { state in
        if state.members.isEmpty { return true }
        state.waiting.append(continuation)
        return false
      }
      if isEmpty { continuation.resume() }
    }
  }

  // MARK: Members

  /// Adds a request. `start` runs now, or when the request's turn comes.
  ///
  /// - Parameters:
  ///   - queue: The queue for the completion of a request that is cancelled before its turn comes.
  ///   - carried: The task-locals of the call. `nil` if its provider carries none.
  func add(
    queue: DispatchQueue, carrying carried: CarriedValues?, completion: @escaping Completion,
    _ start: @escaping GroupedRequest.Start
  ) -> GroupedRequest {
    let member = GroupedRequest(self, queue: queue, carrying: carried, completion: completion, start)
    state.withLock { state in
      state.members[ObjectIdentifier(member)] = member
      state.line.append(member)
    }
    startNext()
    return member
  }

  /// Starts requests until the limit is reached or the line is empty.
  private func startNext() {
    while true {
      let next = state.withLock { state -> GroupedRequest? in
        guard state.running < limit, let next = state.line.popFirst() else { return nil }
        state.running += 1
        return next
      }
      guard let next else { return }
      // If the request was cancelled while it waited for its turn, it does not start.
      if !next.begin() { state.withLock { $0.running -= 1 } }
    }
  }

  /// Stops counting a request whose completion is about to run. So while the completion runs, `count` does not include
  /// the request.
  fileprivate func willEnd() { state.withLock { $0.ending += 1 } }

  /// Removes a request from the group after its completion has returned.
  ///
  /// - Parameter hasRun: False if the request was cancelled before its turn came.
  fileprivate func leave(_ member: GroupedRequest, hasRun: Bool) {
    let waiting = state.withLock { state -> [UnsafeContinuation<Void, Never>] in
      state.members[ObjectIdentifier(member)] = nil
      state.ending -= 1
      if hasRun { state.running -= 1 }
      guard state.members.isEmpty else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
    startNext()
  }
}

/// One request of a group.
final class GroupedRequest: Cancellable, Sendable {
  /// Makes the request.
  typealias Start = @Sendable (@escaping Completion) -> any Cancellable

  private let group: RequestGroup
  private let queue: DispatchQueue
  /// The values that the task-locals had when the call was made. The thread that makes the request may be another one.
  private let carried: CarriedValues?
  /// The token refresh whose code added the request. `nil` if no refresh has added it. A request that waits for its
  /// turn begins in the completion of another request, which can belong to another refresh. So the refresh is stored.
  private let refresh = RefreshScope.current
  private let state: Protected<State>

  private struct State {
    /// Makes the request. `nil` if the request's turn has come, or if it was cancelled before.
    var start: Start?
    /// The request while it runs.
    var call: (any Cancellable)?
    /// The completion. `nil` once it has run, because a completion can hold this object.
    var completion: Completion?
    var isCancelled = false
  }

  fileprivate init(
    _ group: RequestGroup, queue: DispatchQueue, carrying carried: CarriedValues?, completion: @escaping Completion,
    _ start: @escaping Start
  ) {
    self.group = group
    self.queue = queue
    self.carried = carried
    state = Protected(State(start: start, completion: completion))
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    let (start, call) = state.withLock { state in
      state.isCancelled = true
      return (state.start.take(), state.call)
    }
    call?.cancel()
    if start == nil { return }
    queue.async { self.end(.failure(.cancelled), hasRun: false) }
  }

  /// Makes the request. Returns false if it was cancelled while it waited for its turn.
  fileprivate func begin() -> Bool {
    guard let start = state.withLock({ $0.start.take() }) else { return false }
    let call = RefreshScope.run(for: refresh) {
      CarriedValues.run(with: carried) { start { self.end($0, hasRun: true) } }
    }
    let cancelsNow = state.withLock { state in
      if state.completion != nil { state.call = call }
      return state.isCancelled
    }
    if cancelsNow { call.cancel() }
    return true
  }

  private func end(_ result: Result<Response, MoyaError>, hasRun: Bool) {
    let completion = state.withLock { state in
      state.call = nil
      return state.completion.take()
    }
    guard let completion else { return }
    group.willEnd()
    // An override of `request` can complete at once. The end of this request starts the next one, which then ends here
    // too. So the requests in the line would be nested, as deep as the line is long.
    Nesting.runOrPostpone {
      RefreshScope.run(for: self.refresh) { CarriedValues.run(with: self.carried) { completion(result) } }
      self.group.leave(self, hasRun: hasRun)
    }
  }
}

// MARK: - Requests of groups

extension MoyaProvider {
  /// Starts a request as a member of a group. If the group is at its limit, the request waits for its turn.
  ///
  /// If the request is cancelled while it waits, it completes with the error of a cancelled request, on its queue. No
  /// plugin sees it.
  @discardableResult
  public func request(
    _ target: Target, in group: RequestGroup, callbackQueue: DispatchQueue? = nil, progress: ProgressBlock? = nil,
    completion: @escaping Completion
  ) -> any Cancellable {
    nonisolated(unsafe) let target = target
    return group.add(
      queue: callbackQueue ?? self.callbackQueue ?? DefaultQueue.main, carrying: client.carriedValues,
      completion: completion
    ) {
      self.request(target, callbackQueue: callbackQueue, progress: progress, completion: $0)
    }
  }

  /// Sends a request as a member of a group, and returns its response.
  ///
  /// Cancelling the task cancels the request.
  public func request(_ target: Target, in group: RequestGroup) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await Awaiting.resultOfMember { completion in
      self.request(
        target, in: group, callbackQueue: self.callbackQueue ?? DefaultQueue.global, completion: completion)
    }.get()
  }
}

extension MoyaXProvider {
  /// Starts a request as a member of a group. See `MoyaProvider.request(_:in:)`.
  @discardableResult
  public func request(
    _ target: any TargetType, in group: RequestGroup, callbackQueue: DispatchQueue? = nil,
    progress: ProgressBlock? = nil, completion: @escaping Completion
  ) -> any Cancellable {
    nonisolated(unsafe) let target = target
    return group.add(
      queue: callbackQueue ?? self.callbackQueue ?? DefaultQueue.main, carrying: client.carriedValues,
      completion: completion
    ) {
      self.request(target, backend: nil, callbackQueue: callbackQueue, progress: progress, completion: $0)
    }
  }

  /// Sends a request as a member of a group, and returns its response. Cancelling the task cancels the request.
  public func request(_ target: any TargetType, in group: RequestGroup) async throws(MoyaError) -> Response {
    nonisolated(unsafe) let target = target
    return try await Awaiting.resultOfMember { completion in
      self.request(
        target, in: group, callbackQueue: self.callbackQueue ?? DefaultQueue.global, completion: completion)
    }.get()
  }
}

extension Awaiting {
  /// Waits for the result of a request of a group. If the task is already cancelled, the request is not made.
  ///
  /// - Parameter add: Adds the request to the group.
  fileprivate static func resultOfMember(_ add: AwaitedCall.Start) async -> Result<Response, MoyaError> {
    if _Concurrency.Task.isCancelled { return .failure(.cancelled) }
    // `AwaitedCall.start` cannot be used here, because a group may start the request later, on another thread.
    let call = AwaitedCall()
    return await call.result { call.hold(add { call.end($0) }) }
  }
}
