import CMoya
import Dispatch
import Glibc
import MoyaCore
import MoyaNetwork
import MoyaTransport
import Synchronization

/// A `moya_provider`: settings, plugins, and a session in each process that uses it.
final class Provider: Handle, Sendable {
  let settings: ProviderSettings
  let defaults: CallDefaults
  private let birth = Fork.generation
  private let sessions: PerProcess<ProviderSession>
  var session: ProviderSession { sessions.value }
  /// That of the process that made this provider.
  private let first: ProviderSession
  private let plugins = PluginRoster()
  private let phase = Atomic<Phase>(.open)
  /// What is to be done as soon as the callbacks and hooks of this provider have returned that a thread is in.
  private let owed = Atomic<Owed>(.nothing)
  private let tornDown = Once()

  private enum Phase: UInt8, AtomicRepresentable {
    case open
    /// No call may begin. Those under way go on.
    case draining
    case closed
  }

  /// What a callback or a hook has asked for. The later ones include those before.
  private enum Owed: UInt8, AtomicRepresentable { case nothing, close, destroy }

  init(_ settings: ProviderSettings) {
    _ = ResponseParts.typesAreMade
    self.settings = settings
    defaults = CallDefaults(settings)
    sessions = PerProcess { ProviderSession(settings, inheritedCalls: $0?.registry.count ?? 0) }
    first = sessions.value
    settings.retry?.provider = .passUnretained(self)
    settings.backend?.provider = self
    settings.closures?.provider = self
    settings.stubs?.provider = .passUnretained(self)
  }

  func add(_ make: () throws(Failure) -> PluginMember) throws(Failure) {
    defer { leave() }
    try checkIsOpen()
    try plugins.add(make)
  }

  // MARK: Calls

  /// Sends, and waits on this thread.
  /// - Parameter stream: what the response is shown to as it comes.
  func call(
    _ order: consuming Order, shownTo stream: CStream? = nil, by function: StaticString = "moya_provider_call"
  ) throws(Failure) -> Result<Response, MoyaError> {
    if Frame.isInside { throw Failure.inCallback("\(function)") }
    defer { leave() }
    try checkIsOpen()
    let roster = plugins.closed()
    let isOver = order.stub == .immediate && stream == nil && order.download == nil && !order.mayWait
    // No callback and no hook runs in such a call, and it is over before anything could cancel it: so it is not counted
    // among the calls under way.
    if isOver, roster.isEmpty { return StubBackend.result(for: order) }
    let session = sessions.value
    // A call whose handlers may pause needs a loop too: on it the pause is ended.
    if order.stub != .immediate || plugins.mayWait || order.mayWait || stream != nil {
      return try callOnLoop(consume order, session, consume roster, stream)
    }
    // It ends before its start returns, and needs no clock.
    return try wait(for: consume order, session, consume roster, lane: StubBackend.immediate, over: nil, nil)
  }

  /// The plugins of a provider that is open, and has nothing else that changes targets or calls, if they only edit. `nil`
  /// before the first call.
  var plainRoster: Roster? {
    guard defaults.arePlain, phase.load(ordering: .acquiring) == .open, let roster = plugins.known, roster.onlyEdits
    else {
      return nil
    }
    return roster
  }

  /// Without closures, which would copy the order.
  private func callOnLoop(
    _ order: consuming Order, _ session: ProviderSession, _ roster: consuming Roster, _ stream: CStream?
  ) throws(Failure) -> Result<Response, MoyaError> {
    let lease = try session.lend(for: order)
    defer { session.pool.putBack(lease) }
    return try call(consume order, session, consume roster, stream, on: lease)
  }

  /// Apart: of what is an argument, properties are used without a reference of their own.
  @inline(never)
  private func call(
    _ order: consuming Order, _ session: ProviderSession, _ roster: consuming Roster, _ stream: CStream?,
    on lease: LoopPool.Lease
  ) throws(Failure) -> Result<Response, MoyaError> {
    let isClaimed = lease.loop.claim()
    defer { if isClaimed { lease.loop.yieldOwnership() } }
    let lane = session.lane(lease.lanes, for: order.stub)
    return try wait(for: consume order, session, consume roster, lane: consume lane, over: lease, stream)
  }

  private func wait(
    for order: consuming Order, _ session: ProviderSession, _ roster: consuming Roster, lane: consuming Lane,
    over lease: LoopPool.Lease?, _ stream: CStream?
  ) throws(Failure) -> Result<Response, MoyaError> {
    let waiter = Waiter(order.subject, nil, progress: stream?.listener, hearsBoth: true)
    guard session.enlist(waiter) else { throw .closed }
    stream?.begin(waiter, in: session.registry)
    Flight(consume order, roster: consume roster, session: session.rules, lane: consume lane).start(waiter)
    // All of this call happens on this thread, a cancel by another thread too.
    if let lease {
      while waiter.result == nil { lease.loop.turn(waitingAtMost: -1) }
      // What a backend of the program's has forwarded for a call that was given up ends in one more turn.
      if settings.backend != nil { lease.loop.turn(waitingAtMost: 0) }
    }
    return waiter.takeResult() ?? .failure(.underlying(TransferError(.other, "the call did not end"), nil))
  }

  /// Sends, and waits on this thread, at most so long; −1: until the end.
  /// - Returns: without a result the call with which to go on, which must be released.
  func beginBlocking(
    _ order: consuming Order, milliseconds: Int32
  ) throws(Failure) -> (call: BlockingCall?, result: Result<Response, MoyaError>?) {
    // Nothing here takes time that a caller would want to leave.
    if order.stub == .immediate, !mayWait(order) { return (nil, try call(order)) }
    if Frame.isInside { throw Failure.inCallback("moya_provider_call_for") }
    defer { leave() }
    try checkIsOpen()
    let roster = plugins.closed()
    let (call, result) = try BlockingCall.begin(
      order, of: self, sessions.value, roster, milliseconds: milliseconds)
    return (result == nil ? call : nil, result)
  }

  private func mayWait(_ order: borrowing Order) -> Bool {
    _ = plugins.closed()
    return plugins.mayWait || order.mayWait
  }

  /// Sends; `end` runs once, perhaps before this returns. `handle`, where the caller wants the call's handle, is filled
  /// before that.
  /// - Parameters:
  ///   - part: that of the queue in which it ends; `nil`: it ends elsewhere.
  ///   - stream: what the response is shown to as it comes.
  func send(
    _ order: consuming Order, to end: any WaiterEnd, endingIn part: QueuePart? = nil, shownTo stream: CStream? = nil,
    in group: CallGroup? = nil, handle: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    try checkIsOpen()
    let roster = plugins.closed()
    if settings.usesDispatch, DispatchUse.isLost(since: birth) { throw .forked }
    // Without a reference to the session, as long as this is no child of a fork.
    if Fork.generation == birth {
      return try send(consume order, consume roster, to: end, part, stream, in: group, handle: handle, over: first)
    }
    try send(consume order, consume roster, to: end, part, stream, in: group, handle: handle, over: sessions.value)
  }

  private func send(
    _ order: consuming Order, _ roster: consuming Roster, to end: any WaiterEnd, _ part: QueuePart?, _ stream: CStream?,
    in group: CallGroup?, handle: UnsafeMutablePointer<OpaquePointer?>?, over session: ProviderSession
  ) throws(Failure) {
    session.consumer?.note(part)
    let lane: Lane
    let mayWait = plugins.mayWait || order.mayWait
    do throws(Failure) { lane = try session.lane(for: order.stub, mayWait: mayWait) } catch {
      throw error.about(order.subject.name)
    }
    let queue = settings.executor?.queue(for: end)
    // Without an owner: this provider is not freed before its registry is empty.
    let waiter =
      if let group {
        Waiter(
          order.subject, GroupEnd(end, in: group), queue: queue, progress: stream?.listener, hearsBoth: true)
      } else {
        Waiter(order.subject, end, queue: queue, progress: stream?.listener, hearsBoth: true)
      }
    guard session.enlist(waiter) else { throw .closed }
    if let handle {
      waiter.registry = session.registry
      handle.pointee = waiter.retainedHandle()
    }
    stream?.begin(waiter, in: session.registry)
    guard let group else { return session.start(waiter, consume order, consume roster, consume lane) }
    let held = OrderInLine(consume order)
    group.admit(waiter) { [roster] in
      if let order = held.take() { session.start(waiter, consume order, roster, lane) }
    }
  }

  /// Waits until every call of the group has ended and its callback has returned, with the host's pump by moving them.
  /// False: the time is over.
  func wait(for group: CallGroup, milliseconds: Int32) throws(Failure) -> Bool {
    if Frame.isInside { throw Failure.inCallback("moya_group_wait") }
    defer { leave() }
    return session.registry.wait(milliseconds) { group.waitUntilEmpty($0) }
  }

  /// Sends for a plugin, past all plugins, for the sake of the call in `context`. In place of the loop of asynchronous
  /// calls, where that may not be pumped, this call's own moves it.
  func sendAside(
    _ order: Order, from context: PluginContext, _ end: @escaping (Result<Response, MoyaError>) -> Void
  ) {
    let session = sessions.value
    let waiter = Waiter(order.subject, CompletionEnd(end), owner: self)
    let own = context.flight.lane
    var lane = order.stub?.lane(executor: own.executor) ?? own
    if settings.pump == .dispatch, !DispatchUse.isLost(since: birth) {
      lane = (try? session.lane(for: order.stub)) ?? lane
    }
    guard session.enlist(waiter) else { return end(.failure(.underlying(TransferError.cancelled, nil))) }
    Flight(order, roster: .empty, session: session.rules, lane: lane).start(waiter)
  }

  func cancelAll() { sessions.existing?.cancelAll() }

  // MARK: The host's pump

  /// −1: there is none.
  var fileDescriptor: Int32 {
    guard settings.pump == .host, let loop = try? sessions.value.loop() else { return -1 }
    return loop.fileDescriptor
  }

  func process(waitingAtMost milliseconds: Int32) throws(Failure) {
    if Frame.isInside { throw Failure.inCallback("moya_provider_process") }
    guard settings.pump == .host else {
      throw Failure(MOYA_ERROR_STATE, "moya_provider_process is for providers with MOYA_PUMP_HOST")
    }
    if milliseconds < -1 { throw .noTimeout(milliseconds) }
    if phase.load(ordering: .acquiring) == .closed { throw .closed }
    let session = sessions.value
    if session.inheritedCalls > 0, session.registry.count == 0 { throw .forked }
    defer { leave() }
    guard try session.pump(waitingAtMost: milliseconds) else {
      throw Failure(MOYA_ERROR_STATE, "another thread is in moya_provider_process of this provider")
    }
  }

  // MARK: Callbacks and the end

  /// Runs the caller's code.
  func inCallback<Result>(_ body: () -> Result) -> Result {
    let result = Frame.run(Frame.address(of: self), body)
    if owed.load(ordering: .relaxed) != .nothing { callbackHasAsked() }
    return result
  }

  private func callbackHasAsked() {
    guard settings.pump == .dispatch, Fork.generation == birth, !Frame.isInside(of: self) else { return }
    // Not on this thread, which may be the pump's: the other calls need it to end.
    DispatchQueue.global().async { self.doOwed() }
  }

  /// Called at the end of every function that may have run callbacks: completes a close or a destroy that one of these
  /// asked for.
  func leave() {
    if owed.load(ordering: .relaxed) != .nothing, !Frame.isInside(of: self) { doOwed() }
  }

  private func doOwed() {
    switch owed.load(ordering: .relaxed) {
    case .nothing: break
    case .close:
      if owed.compareExchange(expected: .close, desired: .nothing, ordering: .relaxed).exchanged {
        sessions.existing?.close(waiting: true)
      }
      // A callback that this ran may have asked for more.
      leave()
    case .destroy: if tornDown.pass() { tearDown() }
    }
  }

  /// Was it destroyed inside one of its callbacks?
  var isBeingDestroyed: Bool { owed.load(ordering: .relaxed) == .destroy }

  /// Refuses new calls and cancels those under way; the owner's reference stays.
  func close() {
    phase.store(.closed, ordering: .releasing)
    guard Frame.isInside(of: self) else {
      sessions.existing?.close(waiting: true)
      return
    }
    // The callback that this thread is in is a call under way: waiting for its end would never end. And a host may not
    // pump a closed provider any more.
    _ = owed.compareExchange(expected: .nothing, desired: .close, ordering: .relaxed)
    sessions.existing?.close(waiting: false)
  }

  private func checkIsOpen() throws(Failure) {
    switch phase.load(ordering: .acquiring) {
    case .open: break
    case .draining: throw Failure(MOYA_ERROR_STATE, "the provider is being drained")
    case .closed: throw .closed
    }
  }

  /// Refuses new calls, waits until those under way have ended, and closes the provider.
  func drain(milliseconds: Int32) throws(Failure) {
    if milliseconds < -1 { throw .noTimeout(milliseconds) }
    if Frame.isInside { throw Failure.inCallback("moya_provider_drain") }
    defer { leave() }
    let (isFirst, before) = phase.compareExchange(expected: .open, desired: .draining, ordering: .acquiringAndReleasing)
    if !isFirst, before == .closed { throw .closed }
    if let registry = sessions.existing?.registry,
      !registry.wait(milliseconds, until: { registry.waitUntilEmpty($0) })
    {
      let count = registry.count
      throw Failure(MOYA_ERROR_TIMEOUT_TOTAL, "\(count) calls of the provider have not ended in \(milliseconds) ms")
    }
    close()
  }

  /// Takes over the owner's reference.
  func destroy() {
    if Frame.isInside(of: self) {
      phase.store(.closed, ordering: .releasing)
      owed.store(.destroy, ordering: .relaxed)
      // A blocking call that this thread is in could wait for something that comes no more.
      sessions.existing?.close(waiting: false)
      return
    }
    if tornDown.pass() { tearDown() }
  }

  private func tearDown() {
    sessions.existing?.close(waiting: true)
    // An instance that a parent made may have threads that a child has not.
    if Fork.generation == birth {
      plugins.destroy()
      saveCookiesAtEnd()
    }
    Unmanaged.passUnretained(self).release()
  }
}

/// An order until its turn in a group has come. Its flight then holds it alone, and releases what is sent when it ends.
///
/// Unchecked: taken once, by the thread whose turn it is.
private final class OrderInLine: @unchecked Sendable {
  private var order: Order?

  init(_ order: consuming Order) { self.order = consume order }

  func take() -> Order? { order.take() }
}
