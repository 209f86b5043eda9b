import Synchronization

/// The end of a loop: wakes the threads that wait for it, and closes the loop's descriptors when their last holder has
/// released them.
///
/// Unchecked: what changes is under `mutex`.
final class CloseGate: @unchecked Sendable {
  private let isClosed = Atomic<Bool>(false)
  private let mutex = PosixMutex()
  private var holders = 0
  private var cleanup: (() -> Void)?
  private var listeners: [() -> Void] = []

  var isSet: Bool { isClosed.load(ordering: .acquiring) }

  /// `cleanup` closes the descriptors: now, or when the last holder calls `release`.
  func close(_ cleanup: @escaping () -> Void) {
    let listeners = mutex.locked {
      self.cleanup = cleanup
      isClosed.store(true, ordering: .releasing)
      mutex.notifyAll()
      return exchange(&self.listeners, with: [])
    }
    for listener in listeners { listener() }
    cleanUpIfFree()
  }

  /// Registers a holder, such as a Dispatch source: the descriptors stay open until it calls `release`. `listener` is
  /// called when the loop closes.
  func retain(_ listener: @escaping () -> Void) {
    let isLate = mutex.locked {
      holders += 1
      if !isSet { listeners.append(listener) }
      return isSet
    }
    if isLate { listener() }
  }

  func release() {
    mutex.locked { holders -= 1 }
    cleanUpIfFree()
  }

  func notify() { mutex.locked { mutex.notifyAll() } }

  /// Waits until the gate is closed or `isFree` holds; `notify` says when to look again.
  func wait(until isFree: () -> Bool) {
    mutex.locked {
      while !isSet, !isFree() { mutex.wait() }
    }
  }

  private func cleanUpIfFree() {
    mutex.locked { holders == 0 ? exchange(&cleanup, with: nil) : nil }?()
  }
}
