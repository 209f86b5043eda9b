import Glibc

/// An event that threads wait for, with a deadline.
final class Signal: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var count = 0

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func raise() {
    pthread_mutex_lock(mutex)
    count += 1
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// True when it was raised that often within the time.
  @discardableResult
  func wait(times: Int = 1, seconds: Int = 60) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += seconds
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while count < times {
      if pthread_cond_timedwait(condition, mutex, &deadline) != 0 { return count >= times }
    }
    return true
  }

  /// Waits like `wait`, and uses up one raise.
  func take() {
    guard wait() else { return }
    pthread_mutex_lock(mutex)
    count -= 1
    pthread_mutex_unlock(mutex)
  }
}
