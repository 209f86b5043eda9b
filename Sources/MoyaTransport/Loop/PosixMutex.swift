import Glibc

/// A pthread mutex, and a condition to wait for under it.
///
/// For state on whose change threads wait. Where none does, `Protected` is the lock.
///
/// Unchecked: pthread's functions may be called from any thread.
final class PosixMutex: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  @inline(__always)
  func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Inside `locked`: unlocks, sleeps until `notifyAll`, and locks again.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Inside `locked`: wakes every thread that is in `wait`.
  func notifyAll() { pthread_cond_broadcast(condition) }
}
