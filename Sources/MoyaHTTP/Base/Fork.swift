import CThread

/// Forks of the process. A child must not touch its parent's epoll sets and connections.
@usableFromInline package enum Fork {
  /// 0 in the process that loaded the library, one more in each child. A loop remembers the generation that it was made in.
  @inlinable package static var generation: UInt32 { moya_fork_generation() }

  /// Runs `body` under the one lock that stays usable in a child. For a few instructions at a time.
  @inlinable package static func guarded<R>(_ body: () -> R) -> R {
    moya_fork_lock()
    defer { moya_fork_unlock() }
    return body()
  }

  /// Runs one turn of asynchronous calls: of Dispatch's threads, and of threads that wait for a queue. A fork waits for its
  /// end, but not for longer than 100 ms, since a callback in the turn may wait for the thread that forks.
  ///
  /// The libraries below guard what they share by locks that a child would find held for ever. Those of the Swift runtime
  /// are guarded likewise in libmoya.so (`CThread/linked`); a Swift package has this alone.
  package static func holdingOff<R>(_ turn: () -> R) -> R {
    moya_fork_gate_enter(MOYA_FORK_TURNS)
    defer { moya_fork_gate_leave(MOYA_FORK_TURNS) }
    return turn()
  }
}
