#if DEBUG
  import Glibc

  /// Calls a test's closure each time this thread has released a lock and holds no other lock. In the closure, the test
  /// can do what another thread could do at this moment. So one thread can play every interleaving of two threads.
  /// Builds for release do not have this class.
  @usableFromInline package final class LockWatch: CObject {
    private var held = 0
    private let whenFree: () -> Void

    package init(_ whenFree: @escaping () -> Void) { self.whenFree = whenFree }

    /// Watches the locks of this thread while `body` runs.
    package func watch<Value>(_ body: () -> Value) -> Value {
      pthread_setspecific(LockWatch.key, address)
      defer { pthread_setspecific(LockWatch.key, nil) }
      return body()
    }

    @usableFromInline static func takes() { ofThisThread?.held += 1 }

    @usableFromInline static func releases() {
      guard let watch = ofThisThread else { return }
      watch.held -= 1
      if watch.held == 0 { watch.whenFree() }
    }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    private static var ofThisThread: LockWatch? {
      pthread_getspecific(key).map { LockWatch.at($0) }
    }
  }
#endif
