import CThread

/// Detects and delays forks of the process. A child must not touch its parent's epoll sets and connections.
@usableFromInline package enum Fork {
  /// The number of forks since the library was loaded: 0 in the process that loaded the library, and one more in each
  /// child. A loop stores the generation in which it was made, so that a child can recognize a loop of its parent.
  @inlinable package static var generation: UInt32 { moya_fork_generation() }

  /// Runs `body` with a lock that every fork takes too. So in a child the lock is free, and the data that it protects
  /// is complete. `body` must take only a few instructions.
  @inlinable package static func guarded<R>(_ body: () -> R) -> R {
    moya_fork_lock()
    defer { moya_fork_unlock() }
    return body()
  }

  /// Runs `turn`, which is one turn of the event loop of asynchronous calls. A fork waits until the turn is over, but
  /// at most 100 ms, because a callback in the turn can wait for the forking thread.
  ///
  /// The libraries that this library uses guard shared data with locks. If the process forked during a turn, the child
  /// could find such a lock held forever. In libmoya.so, `CThread/linked` protects the locks of the Swift runtime in a
  /// similar way. In a program that links the Swift package, only this function protects them.
  package static func holdingOff<R>(_ turn: () -> R) -> R {
    moya_fork_gate_enter(MOYA_FORK_TURNS)
    defer { moya_fork_gate_leave(MOYA_FORK_TURNS) }
    return turn()
  }
}
