import Dispatch
import MoyaCore

/// Runs hooks before a send one after another, never on a caller's thread; the jobs that a turn of the loop has for
/// callers' queues go there together. Keeps time with Dispatch.
package final class DispatchExecutor: Executor {
  private let queue = DispatchQueue(label: "moya.session")
  private let outbox: Outbox

  package init(_ late: LateLoop) { outbox = Outbox(late) }

  package var preparesInPlace: Bool { false }

  package func prepare(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func deliver(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    outbox.post(work, to: queue)
  }
}
