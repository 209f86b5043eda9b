import MoyaHTTP
import Synchronization

/// Something that a loop carries to its end: a transfer, or a timer. It has a slot in the loop's timer table.
///
/// Unchecked: its fields are touched by the pumping thread only.
class LoopItem: Stoppable, @unchecked Sendable {
  var slot = -1
  var isEnded = false

  let loop: Loop

  init(loop: consuming Loop) { self.loop = consume loop }

  final func stop() { loop.submit(.stop(self)) }

  final func perform(_ job: @escaping @Sendable () -> Void) { loop.submit(.job(job)) }

  /// When the loop is to call on this item, in the loop's microseconds.
  var deadline: UInt64 { ItemTable.never }
}

/// A job to run at a time.
final class TimerItem: LoopItem, @unchecked Sendable {
  let time: UInt64
  var job: (@Sendable () -> Void)?

  init(loop: Loop, time: UInt64, job: @escaping @Sendable () -> Void) {
    self.time = time
    self.job = job
    super.init(loop: loop)
  }

  override var deadline: UInt64 { time }
}

/// What other threads hand to a loop.
enum Submission: Sendable {
  case start(Transfer)
  case timer(TimerItem)
  case job(@Sendable () -> Void)
  case stop(LoopItem)
}
