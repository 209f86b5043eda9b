import Glibc
import Synchronization

/// Notices that the process was forked. A child must not touch its parent's epoll sets and connections.
@usableFromInline package enum Fork {
  /// 0 in the first process, one more in each child. A loop remembers the generation that it was made in.
  @usableFromInline package static var generation: UInt32 {
    let known = counter.load(ordering: .relaxed)
    return known == unasked ? firstGeneration : known
  }

  private static let counter = Atomic<UInt32>(unasked)
  /// It was not asked for yet, and nothing counts forks.
  private static let unasked = UInt32.max

  /// Counts forks from now on. Asked for once, since that a thing is `installed` takes 7 instructions to see.
  private static var firstGeneration: UInt32 {
    _ = installed
    let (isFirst, other) = counter.compareExchange(expected: unasked, desired: 0, ordering: .relaxed)
    return isFirst ? 0 : other
  }

  /// Held while the process forks, so that a child finds what it guards in order, and unlocked.
  /// Unchecked: the pointer never changes, and a mutex is used by several threads.
  nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    return mutex
  }()

  private static let installed: Bool = {
    _ = mutex
    return pthread_atfork(
      { pthread_mutex_lock(Fork.mutex) },
      { pthread_mutex_unlock(Fork.mutex) },
      {
        // From what was not asked for in the parent it goes to 0.
        Fork.counter.wrappingAdd(1, ordering: .relaxed)
        pthread_mutex_unlock(Fork.mutex)
      }) == 0
  }()

  /// Runs `body` under the one lock that stays usable in a child. For a few instructions at a time.
  @inlinable package static func guarded<R>(_ body: () -> R) -> R {
    lock()
    defer { unlock() }
    return body()
  }

  @usableFromInline static func lock() {
    _ = installed
    pthread_mutex_lock(mutex)
  }

  @usableFromInline static func unlock() { pthread_mutex_unlock(mutex) }
}
