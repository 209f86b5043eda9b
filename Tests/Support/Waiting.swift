import Dispatch
import MoyaHTTP

/// Something that happens once or several times. A test waits for it with a deadline and without sleeping.
package final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func fire() { semaphore.signal() }

  /// Waits until the signal was fired `times` times. Returns false if this takes more than `seconds`, as in a failing
  /// test.
  package func wait(_ times: Int = 1, seconds: Int = 60) -> Bool {
    let deadline = DispatchTime.now() + .seconds(seconds)
    for _ in 0..<times where semaphore.wait(timeout: deadline) == .timedOut { return false }
    return true
  }
}

extension Signal {
  /// Does the same as `wait`, for a signal that a task fires. The task may have to wait for one of the few threads of
  /// tasks until every other test has had its turn. The deadline allows for that.
  package func waitForTask() -> Bool { wait(seconds: 600) }

  /// Does the same as `waitForTask`, for something that happens once. All other waiting threads continue, too.
  package func pass() -> Bool {
    defer { fire() }
    return waitForTask()
  }

  /// Does the same as `waitForTask`, without blocking one of the threads that tasks run on.
  package func reached() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detach { continuation.resume(returning: self.waitForTask()) }
    }
  }
}

/// A value under a lock.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex = Protected(())
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try mutex.withLock { _ in try body(&value) }
  }

  package var current: Value { with { $0 } }
}
