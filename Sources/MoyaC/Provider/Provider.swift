import CMoya
import CThread
import Dispatch
import Glibc
import MoyaCore
import MoyaNetwork
import MoyaTransport
import Synchronization

/// A `moya_provider`: settings, plugins, and one session in each process that uses it.
final class Provider: Handle, Sendable {
  let settings: ProviderSettings
  let defaults: CallDefaults
  private let birth = Fork.generation
  private let sessions: PerProcess<ProviderSession>
  var session: ProviderSession { sessions.value }
  /// The session of the process that made this provider.
  private let first: ProviderSession
  let plugins = PluginRoster()
  private let phase = Atomic<Phase>(.open)
  /// Whether a callback or a hook has closed or destroyed this provider. The close or the destroy is done after the
  /// outermost callback on its thread has returned.
  private let owed = Atomic<Owed>(.nothing)
  private let tornDown = Once()

  private enum Phase: UInt8, AtomicRepresentable {
    case open
    /// No further call may begin. Calls under way continue.
    case draining
    case closed
  }

  /// A close or a destroy that a callback or a hook has asked for. A destroy includes a close.
  private enum Owed: UInt8, AtomicRepresentable { case nothing, close, destroy }

  init(_ settings: ProviderSettings) {
    _ = ResponseParts.typesAreMade
    self.settings = settings
    defaults = CallDefaults(settings)
    sessions = PerProcess { ProviderSession(settings, inheritedCalls: $0?.registry.count ?? 0) }
    first = sessions.value
    settings.retry?.provider = self
    settings.backend?.provider = self
    settings.closures?.provider = self
    settings.stubs?.provider = self
  }

  /// Adds a plugin.
  ///
  /// - Parameters:
  ///   - name: The name of the plugin. If another plugin of the provider has this name, a number is added to it.
  ///   - isUnique: If true, throws instead of adding a number to the name.
  func add(
    _ name: String, isUnique: Bool = false, isOn: Bool = true, _ make: () throws(Failure) -> PluginMember
  ) throws(Failure) {
    defer { leave() }
    try checkIsOpen()
    ExitHandler.add(self)
    try plugins.add(name, isUnique: isUnique, isOn: isOn, make)
    if !settings.log.secrets.headers.isEmpty { sessions.existing?.takeSecretHeaders() }
  }

  /// Throws if the provider is closed or has had its first call.
  func checkTakesPlugins() throws(Failure) {
    try checkIsOpen()
    try plugins.checkTakesMore()
  }

  /// Turns a plugin on or off for calls that begin from now on.
  func enable(_ name: String, _ on: Bool) throws(Failure) {
    try checkIsOpen()
    guard plugins.enable(name, on) else {
      throw .argument("the provider has no plugin \(RequestRules.printable(name))")
    }
  }

  // MARK: Calls

  /// Sends a described call and waits on this thread for the result.
  ///
  /// - Parameter stream: Receives the response as it arrives.
  func call(
    _ description: consuming CallDescription, shownTo stream: CStream? = nil,
    by function: StaticString = "moya_provider_call"
  ) throws(Failure) -> Result<Response, MoyaError> {
    if Frame.isInside { throw Failure.inCallback("\(function)") }
    defer { leave() }
    try checkIsOpen()
    let roster = plugins.closed()
    let isOver = description.stub == .immediate && stream == nil && description.download == nil && !description.mayWait
    // If a stub handles the call without a delay, and there are no plugins, the call runs no callback and no hook. It
    // completes before anything could cancel it. Therefore it does not count as a call under way.
    if isOver, roster.isEmpty { return StubBackend.result(for: description) }
    let session = sessions.value
    // If a call's handlers may pause, the call also needs an event loop, because the loop ends the pause.
    if description.stub != .immediate || plugins.mayWait || description.mayWait || stream != nil {
      return try callOnLoop(consume description, session, consume roster, stream)
    }
    // A call that a stub handles without a delay completes before its start returns, so it needs no timers.
    return try wait(for: consume description, session, consume roster, lane: StubBackend.immediate, over: nil, nil)
  }

  /// The plugins of an open provider if the plugins only edit requests, and if nothing else changes targets or calls.
  /// Otherwise `nil`.
  ///
  /// The property is also `nil` before the first call.
  var plainRoster: Roster? {
    guard defaults.arePlain, phase.load(ordering: .acquiring) == .open, let roster = plugins.known, roster.onlyEdits
    else {
      return nil
    }
    return roster
  }

  /// Runs a call on a loop from the pool and returns its result. This function uses no closures, because a closure
  /// would copy the description.
  private func callOnLoop(
    _ description: consuming CallDescription, _ session: ProviderSession, _ roster: consuming Roster, _ stream: CStream?
  ) throws(Failure) -> Result<Response, MoyaError> {
    let cancelState = moya_thread_defer_cancel()
    defer { moya_thread_allow_cancel(cancelState) }
    let lease = try session.lend(for: description)
    defer { session.pool.putBack(lease) }
    return try call(consume description, session, consume roster, stream, on: lease)
  }

  /// Runs a call on the loop of `lease` and returns its result.
  ///
  /// This function is separate so that `lease` is an argument. If `lease` were a local variable, the compiler would
  /// retain each property of `lease` that is read here.
  @inline(never)
  private func call(
    _ description: consuming CallDescription, _ session: ProviderSession, _ roster: consuming Roster,
    _ stream: CStream?,
    on lease: LoopPool.Lease
  ) throws(Failure) -> Result<Response, MoyaError> {
    let isClaimed = lease.loop.claim()
    defer { if isClaimed { lease.loop.yieldOwnership() } }
    let lane = session.lane(lease.lanes, for: description.stub)
    return try wait(for: consume description, session, consume roster, lane: consume lane, over: lease, stream)
  }

  private func wait(
    for description: consuming CallDescription, _ session: ProviderSession, _ roster: consuming Roster,
    lane: consuming Lane,
    over lease: LoopPool.Lease?, _ stream: CStream?
  ) throws(Failure) -> Result<Response, MoyaError> {
    let waiter = Waiter(
      description.subject, nil, progress: stream?.listener, hearsBoth: true, steps: stream?.stepListener)
    guard session.enlist(waiter) else { throw .closed }
    stream?.begin(waiter, in: session.registry)
    Flight(consume description, roster: consume roster, session: session.rules, lane: consume lane).start(waiter)
    // The loop runs here until there is a result. If another thread cancels the call, the call still ends on this
    // thread.
    if let lease {
      while waiter.result == nil {
        session.turn(lease.loop, for: waiter, waitingAtMost: -1)
        // A handler or a hook of the call has forked this process, and the call belongs to the parent.
        if lease.loop.isInherited { throw .inherited("call") }
      }
      // The program's backend may have forwarded a call that was then cancelled. The forwarded transfer ends only in
      // the next turn of the loop. So the loop runs one more turn.
      if settings.backend != nil { lease.loop.turn(waitingAtMost: 0) }
    }
    return waiter.takeResult() ?? .failure(.underlying(TransferError(.other, "the call did not end"), nil))
  }

  /// Sends a described call and waits on this thread for at most this time. −1 means that the function waits until the
  /// call completes.
  ///
  /// - Returns: The result. If there is no result yet, returns the call, which the caller must continue and release.
  func beginBlocking(
    _ description: consuming CallDescription, milliseconds: Int32, by function: StaticString
  ) throws(Failure) -> (call: BlockingCall?, result: Result<Response, MoyaError>?) {
    // A stub without a delay completes the call at once, so the caller never has to return to the call.
    if description.stub == .immediate, !mayWait(description) { return (nil, try call(description, by: function)) }
    if Frame.isInside { throw Failure.inCallback("\(function)") }
    defer { leave() }
    try checkIsOpen()
    let roster = plugins.closed()
    let (call, result) = try BlockingCall.begin(
      description, of: self, sessions.value, roster, milliseconds: milliseconds)
    return (result == nil ? call : nil, result)
  }

  private func mayWait(_ description: borrowing CallDescription) -> Bool {
    _ = plugins.closed()
    return plugins.mayWait || description.mayWait
  }

  /// Sends a described call. `end` runs once, perhaps before this function returns.
  ///
  /// If the caller wants the handle of the call, `handle` is set before `end` runs.
  ///
  /// - Parameters:
  ///   - part: The state in this process of the queue in which the call completes. `nil` if the call does not complete
  ///     in a queue.
  ///   - stream: Receives the response as it arrives.
  func send(
    _ description: consuming CallDescription, to end: any WaiterEnd, endingIn part: QueuePart? = nil,
    shownTo stream: CStream? = nil,
    in group: CallGroup? = nil, handle: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    try checkIsOpen()
    let roster = plugins.closed()
    if settings.usesDispatch, DispatchUse.isLost(since: birth) { throw .forked }
    // The process that made the provider uses the session `first` without retaining it. A forked child has another
    // session.
    if Fork.generation == birth {
      return try send(
        consume description, consume roster, to: end, part, stream, in: group, handle: handle, over: first)
    }
    try send(
      consume description, consume roster, to: end, part, stream, in: group, handle: handle, over: sessions.value)
  }

  private func send(
    _ description: consuming CallDescription, _ roster: consuming Roster, to end: any WaiterEnd, _ part: QueuePart?,
    _ stream: CStream?,
    in group: CallGroup?, handle: UnsafeMutablePointer<OpaquePointer?>?, over session: ProviderSession
  ) throws(Failure) {
    let lane: Lane
    let mayWait = plugins.mayWait || description.mayWait
    do throws(Failure) { lane = try session.lane(for: description.stub, mayWait: mayWait) } catch {
      throw error.about(description.subject.name)
    }
    let queue = settings.executor?.queue(for: end)
    // The waiter waits for the result of the call. The waiter needs no reference to the provider, because the provider
    // is not freed while one of its calls is under way.
    let waiter =
      if let group {
        Waiter(
          description.subject, GroupEnd(end, in: group), queue: queue, progress: stream?.listener, hearsBoth: true,
          steps: stream?.stepListener)
      } else {
        Waiter(
          description.subject, end, queue: queue, progress: stream?.listener, hearsBoth: true,
          steps: stream?.stepListener)
      }
    guard session.enlist(waiter) else { throw .closed }
    session.consumer?.note(part)
    if let handle {
      waiter.registry = session.registry
      handle.pointee = waiter.retainedHandle()
    }
    stream?.begin(waiter, in: session.registry)
    guard let group else { return session.start(waiter, consume description, consume roster, consume lane) }
    // The call may wait in the group's line. When it starts, the closure below takes the description out of `held`. So
    // the running call is the only owner of the request, and frees the request and its body when the call ends.
    let held = Protected<CallDescription?>(consume description)
    group.admit(waiter) { [roster] in
      if let description = held.withLock({ $0.take() }) { session.start(waiter, consume description, roster, lane) }
    }
  }

  /// Waits until every call of the group has completed and the callback of each call has returned. Returns false if the
  /// time runs out.
  ///
  /// If the program runs the event loop itself, this function runs the calls.
  func wait(for group: CallGroup, milliseconds: Int32) throws(Failure) -> Bool {
    if Frame.isInside { throw Failure.inCallback("moya_group_wait") }
    defer { leave() }
    return session.registry.wait(milliseconds) { group.waitUntilEmpty($0) }
  }

  /// Sends a described call for a plugin that works for the call in `context`. No hooks run for the described call.
  ///
  /// If Dispatch runs the loop of asynchronous calls, the described call runs on that loop. Otherwise, and also in a
  /// forked child, it runs on the loop of the call in `context`.
  func sendAside(
    _ description: CallDescription, from context: PluginContext,
    _ end: @escaping @Sendable (Result<Response, MoyaError>) -> Void
  ) {
    let session = sessions.value
    let waiter = Waiter(description.subject, nil, closure: end, owner: self)
    let own = context.flight.lane
    var lane = description.stub?.lane(executor: own.executor) ?? own
    if settings.pump == .dispatch, !DispatchUse.isLost(since: birth) {
      lane = (try? session.lane(for: description.stub)) ?? lane
    }
    guard session.enlist(waiter) else { return end(.failure(.cancelled)) }
    Flight(description, roster: .empty, session: session.rules, lane: lane).start(waiter)
  }

  /// Sends a request that a plugin makes itself. The hooks of the plugins that were added after that plugin run for the
  /// request.
  func send(
    _ request: SubRequest, _ end: @escaping @Sendable (Result<Response, MoyaError>) -> Void
  ) throws(Failure) -> Waiter {
    let roster = request.isBare ? Roster.empty : plugins.behind(request.plugin)
    return try sessions.value.start(request.description(for: self), past: roster, end, owner: self)
  }

  func cancelAll() { sessions.existing?.cancelAll() }

  // MARK: The program's pump

  /// The descriptor of the event loop that the program runs itself. −1 if the program runs no loop.
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

  // MARK: Callbacks and closing

  /// Runs a callback or a hook. If it has asked to close or destroy the provider (`owed`), `callbackHasAsked` handles
  /// this afterwards.
  @inline(__always)
  func inCallback<Result>(_ body: () -> Result) -> Result {
    let result = Frame.run(Frame.address(of: self), body)
    if owed.load(ordering: .relaxed) != .nothing { callbackHasAsked() }
    return result
  }

  // If Dispatch runs the event loop and the outermost callback on this thread has returned, lets another thread close
  // or destroy the provider. In other cases, `leave` does so later. This function is not inlined, so that `inCallback`
  // saves fewer registers.
  @inline(never)
  private func callbackHasAsked() {
    guard settings.pump == .dispatch, Fork.generation == birth, !Frame.isInside(of: self) else { return }
    // A close or a destroy waits for the other calls. These calls need the event loop, which this thread may be
    // running. So another thread does it.
    DispatchQueue.global().async { self.doOwed() }
  }

  /// Closes or destroys the provider if a callback has asked for this.
  ///
  /// Every function that may have run callbacks calls this function at its end.
  func leave() {
    if owed.load(ordering: .relaxed) != .nothing, !Frame.isInside(of: self) { doOwed() }
  }

  private func doOwed() {
    switch owed.load(ordering: .relaxed) {
    case .nothing: break
    case .close:
      if owed.compareExchange(expected: .close, desired: .nothing, ordering: .relaxed).exchanged {
        closeSession()
      }
      // A callback that ran in `closeSession` may have destroyed the provider.
      leave()
    case .destroy: if tornDown.pass() { tearDown() }
    }
  }

  /// True if the provider was destroyed inside one of its callbacks.
  var isBeingDestroyed: Bool { owed.load(ordering: .relaxed) == .destroy }

  /// Refuses new calls and cancels the calls under way. The program must still destroy the provider.
  func close() {
    phase.store(.closed, ordering: .releasing)
    guard Frame.isInside(of: self) else {
      closeSession()
      // A plugin's `close` may have asked for a destroy.
      return leave()
    }
    // This thread is inside a callback of a call under way, so waiting for that call would never end. After the
    // callback, `leave` finishes the close. The program itself cannot finish the close, because a program must not run
    // the loop of a closed provider.
    _ = owed.compareExchange(expected: .nothing, desired: .close, ordering: .relaxed)
    sessions.existing?.close(waiting: false)
  }

  /// Waits until every call has ended, closes the plugins, and closes the loops.
  private func closeSession(warn: (_ calls: [Waiter]) -> Void = { _ in }) {
    let session = sessions.existing
    session?.close(waiting: true, warn: warn) {
      // In a forked child, the plugins are not closed. Their instances were made by the parent and may depend on
      // threads that do not exist in the child.
      if Fork.generation == birth { plugins.close(pumping: session, settings.pump) }
    }
  }

  private func checkIsOpen() throws(Failure) {
    switch phase.load(ordering: .acquiring) {
    case .open: break
    case .draining: throw Failure(MOYA_ERROR_STATE, "the provider is being drained")
    case .closed: throw .closed
    }
  }

  /// Refuses new calls, waits until the calls under way have completed, and closes the provider.
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

  /// Destroys the provider and releases the program's reference to it.
  func destroy() {
    if Frame.isInside(of: self) {
      phase.store(.closed, ordering: .releasing)
      owed.store(.destroy, ordering: .relaxed)
      // The close does not wait, because this thread is inside a callback. The call of that callback cannot end before
      // the callback returns.
      sessions.existing?.close(waiting: false)
      return
    }
    phase.store(.closed, ordering: .releasing)
    if tornDown.pass() { tearDown() }
  }

  /// Cancels the calls under way, because the program ends. Does nothing in a forked child.
  func closeAtExit() {
    guard Fork.generation == birth else { return }
    phase.store(.closed, ordering: .releasing)
    sessions.existing?.close(waiting: false)
  }

  /// Waits until every call has ended, so that no hook runs any more. Does not wait if the program runs the loop
  /// itself, because no thread runs it now.
  func waitAtExit(until end: DispatchTime) {
    guard Fork.generation == birth, settings.pump == .dispatch, !Frame.isInside(of: self) else { return }
    _ = sessions.existing?.registry.waitUntilEmpty(end)
  }

  private func tearDown() {
    ExitHandler.remove(self)
    closeSession { HookWatch.warn(about: self, calls: $0) }
    if Fork.generation == birth {
      plugins.destroy()
      saveCookiesAtEnd()
    }
    Unmanaged.passUnretained(self).release()
  }
}
