import MoyaCore
import MoyaHTTP
import MoyaTransport

/// The lanes over one loop: to the network, and to stubs whose time the loop keeps.
package final class LoopLanes: Sendable {
  package let late: LateLoop
  private let executor: LoopExecutor
  private let wire: Lane
  private let immediate: Lane

  /// What stands in front of the network.
  package typealias Around = (any Backend, any Executor) -> any Backend

  /// - Parameter around: `nil`: nothing does.
  package convenience init(_ late: LateLoop, around: Around? = nil) {
    self.init(late, LoopBackend(late), around)
  }

  /// Over a loop that another owner closes.
  package convenience init(over loop: Loop, around: Around? = nil) {
    self.init(LateLoop(loop), OpenLoopBackend(loop), around)
  }

  private init(_ late: LateLoop, _ network: any Backend, _ around: Around?) {
    self.late = late
    executor = LoopExecutor(late)
    wire = Lane(around?(network, executor) ?? network, executor: executor)
    // A plugin may want another attempt later, for which the loop keeps the time.
    immediate = Lane(StubBackend.immediate.backend, executor: executor)
  }

  /// Makes the loop, unless there is one.
  package func open() throws(TransferError) { try late.open() }

  /// To a backend of the face's own, whose time the loop keeps, and which may send on what it does not answer.
  package func lane(to backend: Around) -> Lane { Lane(backend(wire.backend, executor), executor: executor) }

  package func lane(for stub: StubMoment?) -> Lane {
    stub == .immediate ? immediate : stub?.lane(executor: executor) ?? wire
  }
}

// MARK: - LoopExecutor

/// Keeps time with a loop, and runs cancels on the thread that pumps it: the hooks on the way back and the ends run
/// there too, so that a cancel never overlaps them.
package final class LoopExecutor: Executor {
  private let late: LateLoop

  package init(_ late: LateLoop) { self.late = late }

  package func perform(_ work: @escaping @Sendable () -> Void) {
    if let loop = late.existing { loop.perform(work) } else { work() }
  }

  /// When the kernel refuses the loop's descriptors, `work` runs now.
  package func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    do throws(TransferError) { return try late.loop().schedule(afterMilliseconds: delay, work) } catch {
      work()
      return Ended()
    }
  }
}

/// A timer that has fired.
private final class Ended: Stoppable {
  func stop() {}
}
