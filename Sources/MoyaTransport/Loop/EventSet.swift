import CLinux

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
