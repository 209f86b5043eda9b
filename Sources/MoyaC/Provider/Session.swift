import MoyaCore
import MoyaTransport
import Synchronization

/// What a provider has in one process: the calls under way, a loop for those that nobody waits for, and loops for
/// those that somebody does. A forked child has another.
final class Session: Sendable {
  let live = LiveCalls()
  /// Calls of the parent that this process will never hear of.
  let inheritedCalls: Int
  let pool: LoopPool
  private let settings: ProviderSettings
  private let shared = Protected(Shared())
  private let isPumped = Atomic<Bool>(false)

  private struct Shared {
    var loop: Loop?
    var network: LoopBackend?
    var pump: DispatchPump?
  }

  init(_ settings: ProviderSettings, inheritedCalls: Int) {
    self.settings = settings
    self.inheritedCalls = inheritedCalls
    pool = LoopPool(configuration: settings.loop)
  }

  // MARK: Calls that nobody waits for

  /// Made, and pumped, from the first use on.
  func loop() throws(Failure) -> Loop { try started().loop }

  /// Where an asynchronous call of this target goes.
  func lane(for stub: CTarget.Stub) throws(Failure) -> Lane {
    if stub == .immediate { return Lane(backend: Lane.immediateStub, executor: self) }
    return Lane(for: stub, on: try started().network)
  }

  private func started() throws(Failure) -> (loop: Loop, network: LoopBackend) {
    let started = shared.withLock { shared -> Result<(Loop, LoopBackend), Failure> in
      if let loop = shared.loop, let network = shared.network { return .success((loop, network)) }
      if live.isClosed { return .failure(.closed) }
      do throws(TransferError) {
        let loop = try Loop(configuration: settings.loop)
        loop.onShortage { [pool] in pool.closeIdle() }
        let network = LoopBackend(loop)
        if settings.pump == .dispatch {
          DispatchUse.begin()
          shared.pump = try DispatchPump(loop)
        }
        shared.loop = loop
        shared.network = network
        return .success((loop, network))
      } catch {
        return .failure(Failure(noLoop: error))
      }
    }
    return try started.get()
  }

  /// On the thread of the pump, which alone runs callbacks.
  func perform(_ work: @escaping @Sendable () -> Void) {
    guard let loop = shared.withLock({ $0.loop }) else { return work() }
    loop.perform(work)
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
    live.close()
    live.cancelAll()
    // On a thread that is deep in callbacks, their ends may wait for those to return.
    Nesting.ofThisThread.runWaiting()
    guard waiting else { return }
    if settings.pump == .host, shared.withLock({ $0.loop != nil }) {
      // Nobody else may be pumping any more.
      while live.count > 0 {
        let moved = try? pump(waitingAtMost: 10)
        if moved != true { _ = live.waitUntilEmpty(.now() + .milliseconds(10)) }
      }
    }
    while !live.waitUntilEmpty(.distantFuture) {}
    let (loop, pump) = shared.withLock { shared in
      defer { shared = Shared() }
      return (shared.loop, shared.pump)
    }
    pump?.stop()
    loop?.close()
    pool.close()
  }
}

/// Of calls whose backend needs no loop: one is made when there is something to wait for.
extension Session: Executor {
  /// Without a loop, which the kernel refused, there is no later: `work` runs now.
  func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    do throws(Failure) { return try loop().schedule(afterMilliseconds: delay, work) } catch {
      work()
      return Ended()
    }
  }
}

/// A timer that has fired.
private final class Ended: Stoppable {
  func stop() {}
}
