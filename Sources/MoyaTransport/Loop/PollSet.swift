import CLinux
import Glibc

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
