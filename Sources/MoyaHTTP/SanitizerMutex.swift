// ThreadSanitizer sees pthread's locks, not the futexes of Synchronization.Mutex: with -DMOYA_THREAD_SANITIZER every
// module of the package locks with this one, so that what it reports is a race.
#if MOYA_THREAD_SANITIZER
  import Glibc

  package final class SanitizerMutex<Value>: @unchecked Sendable {
    private let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: consuming sending Value) {
      self.value = value
      pthread_mutex_init(handle, nil)
    }

    deinit {
      pthread_mutex_destroy(handle)
      handle.deallocate()
    }

    package func withLock<Result: ~Copyable, E: Error>(
      _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
      pthread_mutex_lock(handle)
      defer { pthread_mutex_unlock(handle) }
      nonisolated(unsafe) var current = value
      defer { value = current }
      return try body(&current)
    }
  }

  typealias Mutex = SanitizerMutex
#endif
