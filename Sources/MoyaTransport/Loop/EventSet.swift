import CLinux
import Glibc

/// The descriptors that a loop waits for: an `EpollSet` or a `PollSet`. Both give epoll's events.
protocol EventSet: AnyObject {
  /// Are connections that libcurl keeps for later watched, too?
  var watchesIdle: Bool { get }

  /// Is the set watched from outside? Then changes are applied before the loop returns, not before the next wait.
  var isWatched: Bool { get }

  /// The number under which the set watches a descriptor that libcurl opens and closes by itself: for epoll a duplicate,
  /// for poll the same. To be returned with `release`. −1: no descriptor was left for it.
  func borrow(_ foreign: Int32) -> Int32
  func release(_ borrowed: Int32)

  /// False: the set cannot take it now.
  func add(_ descriptor: Int32, _ event: epoll_event) -> Bool
  /// False: it is not in the set.
  func change(_ descriptor: Int32, _ event: epoll_event) -> Bool
  func remove(_ descriptor: Int32)

  /// Of a set that is watched: it becomes readable at this time or earlier.
  func arm(at time: UInt64)

  /// Waits that long at most (−1: without limit), and returns the number of events that it has put into `events`.
  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int
}

// MARK: - EpollSet

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

// MARK: - PollSet

/// The set of a blocking caller's loop, for poll(2): it needs no descriptor of its own, nor copies of libcurl's, since
/// the kernel keeps nothing of it. It has few members: one transfer's connection, and what wakes the caller.
final class PollSet: EventSet {
  /// The descriptors and their labels: two arrays of the same length, in the same order.
  private var members: [pollfd]
  private var labels: [epoll_data_t]
  /// Readable when another thread has something for the loop.
  private let wakeup: Int32
  /// The members are what libcurl said when it was asked: it has not closed them.
  private var isAnswer = false

  init(wakeup: Int32) {
    self.wakeup = wakeup
    members = [pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)]
    labels = [epoll_data_t(u64: UInt64(UInt32(bitPattern: wakeup)))]
  }

  /// Idle connections may be many, and the caller does not need them now.
  var watchesIdle: Bool { false }
  var isWatched: Bool { false }

  func arm(at time: UInt64) {}

  func borrow(_ foreign: Int32) -> Int32 { foreign }
  func release(_ borrowed: Int32) { remove(borrowed) }

  func add(_ descriptor: Int32, _ event: epoll_event) -> Bool {
    // A member of that number may be left that libcurl closed without telling.
    if change(descriptor, event) { return true }
    members.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event.events), revents: 0))
    labels.append(event.data)
    return true
  }

  func change(_ descriptor: Int32, _ event: epoll_event) -> Bool {
    guard let index = index(of: descriptor) else { return false }
    members[index].events = Int16(truncatingIfNeeded: event.events)
    labels[index] = event.data
    return true
  }

  func remove(_ descriptor: Int32) {
    if let index = index(of: descriptor) { remove(at: index) }
  }

  // MARK: What libcurl says when it is asked

  /// Takes these descriptors in place of all others but the one that wakes the caller.
  func watch(_ list: ArraySlice<pollfd>) {
    isAnswer = true
    let isSame =
      members.count == list.count + 1
      && zip(members.dropFirst(), list).allSatisfy { $0.fd == $1.fd && $0.events == $1.events }
    if isSame { return }
    members.removeSubrange(1...)
    labels.removeSubrange(1...)
    for member in list {
      members.append(member)
      labels.append(epoll_data_t(u64: UInt64(UInt32(bitPattern: member.fd))))
    }
  }

  /// One connection is watched, for input, beside what wakes the caller and libcurl.
  var isForOneInput: Bool { members.count == 3 && members.last?.events == Int16(POLLIN) }

  var wakeupLabel: UInt64 { UInt64(UInt32(bitPattern: wakeup)) }

  /// One connection is watched, beside what wakes the caller and libcurl, and nothing else is ready.
  func isConnectionAlone(_ events: Slice<UnsafeMutableBufferPointer<epoll_event>>) -> Bool {
    guard members.count == 3, events.count == 1, let ready = events.first, let last = labels.last else { return false }
    return ready.data.u64 == last.u64
  }

  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int {
    if poll(&members, nfds_t(members.count), milliseconds) <= 0 { return 0 }
    var count = 0
    // Backwards: a member that is removed leaves its place to one that was looked at.
    for index in members.indices.reversed() where members[index].revents != 0 && count < events.count {
      let ready = members[index].revents
      if ready & Int16(POLLNVAL) != 0, !isAnswer || index == 0 {
        loseClosed(at: index)
        continue
      }
      if members[index].fd == wakeup { clearWakeup() }
      events[count] = epoll_event(events: UInt32(UInt16(bitPattern: ready)), data: labels[index])
      count += 1
    }
    return count
  }

  /// libcurl closed it without telling; or the program did. What libcurl has just named stays: it must try to use it, to
  /// find that out.
  private func loseClosed(at index: Int) {
    // The first stays, whatever becomes of it; poll(2) passes over a negative number.
    if index == 0 { members[0].fd = -1 } else { remove(at: index) }
  }

  private func clearWakeup() {
    var count: UInt64 = 0
    read(wakeup, &count, 8)
  }

  private func index(of descriptor: Int32) -> Int? { members.firstIndex { $0.fd == descriptor } }

  private func remove(at index: Int) {
    members.swapAt(index, members.count - 1)
    labels.swapAt(index, labels.count - 1)
    members.removeLast()
    labels.removeLast()
  }
}
