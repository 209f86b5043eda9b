import Dispatch
import Glibc
import MoyaCore
import MoyaTransport
import Synchronization

/// A `moya_provider`: settings, plugins, and a session in each process that uses it.
final class Provider: Handle, @unchecked Sendable {
  let settings: ProviderSettings
  let defaults: CallDefaults
  private let rules: SessionRules
  private let birth = Fork.generation
  private let sessions: PerProcess<Session>
  private let roster = PluginRoster()
  private let isClosed = Atomic<Bool>(false)
  private let isDoomed = Atomic<Bool>(false)
  private let isTornDown = Atomic<Bool>(false)

  /// The lane of immediate stubs that no plugin can want to try again: such a call ends before its start returns, and
  /// needs no clock.
  private static let immediateStub = Lane(StubBackend.sample)

  init(_ settings: ProviderSettings) {
    self.settings = settings
    defaults = settings.defaults
    rules = SessionRules(options: settings.transfer)
    sessions = PerProcess { Session(settings, inheritedCalls: $0?.live.count ?? 0) }
  }

  func add(_ make: () throws(Failure) -> CPlugin) throws(Failure) {
    defer { leave() }
    try checkIsOpen()
    try roster.add(make)
  }

  // MARK: Calls

  /// Sends, and waits on this thread.
  func call(_ target: CTarget) throws(Failure) -> Result<Response, MoyaError> {
    if Frame.isInside { throw Failure.inCallback("moya_provider_call") }
    try checkIsOpen()
    roster.close()
    // No callback and no hook runs in such a call, and it is over before anything could cancel it: so it is not counted
    // among the calls under way.
    if target.stub == .immediate, roster.plugins.isEmpty { return target.answeredInPlace() }
    defer { leave() }
    let session = sessions.value
    if target.stub == .immediate, !roster.mayRetry {
      return try wait(target, session, lane: Provider.immediateStub, on: nil)
    }
    do {
      return try session.pool.withLoop { loop, companion in
        let network = companion as? Network ?? Network(loop)
        return try wait(target, session, lane: network.lane(for: target.stub), on: loop)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(noLoop: error as? TransferError ?? TransferError(.system, "no loop could be made"))
        .about(target.name)
    }
  }

  private func wait(
    _ target: CTarget, _ session: Session, lane: Lane, on loop: Loop?
  ) throws(Failure) -> Result<Response, MoyaError> {
    let call = CCall(
      target, provider: self, session: session, lane: lane, sink: .wait(loop, thread: pthread_self()))
    guard session.live.insert(call) else {
      call.abandon()
      throw .closed
    }
    defer { session.live.remove(call) }
    call.start()
    while !call.isDone, let loop { loop.turn(waitingAtMost: -1) }
    return call.result ?? .notEnded
  }

  func recipe(for target: CTarget, lane: Lane) -> CallRecipe {
    var source = CallRecipe.Source.ready(target.request)
    if target.stub != .never, target.sample == nil { source = .failed(.underlying(MissingSample(), nil)) }
    var recipe = CallRecipe(
      target: target, session: rules, source: source, lane: lane, plugins: roster.plugins)
    recipe.totalTimeout = target.totalTimeout
    return recipe
  }

  /// Sends; `sink` gets the end, perhaps before this returns. `handle`, where the caller wants the call's handle, is
  /// filled before that.
  func send(
    _ target: CTarget, to sink: CCall.Sink, handle: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    try checkIsOpen()
    roster.close()
    if settings.pump == .dispatch, DispatchUse.isLost(since: birth) { throw .forked }
    let session = sessions.value
    let lane: Lane
    do throws(Failure) { lane = try session.lane(for: target.stub) } catch { throw error.about(target.name) }
    let call = CCall(target, provider: self, session: session, lane: lane, sink: sink)
    guard session.live.insert(call) else {
      call.abandon()
      throw .closed
    }
    handle?.pointee = call.retainedHandle()
    call.start()
  }

  func cancelAll() { sessions.existing?.live.cancelAll() }

  // MARK: The host's pump

  /// −1: there is none.
  var fileDescriptor: Int32 {
    guard settings.pump == .host, let loop = try? sessions.value.loop() else { return -1 }
    return loop.fileDescriptor
  }

  func process(waitingAtMost milliseconds: Int32) throws(Failure) {
    if Frame.isInside { throw Failure.inCallback("moya_provider_process") }
    guard settings.pump == .host else {
      throw Failure(.state, "moya_provider_process is for providers with MOYA_PUMP_HOST")
    }
    guard milliseconds >= -1 else { throw Failure(.argument, "timeout_ms is \(milliseconds), not −1 or more") }
    try checkIsOpen()
    let session = sessions.value
    if session.inheritedCalls > 0, session.live.count == 0 { throw .forked }
    defer { leave() }
    guard try session.pump(waitingAtMost: milliseconds) else {
      throw Failure(.state, "another thread is in moya_provider_process of this provider")
    }
  }

  // MARK: Callbacks and the end

  /// Runs the caller's code.
  func inCallback<Result>(_ body: () -> Result) -> Result {
    let result = Frame.run(self, body)
    if isDoomed.load(ordering: .relaxed), settings.pump == .dispatch, Fork.generation == birth,
      !Frame.isInside(of: self), isTornDown.exchange(true, ordering: .acquiringAndReleasing) == false
    {
      // Not on this thread, which may be the pump's: the other calls need it to end.
      DispatchQueue.global().async { self.tearDown() }
    }
    return result
  }

  /// Called at the end of every function that may have run callbacks: completes a destroy that one of these asked for.
  func leave() {
    guard isDoomed.load(ordering: .relaxed), !Frame.isInside(of: self) else { return }
    if isTornDown.exchange(true, ordering: .acquiringAndReleasing) == false { tearDown() }
  }

  /// Ends its use; the owner's reference stays.
  func close() {
    isClosed.store(true, ordering: .releasing)
    // The callback that this thread is in is a call under way: waiting for its end would never end.
    sessions.existing?.close(waiting: !Frame.isInside(of: self))
  }

  private func checkIsOpen() throws(Failure) {
    if isClosed.load(ordering: .acquiring) { throw .closed }
  }

  /// Takes over the owner's reference.
  func destroy() {
    if Frame.isInside(of: self) { return isDoomed.store(true, ordering: .relaxed) }
    if isTornDown.exchange(true, ordering: .acquiringAndReleasing) == false { tearDown() }
  }

  private func tearDown() {
    sessions.existing?.close(waiting: true)
    // An instance that a parent made may have threads that a child has not.
    if Fork.generation == birth { roster.destroy() }
    Unmanaged.passUnretained(self).release()
  }
}

extension Result<Response, MoyaError> {
  fileprivate static var notEnded: Self { .failure(.underlying(TransferError(.other, "the call did not end"), nil)) }
}

extension Failure {
  static var forked: Failure {
    let advice = "use a blocking call, or a provider with MOYA_PUMP_HOST"
    return Failure(
      .forked, "this process was forked: the thread that moves these calls is its parent's; \(advice)")
  }

  static var closed: Failure { Failure(.state, "the provider is closed") }

  static func inCallback(_ function: String) -> Failure {
    Failure(.state, "\(function) would block inside a callback or a hook")
  }
}
