import CMoya
import CThread
import MoyaCore
import MoyaNetwork
import MoyaTransport
import Synchronization

/// The state of a provider in one process.
///
/// The state contains the calls under way, the event loops of asynchronous calls, and a pool of loops for blocking
/// calls. A blocking call takes a loop from the pool and runs it. A forked child has its own session.
final class ProviderSession: Sendable {
  let registry = Registry(keepsUntilEnd: true)
  /// The requests that plugins send themselves. Plugins can send them until all plugins have been closed.
  private let pluginCalls = Registry(keepsUntilEnd: true)
  /// The rules by which calls are sent. After the first call, the rules never change.
  private(set) nonisolated(unsafe) var rules: SessionRules
  /// The number of calls that were under way in the parent process at the fork. These calls never complete in this
  /// process.
  let inheritedCalls: Int
  let pool: LoopPool
  /// Blocking calls that have not ended and that no thread runs now. Each waits for its caller to continue it.
  let parked = Protected<[ObjectIdentifier: BlockingCall]>([:])
  private let openFlights = OpenFlights()
  private let settings: ProviderSettings
  /// The configuration of the session's loops, with the cookies that the loops share.
  let state: LoopConfiguration
  /// The connection settings of targets that have settings of their own (`moya_connection_overrides`).
  let overrides: TargetSessions
  private let loops: LoopSet
  /// Records in which queue the calls of the loop complete. `nil` if there are several loops, or if Dispatch does not
  /// run the loop.
  let consumer: LoopConsumer?
  private let isPumped = Atomic<Bool>(false)

  init(_ settings: ProviderSettings, inheritedCalls: Int) {
    self.settings = settings
    var loop = settings.loop
    settings.kept?.apply(to: &loop)
    state = loop
    overrides = TargetSessions(loop, log: settings.log)
    self.inheritedCalls = inheritedCalls
    rules = ProviderSession.rules(settings, loop, registry)
    let isOfDispatch = settings.pump == .dispatch
    let pool = LoopPool(configuration: loop) { LoopLanes(over: $0, around: settings.around) }
    self.pool = pool
    loops = LoopSet(settings.loops, sharing: loop) { configuration in
      LoopLanes(
        LateLoop { () throws(TransferError) in
          let loop = try Loop(configuration: configuration)
          loop.onShortage { pool.closeIdle() }
          guard isOfDispatch else { return (loop, nil) }
          DispatchUse.begin()
          return (loop, try DispatchPump(loop))
        }, around: settings.around)
    }
    let isOne = isOfDispatch && settings.loops == 1
    consumer = isOne ? LoopConsumer(loops.host.late, registry) : nil
    if settings.pump == .host {
      registry.pump = { [weak self] in (try? self?.pump(waitingAtMost: $0)) ?? false }
    }
  }

  private static func rules(
    _ settings: ProviderSettings, _ loop: LoopConfiguration, _ registry: Registry
  ) -> SessionRules {
    var transfer = settings.transfer
    transfer.originBoundHeaders += settings.log.secrets.headersHere
    return SessionRules(
      options: transfer, keepsRequests: false, additions: SentAdditions(loop), registry: registry)
  }

  /// Sends a request that a plugin makes itself. The hooks of the plugins in `roster` run for this request.
  func start(
    _ description: CallDescription, past roster: Roster, _ end: @escaping Waiter.Closure, owner: AnyObject
  ) throws(Failure) -> Waiter {
    let lane = try lane(for: description.stub, mayWait: true)
    let waiter = Waiter(description.subject, nil, closure: end, owner: owner)
    guard pluginCalls.insert(waiter) else { throw .closed }
    Flight(description, roster: roster, session: pluginRules, lane: lane).start(waiter)
    return waiter
  }

  private var pluginRules: SessionRules { ProviderSession.rules(settings, state, pluginCalls) }

  /// Makes `rules` again after plugins were added. The rules then contain the header fields that plugins declare as
  /// secret. A secret field is not sent to another origin. Call this function before the first call.
  func takeSecretHeaders() { rules = ProviderSession.rules(settings, state, registry) }

  // MARK: Asynchronous calls

  /// Returns the loop that the program runs itself.
  func loop() throws(Failure) -> Loop { try loop(loops.host) }

  /// Returns a loop for asynchronous calls. The first use makes the loop. From then on, the loop runs.
  private func loop(_ lanes: LoopLanes) throws(Failure) -> Loop {
    do throws(TransferError) { return try lanes.late.loop() } catch { throw noLoop(error) }
  }

  private func open(_ lanes: LoopLanes) throws(Failure) {
    do throws(TransferError) { try lanes.open() } catch { throw noLoop(error) }
  }

  private func noLoop(_ error: TransferError) -> Failure { registry.isClosed ? .closed : Failure(noLoop: error) }

  /// Returns the lane of an asynchronous call. A lane is the backend and the executor that a call uses.
  ///
  /// - Parameter mayWait: True if the call may take time even if a stub handles the call without a delay.
  func lane(for stub: StubMoment?, mayWait: Bool = false) throws(Failure) -> Lane {
    try loops.withNext { (lanes) throws(Failure) in try lane(lanes, for: stub, mayWait: mayWait) }
  }

  private func lane(_ lanes: LoopLanes, for stub: StubMoment?, mayWait: Bool) throws(Failure) -> Lane {
    if stub == .immediate, !mayWait { return lane(lanes, for: stub) }
    do throws(Failure) {
      // The loop is opened before the call starts, so that the caller gets an error at once if the process has no
      // descriptors left.
      try open(lanes)
      return lane(lanes, for: stub)
    } catch {
      // If this loop cannot be made now, another loop that was already made takes the call.
      guard let made = loops.made else { throw error }
      return lane(made, for: stub)
    }
  }

  /// Returns the lane (the backend with its executor) of a call on a loop.
  func lane(_ lanes: LoopLanes, for stub: StubMoment?) -> Lane {
    guard let rules = settings.stubs else { return lanes.lane(for: stub) }
    return lanes.lane { CStubBackend(rules, executor: $1, network: $0) }
  }

  /// Adds a waiter, which waits for the result of a call. If the session is closed, returns false, and the caller must
  /// not start the waiter.
  func enlist(_ waiter: Waiter) -> Bool { registry.insert(waiter) }

  func start(
    _ waiter: Waiter, _ description: consuming CallDescription, _ roster: consuming Roster, _ lane: consuming Lane
  ) {
    if description.options?.isShared == true, description.refresh == nil,
      let key = SharingKey(description, ObjectIdentifier(roster))
    {
      return openFlights.start(waiter, description, key, roster: roster, session: rules, lane: lane)
    }
    Flight(consume description, roster: consume roster, session: rules, lane: consume lane).start(waiter)
  }

  func cancelAll() { registry.abandonAll() }

  // MARK: Blocking calls

  /// Takes an event loop out of the pool for one blocking call. The caller must put the loop back (`pool.putBack`).
  func lend(for description: borrowing CallDescription) throws(Failure) -> LoopPool.Lease {
    do throws(TransferError) { return try pool.lend() } catch {
      throw Failure(noLoop: error).about(description.subject.name)
    }
  }

  /// Runs one turn (one pass) of the loop of a blocking call.
  ///
  /// A hook of the call may wait for a task of its plugin, and the task may need the loop of asynchronous calls. If the
  /// program runs that loop itself, and no thread is running it now, this thread runs it too.
  func turn(_ loop: Loop, for waiter: Waiter, waitingAtMost milliseconds: Int32) {
    guard settings.pump == .host, waiter.isSuspended, let host = loops.host.late.existing else {
      loop.turn(waitingAtMost: milliseconds)
      return
    }
    if (try? pump(waitingAtMost: 0)) != false {
      loop.turn(waitingAtMost: milliseconds, or: host)
      return
    }
    // Another thread is running that loop and may stop at any time. So this thread tries again soon.
    loop.turn(waitingAtMost: milliseconds < 0 ? 10 : min(milliseconds, 10))
  }

  // MARK: The program's pump

  /// Runs one turn (one pass) of the loop that the program runs itself. Returns false if another thread is running a
  /// turn.
  func pump(waitingAtMost milliseconds: Int32) throws(Failure) -> Bool {
    let loop = try loop()
    guard isPumped.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
      return false
    }
    let cancelState = moya_thread_defer_cancel()
    loop.turn(waitingAtMost: milliseconds)
    isPumped.store(false, ordering: .releasing)
    moya_thread_allow_cancel(cancelState)
    if loop.isInherited { throw .inherited("event loop") }
    return true
  }

  // MARK: Closing

  /// Cancels every call and lets no other call begin.
  ///
  /// If `waiting` is true, returns after the last callback has returned and the loops are closed. A second call of this
  /// function waits too, even on another thread.
  ///
  /// - Parameters:
  ///   - warn: Called with the calls under way when the wait takes long.
  ///   - end: Called when no call is left, before the loops are closed.
  func close(waiting: Bool, warn: (_ calls: [Waiter]) -> Void = { _ in }, end: () -> Void = {}) {
    registry.close()
    cancelAll()
    // If many callbacks are nested on this thread, completions wait until these callbacks have returned (`Nesting`).
    // This thread is about to wait for the completions, so they run now.
    Nesting.ofThisThread.runWaiting()
    guard waiting else { return }
    let cancelState = moya_thread_defer_cancel()
    defer { moya_thread_allow_cancel(cancelState) }
    var delay = LongWait()
    loops.takeBack()
    if settings.pump == .host, loops.host.late.existing != nil {
      // The provider is being closed, so the program must not call moya_provider_process any more. This thread runs the
      // loop instead, until the last call has completed.
      while registry.count > 0 {
        let moved = try? pump(waitingAtMost: 10)
        if moved != true {
          _ = registry.waitUntilEmpty(.now() + .milliseconds(10))
          delay.check { warn(registry.waiters) }
        }
      }
    }
    repeat {
      // The callers of these blocking calls may do nothing until this function returns, so this thread completes the
      // calls.
      for call in parked.withLock({ Array($0.values) }) { call.finish() }
      delay.check { warn(registry.waiters) }
    } while !registry.waitUntilEmpty(.now() + .milliseconds(100))
    end()
    pluginCalls.close()
    pluginCalls.abandonAll()
    while pluginCalls.count > 0 {
      if settings.pump == .host, (try? pump(waitingAtMost: 10)) == true { continue }
      _ = pluginCalls.waitUntilEmpty(.now() + .milliseconds(10))
    }
    loops.close()
    pool.close()
  }
}

// MARK: - LoopSet

/// The event loops of a provider's asynchronous calls. Each loop is made when a call first uses it.
///
/// Calls use the loops in rotation, so that no loop must know how many calls the others have.
final class LoopSet: Sendable {
  /// The first loop. If the program runs the loop itself, this is the only loop.
  let host: LoopLanes
  private let others: [LoopLanes]
  private let turn = Atomic<UInt>(0)

  /// Describes the loops without making them.
  ///
  /// - Parameters:
  ///   - configuration: The configuration for all loops together. Its limits are divided among them.
  ///   - make: Makes the lanes of one loop. A lane is a backend with the loop as its executor.
  init(_ count: Int, sharing configuration: LoopConfiguration, make: (LoopConfiguration) -> LoopLanes) {
    host = make(configuration.share(0, of: count))
    others = (1..<max(1, count)).map { make(configuration.share($0, of: count)) }
  }

  /// Calls `body` with the lanes (backends and executors) of the loop that the next call must use. If there is only one
  /// loop, its lanes are not retained.
  func withNext<Value, Fault>(_ body: (LoopLanes) throws(Fault) -> Value) throws(Fault) -> Value {
    if others.isEmpty { return try body(host) }
    let place = Int(turn.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(others.count + 1))
    return try body(place == 0 ? host : others[place - 1])
  }

  /// The lanes (backend and executor) of a loop that was already made. `nil` if no loop was made.
  var made: LoopLanes? {
    if host.late.existing != nil { return host }
    return others.first { $0.late.existing != nil }
  }

  /// Makes Dispatch run the first loop again. A thread that waits for a queue may have borrowed this loop, and may now
  /// be doing other work.
  func takeBack() { host.late.pump?.giveBack() }

  func close() {
    host.late.close()
    for lanes in others { lanes.late.close() }
  }
}

extension LoopSet {
  /// Returns the number of loops that `moya_provider_options.loops` asks for.
  static func count(
    _ options: moya_provider_options, pump: ProviderSettings.Pump, sharing configuration: LoopConfiguration
  ) throws(Failure) -> Int {
    let count = max(1, Int(options.loops))
    if count == 1 { return count }
    func refuse(_ reason: String) -> Failure {
      Failure(MOYA_ERROR_ARGUMENT, "moya_provider_options.loops is \(count), \(reason)")
    }
    if count > MOYA_MOST_LOOPS { throw refuse("more than \(MOYA_MOST_LOOPS)") }
    if pump == .host { throw refuse("and with MOYA_PUMP_HOST there is one") }
    if count > configuration.maxConnections { throw refuse("more than max_connections, which they share") }
    if count > configuration.maxConnectionsPerHost {
      throw refuse("more than max_connections_per_host, which they share")
    }
    if let most = configuration.connection.maximumIdleConnections, count > most {
      throw refuse("more than moya_connection_options.max_idle_connections, which they share")
    }
    return count
  }
}
