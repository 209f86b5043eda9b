import Glibc

/// Keeps a fork out of the turns of asynchronous calls: those of Dispatch's threads, and of threads that wait for a queue.
///
/// The Swift runtime guards its tables of generic types by locks, and does not take them when the process forks. A
/// thread that first uses a type holds one; a child that was forked in that moment, and needs a type of the same table,
/// would wait for a thread that it does not have. So a turn holds this gate, and a fork waits for the turns that run,
/// but not for longer than `longestWait`, since a callback in a turn may wait for the thread that forks.
package enum ForkGate {
  private static let longestWait = 100_000_000  // nanoseconds

  /// Unchecked: the pointer and the key never change, and a lock is used by several threads.
  nonisolated(unsafe) private static let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  /// Set while the thread is in a turn.
  nonisolated(unsafe) private static var key = pthread_key_t()
  /// Used by the thread that forks alone, between `shut` and `open`.
  nonisolated(unsafe) private static var isShut = false

  private static let installed: Bool = {
    initialize()
    return pthread_key_create(&key, nil) == 0
      && pthread_atfork({ ForkGate.shut() }, { ForkGate.open() }, { ForkGate.initialize() }) == 0
  }()

  /// Runs one such turn.
  package static func turn<R>(_ body: () -> R) -> R {
    guard installed, pthread_getspecific(key) == nil else { return body() }
    pthread_rwlock_rdlock(lock)
    pthread_setspecific(key, lock)
    defer {
      pthread_setspecific(key, nil)
      pthread_rwlock_unlock(lock)
    }
    return body()
  }

  private static func shut() {
    // A callback in a turn forks: its thread holds the gate.
    if pthread_getspecific(key) != nil { return }
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += longestWait
    if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
    isShut = pthread_rwlock_timedwrlock(lock, &end) == 0
  }

  private static func open() {
    if isShut { pthread_rwlock_unlock(lock) }
    isShut = false
  }

  /// In a child too: what held the lock there were threads of the parent.
  private static func initialize() {
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    // Otherwise turns that follow each other would keep a fork waiting.
    pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    pthread_rwlock_init(lock, &attributes)
    pthread_rwlockattr_destroy(&attributes)
    isShut = false
  }
}
