import CLinux
import Glibc

/// The set of a loop that others watch, Dispatch or a host's event loop, by one descriptor.
///
/// The kernel keeps a file in the set for as long as any process has it open, even when our descriptor of it is closed.
/// So a descriptor that libcurl opens and closes by itself is not in the set: a copy of it is, which is known to be
/// open and can be taken out.
final class EpollSet: EventSet {
  private let descriptor: Int32
  /// A timerfd in the set, which makes it readable in time.
  private let timer: Int32
  /// When the timer fires.
  private var armed = ItemTable.never

  /// - Parameters:
  ///   - descriptor: the epoll set's.
  ///   - wakeup: readable when another thread has something for the loop; −1: none has.
  ///   - timer: a timerfd; −1: the set's waits end in time.
  init(descriptor: Int32, wakeup: Int32 = -1, timer: Int32 = -1) {
    self.descriptor = descriptor
    self.timer = timer
    for own in [wakeup, timer] where own >= 0 { watch(own) }
  }

  var watchesIdle: Bool { true }
  var isWatched: Bool { true }

  func borrow(_ foreign: Int32) -> Int32 { fcntl(foreign, F_DUPFD_CLOEXEC, 0) }

  func release(_ borrowed: Int32) {
    // The original, still open, would keep it in the set.
    remove(borrowed)
    close(borrowed)
  }

  /// A descriptor of the loop's own. Edge-triggered: it is never read, which saves a system call per wake-up.
  private func watch(_ own: Int32) {
    var event = epoll_event()
    event.events = moya_epoll_in | moya_epoll_edge
    event.data.u64 = UInt64(UInt32(bitPattern: own))
    _ = add(own, event)
  }

  func add(_ descriptor: Int32, _ event: epoll_event) -> Bool { control(EPOLL_CTL_ADD, descriptor, event) }

  func change(_ descriptor: Int32, _ event: epoll_event) -> Bool { control(EPOLL_CTL_MOD, descriptor, event) }

  func remove(_ descriptor: Int32) { epoll_ctl(self.descriptor, EPOLL_CTL_DEL, descriptor, nil) }

  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int {
    let count = max(0, Int(epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)))
    for event in events[..<count] where event.data.u64 == UInt64(UInt32(bitPattern: timer)) {
      armed = ItemTable.never
    }
    return count
  }

  /// A timer that is set to an earlier time stays so, which saves a system call.
  func arm(at time: UInt64) {
    guard timer >= 0, time < armed else { return }
    armed = time
    var setting = itimerspec()
    let time = max(1, time)
    setting.it_value.tv_sec = Int(time / 1_000_000)
    setting.it_value.tv_nsec = Int(time % 1_000_000) * 1000
    timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ event: epoll_event) -> Bool {
    var event = event
    return epoll_ctl(self.descriptor, operation, descriptor, &event) == 0
  }
}
