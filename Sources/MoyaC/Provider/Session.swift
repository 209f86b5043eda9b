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
    var backend: LoopBackend?
    var pump: DispatchPump?
    var stub: StubBackend?
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
  func backend(for stub: CTarget.Stub) throws(Failure) -> any Backend {
    switch stub {
    case .never: return try started().backend
    case .immediate:
      return shared.withLock { shared in
        if let stub = shared.stub { return stub }
        let stub = StubBackend.sample(delay: nil) { [unowned self] in schedule(afterMilliseconds: $0, $1) }
        shared.stub = stub
        return stub
      }
    case .delayed(let milliseconds):
      _ = try loop()
      return StubBackend.sample(delay: milliseconds) { [unowned self] in schedule(afterMilliseconds: $0, $1) }
    }
  }

  /// Without a loop, which the kernel refused, there is no later: then now.
  private func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    do throws(Failure) { return try loop().schedule(afterMilliseconds: delay, work) } catch {
      work()
      return Ended()
    }
  }

  private func started() throws(Failure) -> (loop: Loop, backend: LoopBackend) {
    let started = shared.withLock { shared -> Result<(Loop, LoopBackend), Failure> in
      if let loop = shared.loop, let backend = shared.backend { return .success((loop, backend)) }
      if live.isClosed { return .failure(.closed) }
      do throws(TransferError) {
        let loop = try Loop(configuration: settings.loop)
        loop.onShortage { [pool] in pool.closeIdle() }
        let backend = LoopBackend(loop)
        if settings.pump == .dispatch {
          DispatchUse.begin()
          shared.pump = try DispatchPump(loop)
        }
        shared.loop = loop
        shared.backend = backend
        return .success((loop, backend))
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

/// A timer that has fired.
private final class Ended: Stoppable {
  func stop() {}
}
