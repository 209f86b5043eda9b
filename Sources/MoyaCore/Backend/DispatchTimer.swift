import Dispatch

/// Work that runs once, later, unless it is stopped.
final class DispatchTimer: Stoppable {
  private let pending: Protected<(@Sendable () -> Void)?>

  init(afterMilliseconds: UInt32, queue: DispatchQueue? = nil, _ work: @escaping @Sendable () -> Void) {
    pending = Protected(work)
    let queue = queue ?? .global()
    if afterMilliseconds == 0 {
      queue.async { self.fire() }
    } else {
      queue.asyncAfter(deadline: .now() + .milliseconds(Int(afterMilliseconds))) { self.fire() }
    }
  }

  func stop() {
    pending.withLock { $0 = nil }
  }

  private func fire() {
    let work = pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
    work?()
  }
}
