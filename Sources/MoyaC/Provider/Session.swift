import MoyaCore
import MoyaTransport
import Synchronization

/// What a provider has in one process: the calls under way, one loop for asynchronous calls, and a pool of loops for
/// blocking calls, each of which pumps its own. A forked child has a session of its own.
final class Session: Sendable {
  let registry = Registry(keepsUntilEnd: true)
  let rules: SessionRules
  /// The number of calls that were under way in the parent at the fork: they do not end in this process.
  let inheritedCalls: Int
  let pool: LoopPool
  private let settings: ProviderSettings
  private let shared = Protected(Shared())
  private let isPumped = Atomic<Bool>(false)

  private struct Shared {
    var network: Network?
    var pump: DispatchPump?
    var stubs: Lane?
  }

  init(_ settings: ProviderSettings, inheritedCalls: Int) {
    self.settings = settings
    self.inheritedCalls = inheritedCalls
    rules = SessionRules(options: settings.transfer, registry: registry)
    pool = LoopPool(configuration: settings.loop) { Network($0) }
  }

  // MARK: Asynchronous calls

  /// The loop of asynchronous calls; made, and pumped, from the first use on.
  func loop() throws(Failure) -> Loop { try network().loop }

  /// Where an asynchronous call of this target goes.
  func lane(for stub: StubChoice) throws(Failure) -> Lane {
    guard stub.isImmediate else { return try network().lane(for: stub) }
    return shared.withLock { shared in
      if let lane = shared.stubs { return lane }
      let lane = Lane(StubBackend.immediate.backend, executor: LateLoopExecutor(self))
      shared.stubs = lane
      return lane
    }
  }

  private func network() throws(Failure) -> Network {
    let network = shared.withLock { shared -> Result<Network, Failure> in
      if let network = shared.network { return .success(network) }
      if registry.isClosed { return .failure(.closed) }
      do throws(TransferError) {
        let loop = try Loop(configuration: settings.loop)
        loop.onShortage { [pool] in pool.closeIdle() }
        let network = Network(loop)
        if settings.pump == .dispatch {
          DispatchUse.begin()
          shared.pump = try DispatchPump(loop)
        }
        shared.network = network
        return .success(network)
      } catch {
        return .failure(Failure(noLoop: error))
      }
    }
    return try network.get()
  }

  /// Runs `work` on the thread of the pump, which alone runs callbacks.
  func perform(_ work: @escaping @Sendable () -> Void) {
    guard let loop = shared.withLock({ $0.network?.loop }) else { return work() }
    loop.perform(work)
  }

  func cancelAll() {
    for waiter in registry.waiters { waiter.abandon() }
  }

  // MARK: The host's pump

  /// False: another thread is at it.
  func pump(waitingAtMost milliseconds: Int32) throws(Failure) -> Bool {
    let loop = try loop()
    guard isPumped.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
      return false
    }
    loop.turn(waitingAtMost: milliseconds)
    isPumped.store(false, ordering: .releasing)
    return true
  }

  // MARK: The end

  /// Ends every call with a cancel and lets no other begin; if it waits, it returns when the last callback has
  /// returned, and the loops are closed. Closing again, also on another thread, does the same.
  func close(waiting: Bool) {
    registry.close()
    cancelAll()
    // On a thread that is deep in callbacks, the ends of calls may wait until these have returned (`Nesting`).
    Nesting.ofThisThread.runWaiting()
    guard waiting else { return }
    if settings.pump == .host, shared.withLock({ $0.network != nil }) {
      // The host may have stopped to call moya_provider_process, so that this thread has to pump to the end.
      while registry.count > 0 {
        let moved = try? pump(waitingAtMost: 10)
        if moved != true { _ = registry.waitUntilEmpty(.now() + .milliseconds(10)) }
      }
    }
    while !registry.waitUntilEmpty(.distantFuture) {}
    let (loop, pump) = shared.withLock { shared in
      defer { shared = Shared() }
      return (shared.network?.loop, shared.pump)
    }
    pump?.stop()
    loop?.close()
    pool.close()
  }
}
