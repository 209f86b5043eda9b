import Synchronization

/// The end of a loop: wakes the threads that wait for it, and closes the loop's descriptors when their last holder has
/// given them back.
///
/// Unchecked: what changes is under `mutex`.
final class CloseGate: @unchecked Sendable {
  private let isClosed = Atomic<Bool>(false)
  private let mutex = PosixMutex()
  private var holders = 0
  private var release: (() -> Void)?
  private var listeners: [() -> Void] = []

  var isSet: Bool { isClosed.load(ordering: .acquiring) }

  /// `release` closes the descriptors: now, or when the last holder calls `giveBack`.
  func close(_ release: @escaping () -> Void) {
    var tell: [() -> Void] = []
    mutex.locked {
      self.release = release
      isClosed.store(true, ordering: .releasing)
      tell = exchange(&listeners, with: [])
      mutex.notifyAll()
    }
    for listener in tell { listener() }
    releaseIfFree()
  }

  /// Registers a holder, such as a Dispatch source: the descriptors stay open until it calls `giveBack`. `listener` is
  /// called when the loop closes.
  func hold(_ listener: @escaping () -> Void) {
    var isLate = false
    mutex.locked {
      holders += 1
      isLate = isSet
      if !isLate { listeners.append(listener) }
    }
    if isLate { listener() }
  }

  func giveBack() {
    mutex.locked { holders -= 1 }
    releaseIfFree()
  }

  func notify() { mutex.locked { mutex.notifyAll() } }

  /// Waits until the gate is closed or `isFree` holds; `notify` says when to look again.
  func wait(until isFree: () -> Bool) {
    mutex.locked {
      while !isSet, !isFree() { mutex.wait() }
    }
  }

  private func releaseIfFree() {
    var action: (() -> Void)?
    mutex.locked {
      if holders == 0 { action = exchange(&release, with: nil) }
    }
    action?()
  }
}
