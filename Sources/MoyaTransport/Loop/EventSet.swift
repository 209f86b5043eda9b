import CLinux
import Glibc

/// The descriptors that a loop waits for: an `EpollSet` or a `PollSet`. Both report events in epoll's format.
protocol EventSet: AnyObject {
  /// True if the set also watches the idle connections in libcurl's pool.
  var watchesIdle: Bool { get }

  /// True if another event loop watches the set. Then changes are applied before `Loop.turn` returns. Otherwise they
  /// are applied before the next wait.
  var isWatched: Bool { get }

  /// Returns the number under which the set watches a descriptor that libcurl itself opens and closes. An `EpollSet`
  /// watches a copy of the descriptor, and a `PollSet` the descriptor itself. The caller must return the number with
  /// `release`. Returns −1 if no descriptor was free.
  func borrow(_ foreign: Int32) -> Int32
  func release(_ borrowed: Int32)

  /// Adds a descriptor to the set. Returns false if the set cannot add it now.
  func add(_ descriptor: Int32, _ event: epoll_event) -> Bool
  /// Changes the events for which the set watches a descriptor. Returns false if the descriptor is not in the set.
  func change(_ descriptor: Int32, _ event: epoll_event) -> Bool
  func remove(_ descriptor: Int32)

  /// If another event loop watches the set, makes the set readable at this time or earlier. Otherwise does nothing.
  func arm(at time: UInt64)

  /// Waits for at most this many milliseconds (−1 means without limit). Returns the number of events written to
  /// `events`.
  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int
}

// MARK: - EpollSet

/// The event set of a loop. Dispatch or the program's event loop watches the set through one descriptor.
///
/// The kernel keeps a file in the set while any process has it open, even after we close our descriptor. So the set
/// does not hold descriptors that libcurl itself opens and closes. It holds copies, which are known to be open and can
/// be removed.
final class EpollSet: EventSet {
  private let descriptor: Int32
  /// A timerfd in the set. It makes the set readable when the next deadline is due.
  private let timer: Int32
  /// The time at which the timer fires.
  private var armed = ItemTable.never

  /// - Parameters:
  ///   - descriptor: The epoll set.
  ///   - wakeup: A descriptor that is readable when another thread has work for the loop; −1 if there is none.
  ///   - timer: A timerfd, which makes the set readable when a deadline is due. −1 if only `wait` waits for the set,
  ///     because `wait` has its own timeout.
  init(descriptor: Int32, wakeup: Int32 = -1, timer: Int32 = -1) {
    self.descriptor = descriptor
    self.timer = timer
    for own in [wakeup, timer] where own >= 0 { watch(own) }
  }

  var watchesIdle: Bool { true }
  var isWatched: Bool { true }

  func borrow(_ foreign: Int32) -> Int32 { fcntl(foreign, F_DUPFD_CLOEXEC, 0) }

  func release(_ borrowed: Int32) {
    // The copy is removed from the set before it is closed. Otherwise it would stay in the set as long as libcurl's own
    // descriptor is open, because both refer to the same file.
    remove(borrowed)
    close(borrowed)
  }

  /// Adds one of the loop's own descriptors. The set watches it edge-triggered, so that no thread needs to read it
  /// after an event. This saves a system call per wake-up.
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

  /// Makes the timer fire at `time`. If it fires earlier anyway, does nothing, which saves a system call.
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

/// The set of a blocking caller's loop, for poll(2). With poll(2) the kernel stores nothing between two waits. So the
/// set needs no descriptor of its own and no copies of libcurl's descriptors. It has few members: the connection of one
/// transfer, and what wakes the caller.
final class PollSet: EventSet {
  /// The descriptors and their labels, in two arrays of the same length and order.
  private var members: [pollfd]
  private var labels: [epoll_data_t]
  /// A descriptor that is readable when another thread has work for the loop.
  private let wakeup: Int32
  /// True if libcurl has just listed the members, so none of them was closed.
  private var isAnswer = false

  init(wakeup: Int32) {
    self.wakeup = wakeup
    members = [pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)]
    labels = [epoll_data_t(u64: UInt64(UInt32(bitPattern: wakeup)))]
  }

  /// False: there may be many idle connections, and a blocking caller does not need them now.
  var watchesIdle: Bool { false }
  var isWatched: Bool { false }

  func arm(at time: UInt64) {}

  func borrow(_ foreign: Int32) -> Int32 { foreign }
  func release(_ borrowed: Int32) { remove(borrowed) }

  func add(_ descriptor: Int32, _ event: epoll_event) -> Bool {
    // A member with this number may remain from a descriptor that libcurl closed without a report.
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

  // MARK: libcurl's list of descriptors

  /// Replaces all members with these descriptors, except the descriptor that wakes the caller.
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

  /// True if exactly one connection is watched, for input only. The descriptors that wake the caller and libcurl do not
  /// count.
  var isForOneInput: Bool { members.count == 3 && members.last?.events == Int16(POLLIN) }

  var wakeupLabel: UInt64 { UInt64(UInt32(bitPattern: wakeup)) }

  /// Returns true if exactly one connection is watched, and only this connection is ready. The descriptors that wake
  /// the caller and libcurl do not count as connections.
  func isConnectionAlone(_ events: Slice<UnsafeMutableBufferPointer<epoll_event>>) -> Bool {
    guard members.count == 3, events.count == 1, let ready = events.first, let last = labels.last else { return false }
    return ready.data.u64 == last.u64
  }

  func wait(_ events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: Int32) -> Int {
    if poll(&members, nfds_t(members.count), milliseconds) <= 0 { return 0 }
    var count = 0
    // The members are visited from the last to the first. Removing a member moves the last member into its place, and
    // the last member was already visited.
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

  /// Removes a descriptor that libcurl or the program closed without a report. Do not call this for a descriptor that
  /// libcurl has just listed. Such a descriptor must be reported as ready, because libcurl notices that it is closed
  /// only when libcurl tries to use it.
  private func loseClosed(at index: Int) {
    // The first member is never removed. Its number becomes negative instead, because poll(2) skips negative numbers.
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
