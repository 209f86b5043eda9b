import CLinux
import Glibc

/// Threads that wait for a queue. A wake ends each wait that has begun, whether its thread sleeps, pumps, or has just been
/// woken by a row that another thread took.
extension QueuePart {
  /// A wait of one thread: which wakes came before it. It ends with any later one, wherever that finds the thread.
  struct Wait {
    let wakes: UInt
  }

  /// Sleeps until there may be something to take, or the time is over.
  /// - Parameter other: a descriptor that ends the sleep too when it is readable; −1: none.
  func sleep(_ wait: Wait, milliseconds: Int32, orUntil other: Int32 = -1) {
    let sleeps = update { state in
      // What came since this thread looked did not find it asleep.
      if !state.isQuiet || state.wakes != wait.wakes { return false }
      state.sleeping += 1
      return true
    }
    if !sleeps { return }
    var ready = (pollfd(), pollfd())
    (ready.0.fd, ready.1.fd) = (descriptor, other)
    (ready.0.events, ready.1.events) = (Int16(POLLIN), Int16(POLLIN))
    withUnsafeMutablePointer(to: &ready) {
      _ = $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, other < 0 ? 1 : 2, milliseconds) }
    }
    update { state in
      state.sleeping -= 1
      if state.wakes != wait.wakes { state.called = max(0, state.called - 1) }
    }
  }

  /// The time of a wait is over.
  func end(_ wait: Wait) { update { $0.waiting -= 1 } }

  /// Ends the waits of all threads, or, when there are none, the next one.
  func wake() {
    update(forPump: true) { state in
      if state.isDestroyed { return }
      state.wakes &+= 1
      state.called = state.sleeping
      if state.waiting == 0 { state.isWoken = true }
    }
  }
}
