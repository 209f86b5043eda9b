import MoyaCore

/// The executor of calls whose backend needs no loop, such as immediate stubs: the session's loop is made only when
/// there is something to wait for.
final class LateLoopExecutor: Executor {
  private unowned let session: Session

  init(_ session: Session) { self.session = session }

  func perform(_ work: @escaping @Sendable () -> Void) { session.perform(work) }

  /// When the kernel refuses the loop's descriptors, `work` runs now.
  func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    do throws(Failure) { return try session.loop().schedule(afterMilliseconds: delay, work) } catch {
      work()
      return Ended()
    }
  }
}

/// A timer that has fired.
private final class Ended: Stoppable {
  func stop() {}
}
