import CLinux
import Glibc

/// The set of a loop that others watch, Dispatch or a host's event loop, by one descriptor.
///
/// The kernel keeps a file in the set for as long as any process has it open, even when our descriptor of it is closed.
/// So a descriptor that libcurl opens and closes by itself is not in the set: a copy of it is, which is known to be
/// open and can be taken out.
final class EpollSet: EventSet {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  var watchesIdle: Bool { true }
  var isWatched: Bool { true }

  func borrow(_ foreign: Int32) -> Int32 { fcntl(foreign, F_DUPFD_CLOEXEC, 0) }

  func giveBack(_ borrowed: Int32) {
    // The original, still open, would keep it in the set.
    remove(borrowed)
    close(borrowed)
  }

  /// A descriptor of the loop's own. Edge-triggered: it is never read, which saves a system call per wake-up.
  func watch(_ own: Int32) {
    var event = epoll_event()
    event.events = moya_epoll_in | moya_epoll_edge
    event.data.u64 = UInt64(UInt32(bitPattern: own))
    _ = add(own, event)
  }

  func add(_ descriptor: Int32, _ event: epoll_event) -> Bool { control(EPOLL_CTL_ADD, descriptor, event) }

  func change(_ descriptor: Int32, _ event: epoll_event) -> Bool { control(EPOLL_CTL_MOD, descriptor, event) }

  func remove(_ descriptor: Int32) { epoll_ctl(self.descriptor, EPOLL_CTL_DEL, descriptor, nil) }

  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int {
    max(0, Int(epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)))
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ event: epoll_event) -> Bool {
    var event = event
    return epoll_ctl(self.descriptor, operation, descriptor, &event) == 0
  }
}
