import MoyaCore
import MoyaHTTP
import MoyaTransport

/// The lanes of one event loop. A lane is a backend with its executor. One lane leads to the network, the others lead
/// to stubs. The loop sets the timers of its lanes.
package final class LoopLanes: Sendable {
  package let late: LateLoop
  private let executor: LoopExecutor
  private let wire: Lane
  private let immediate: Lane

  /// Makes a backend that wraps the network's backend.
  package typealias Around = (any Backend, any Executor) -> any Backend

  /// - Parameter around: Makes a backend that wraps the network's backend; `nil` if there is no such backend.
  package convenience init(_ late: LateLoop, around: Around? = nil) {
    self.init(late, LoopBackend(late), around)
  }

  /// Makes the lanes of a loop. Another object owns the loop and closes it.
  package convenience init(over loop: Loop, around: Around? = nil) {
    self.init(LateLoop(loop), OpenLoopBackend(loop), around)
  }

  private init(_ late: LateLoop, _ network: any Backend, _ around: Around?) {
    self.late = late
    executor = LoopExecutor(late)
    wire = Lane(around?(network, executor) ?? network, executor: executor)
    // This lane uses the loop's executor, because a plugin may ask for another attempt after a delay, and the loop sets
    // the timer of that delay.
    immediate = Lane(StubBackend.immediate.backend, executor: executor)
  }

  /// Makes the loop unless there is one.
  package func open() throws(TransferError) { try late.open() }

  /// Returns a lane whose backend is made by the closure `backend`. The closure receives the network's backend. The new
  /// backend may pass requests on to the network's backend. The loop sets the timers of the lane.
  package func lane(to backend: Around) -> Lane { Lane(backend(wire.backend, executor), executor: executor) }

  package func lane(for stub: StubMoment?) -> Lane {
    stub == .immediate ? immediate : stub?.lane(executor: executor) ?? wire
  }
}

// MARK: - LoopExecutor

/// An executor that uses an event loop. Its timers are timers of the loop. Cancellations, the hooks after a response
/// and completions all run on the thread that runs the loop, so they never overlap.
package final class LoopExecutor: Executor {
  private let late: LateLoop

  package init(_ late: LateLoop) { self.late = late }

  package func perform(_ work: @escaping @Sendable () -> Void) {
    if let loop = late.existing { loop.perform(work) } else { work() }
  }

  /// Runs `work` after a delay. If there is no loop and none can be made, for example after `LateLoop.close`, runs
  /// `work` now.
  package func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    do throws(TransferError) { return try late.loop().schedule(afterMilliseconds: delay, work) } catch {
      work()
      return Ended()
    }
  }
}

/// The timer of work that has already run. Stopping it has no effect.
private final class Ended: Stoppable {
  func stop() {}
}
