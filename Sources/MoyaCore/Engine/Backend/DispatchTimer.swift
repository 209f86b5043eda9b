import Dispatch

/// Work that runs once, later, unless it is stopped.
///
/// Unchecked: a Dispatch source may be cancelled from any thread; its declaration does not say so.
final class DispatchTimer: Stoppable, @unchecked Sendable {
  /// A serial queue has a thread even while blocked work holds all those of the global ones.
  private static let clock = DispatchQueue(label: "moya.clock")
  /// How long work waits for one of the global ones, which are few, before it has a queue and a thread of its own. With
  /// one from the start, many calls that run out of time together would take hundreds of threads.
  private static let patience = DispatchTimeInterval.milliseconds(50)

  private let pending: Protected<(@Sendable () -> Void)?>
  /// `asyncAfter` would keep what was stopped until its time, which for a total timeout is minutes.
  private let source: (any DispatchSourceTimer)?

  init(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) {
    pending = Protected(work)
    source = afterMilliseconds > 0 ? DispatchSource.makeTimerSource(queue: DispatchTimer.clock) : nil
    guard let source else {
      fire()
      return
    }
    source.setEventHandler { self.fire() }
    source.schedule(deadline: .now() + .milliseconds(Int(afterMilliseconds)))
    source.resume()
  }

  func stop() {
    source?.cancel()
    _ = take()
  }

  private func fire() {
    // A cancelled source releases its handler, and with it the reference to this timer.
    source?.cancel()
    let run: @Sendable () -> Void = { self.take()?() }
    DispatchQueue.global().async(execute: run)
    DispatchTimer.clock.asyncAfter(deadline: .now() + DispatchTimer.patience) {
      if self.isPending { DispatchQueue(label: "moya.timer").async(execute: run) }
    }
  }

  private var isPending: Bool { pending.withLock { $0 != nil } }

  private func take() -> (@Sendable () -> Void)? { pending.withLock { $0.take() } }
}
