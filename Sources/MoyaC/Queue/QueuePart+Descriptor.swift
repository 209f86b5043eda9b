import CLinux
import Glibc
import MoyaCore
import MoyaTransport

/// The descriptor is written, read and closed outside the lock: the thread that a write wakes would find the lock taken,
/// and wait for it longer than the system call takes. 1,300 instructions of a request less.
///
/// Invariant: a write is made when the descriptor is not signalled, and from then on it is, until a thread has read it.
/// What changes meanwhile is due to the thread that wrote or read, which looks at the queue again.
extension QueuePart {
  enum Change {
    case write, read, close
  }

  /// Runs `body` under the lock, then makes the descriptor what it has to be.
  /// - Parameter forPump: the thread that pumps has to look at the queue, also if that is quiet.
  func update<Result>(forPump: Bool = false, _ body: (inout State) -> Result) -> Result {
    let (result, change, pump) = state.withLock { state in
      let result = body(&state)
      let isForOther = state.pumping.isElsewhere(than: Loop.thread) && (forPump || !state.isQuiet)
      return (result, state.dueChange(), isForOther ? state.pumping.pump : nil)
    }
    if let change { perform(change) }
    // Makes the thread that pumps look at the queue again.
    if let pump, pump.isLent { pump.loop.nudge() }
    return result
  }

  @inline(never)
  private func perform(_ first: Change) {
    var next: Change? = first
    while let change = next {
      var count: UInt64 = 1
      var isDone = true
      switch change {
      case .write: write(descriptor, &count, 8)
      case .read: isDone = read(descriptor, &count, 8) == 8
      case .close:
        Glibc.close(descriptor)
        return
      }
      next = state.withLock { $0.dueChange(after: change, isDone: isDone) }
    }
  }
}

extension QueuePart.State {
  /// What the asking thread has to do with the descriptor outside the lock; `nil`: nothing.
  fileprivate mutating func dueChange() -> QueuePart.Change? {
    if !isOpen { return nil }
    if isDestroyed, sleeping == 0 {
      if changing > 0 { return nil }
      isOpen = false
      return .close
    }
    let isReadable = !isQuiet
    if isReadable == isSignalled || (isReadable && !isShown && sleeping == 0) { return nil }
    if isReadable { isSignalled = true }
    changing += 1
    return isReadable ? .write : .read
  }

  /// - Parameter isDone: false: there was nothing to read. Another thread has read it, or has yet to write it; that one
  ///   asks what is due when it has.
  fileprivate mutating func dueChange(after change: QueuePart.Change, isDone: Bool) -> QueuePart.Change? {
    changing -= 1
    if case .read = change {
      if isDone { isSignalled = false } else if !isDestroyed { return nil }
    }
    return dueChange()
  }
}
