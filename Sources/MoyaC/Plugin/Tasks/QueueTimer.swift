import Dispatch
import MoyaCore

/// A job that runs once on a queue, later, unless it is stopped.
///
/// The timer is a Dispatch source, because a source can be cancelled. `asyncAfter` would hold the job until its time,
/// even if the job was stopped. For a timer of a plugin, that can be weeks.
final class QueueTimer: Sendable {
  /// The property is `nonisolated(unsafe)`: any thread can cancel a Dispatch source, but Dispatch does not declare the
  /// type as `Sendable`.
  nonisolated(unsafe) private let source: any DispatchSourceTimer
  private let generation = Fork.generation

  init(on queue: DispatchQueue, afterMilliseconds delay: UInt32, _ job: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    // The handler retains this timer, so that the source exists until its time. A cancelled source releases its
    // handler, and with it the reference to this timer.
    source.setEventHandler {
      self.source.cancel()
      job()
    }
    source.schedule(deadline: .now() + .milliseconds(Int(delay)))
    source.resume()
  }

  /// Stops the timer and releases its job. In a forked child, does nothing, because Dispatch does not run there.
  func stop() {
    if DispatchUse.isLost(since: generation) { return }
    source.cancel()
  }
}
