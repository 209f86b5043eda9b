import MoyaCore
import MoyaTransport

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
