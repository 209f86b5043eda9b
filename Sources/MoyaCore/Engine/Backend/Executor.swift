import Dispatch

/// Where a flight's hooks and its waiters' ends run, and what keeps its time. It belongs to the session; a backend
/// knows neither hooks nor queues.
package protocol Executor: AnyObject, Sendable {
  /// Does `prepare` run its work before it returns? Default: true.
  var preparesInPlace: Bool { get }

  /// Runs hooks before a send. Default: here.
  func prepare(_ work: @escaping @Sendable () -> Void)

  /// Runs a cancel, or ends a pause, on the thread that runs the ends of waiters without a queue, so that it overlaps no
  /// hook there. Default: here.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Runs hooks on the way back, or an end, on the queue that the caller chose; in the order of the calls if the queue
  /// is serial.
  func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

  /// Runs `work` later: a retry, a deadline, a delayed stub's answer.
  func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable
}

extension Executor {
  package var preparesInPlace: Bool { true }

  package func prepare(_ work: @escaping @Sendable () -> Void) { work() }

  package func perform(_ work: @escaping @Sendable () -> Void) { work() }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    DispatchTimer(afterMilliseconds: afterMilliseconds, work)
  }
}

/// Prepares on the thread that makes the request, delivers each job by itself, and keeps time by Dispatch: for stubs
/// and for backends of the caller's own.
package final class DirectExecutor: Executor {
  package static let shared = DirectExecutor()
}
