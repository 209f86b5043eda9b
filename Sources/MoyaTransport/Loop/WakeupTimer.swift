import CLinux
import Glibc

/// The timerfd that makes a loop's epoll set readable in time. Without one (-1) the wait itself has to end in time.
struct WakeupTimer {
  let descriptor: Int32
  private var armed = TimerTable.never

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// To be called when the timerfd was readable: it is no longer armed.
  mutating func fired() { armed = TimerTable.never }

  /// Fires at this time or earlier: one that is set to an earlier time stays so, which saves a system call.
  mutating func arm(at time: UInt64) {
    guard descriptor >= 0, time < armed else { return }
    armed = time
    var setting = itimerspec()
    let time = max(1, time)
    setting.it_value.tv_sec = Int(time / 1_000_000)
    setting.it_value.tv_nsec = Int(time % 1_000_000) * 1000
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
