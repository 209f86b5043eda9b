import Dispatch
import MoyaHTTP
import Synchronization

/// Pumps a loop on a serial queue: one read source over the epoll set, whatever the number of connections.
///
/// A wake-up through Dispatch costs more than a request. So once woken, the handler keeps turning while there is
/// traffic, and goes back to Dispatch when the loop has been quiet for some milliseconds.
///
/// Unchecked: a Dispatch source may be cancelled from any thread; its declaration does not say so.
package final class DispatchPump: @unchecked Sendable {
  private let loop: Loop
  private let source: any DispatchSourceRead

  /// Empty waits of a millisecond before the thread is given back.
  private static let patience = 4

  /// Dispatch has opened its own descriptors.
  private static let isReady = Atomic<Bool>(false)

  /// Throws `.system` when the process is out of descriptors.
  package init(_ loop: Loop) throws(TransferError) {
    // A process's first source makes Dispatch open an epoll set and an eventfd, and end the process if it gets none.
    if !DispatchPump.isReady.load(ordering: .relaxed), let number = Shortage.number(ofFree: 2) {
      throw TransferError(system: "the loop could not be pumped", errno: number)
    }
    self.loop = loop
    let queue = DispatchQueue(label: "moya.loop", qos: .userInitiated)
    source = DispatchSource.makeReadSource(fileDescriptor: loop.fileDescriptor, queue: queue)
    source.setEventHandler { DispatchPump.run(loop) }
    source.setCancelHandler { loop.closed.release() }
    loop.closed.retain { [weak self] in self?.stop() }
    source.activate()
    DispatchPump.isReady.store(true, ordering: .relaxed)
    // The event of what was submitted before there was a pump may be used up already.
    queue.async { DispatchPump.run(loop) }
  }

  deinit { stop() }

  /// Pumping ends; transfers stay where they are until the loop is pumped by another pump, or closed.
  package func stop() { source.cancel() }

  private static func run(_ loop: Loop) {
    var quiet = 0
    ForkGate.turn { _ = loop.turn(waitingAtMost: 0) }
    while loop.activeCount > 0, quiet < patience {
      quiet = ForkGate.turn { loop.turn(waitingAtMost: 1) } ? 0 : quiet + 1
    }
  }
}
