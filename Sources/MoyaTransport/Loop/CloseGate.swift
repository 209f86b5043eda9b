import Glibc
import Synchronization

/// The end of a loop: who waits for it, and who still holds the descriptors when it comes.
final class CloseGate: @unchecked Sendable {
  private let isClosed = Atomic<Bool>(false)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var holders = 0
  private var release: (() -> Void)?
  private var listeners: [() -> Void] = []

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

  var isSet: Bool { isClosed.load(ordering: .acquiring) }

  /// `release` closes the descriptors: now, or when the last holder lets go.
  func close(_ release: @escaping () -> Void) {
    var tell: [() -> Void] = []
    locked {
      self.release = release
      isClosed.store(true, ordering: .releasing)
      tell = exchange(&listeners, with: [])
      pthread_cond_broadcast(condition)
    }
    for listener in tell { listener() }
    releaseIfFree()
  }

  /// Somebody watches the descriptors: they stay open until `letGo`. `listener` is called when the loop closes.
  func hold(_ listener: @escaping () -> Void) {
    var isLate = false
    locked {
      holders += 1
      isLate = isSet
      if !isLate { listeners.append(listener) }
    }
    if isLate { listener() }
  }

  func letGo() {
    locked { holders -= 1 }
    releaseIfFree()
  }

  func notify() { locked { pthread_cond_broadcast(condition) } }

  /// Waits until the gate is closed or `isFree` holds; `notify` says when to look again.
  func wait(until isFree: () -> Bool) {
    locked {
      while !isSet, !isFree() { pthread_cond_wait(condition, mutex) }
    }
  }

  private func releaseIfFree() {
    var action: (() -> Void)?
    locked {
      if holders == 0 { action = exchange(&release, with: nil) }
    }
    action?()
  }

  private func locked(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_mutex_unlock(mutex)
  }
}
