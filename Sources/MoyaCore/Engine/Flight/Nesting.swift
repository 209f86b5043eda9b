import CThread
import Glibc

/// How deep hooks and completions run inside one another on one thread: a completion makes a call whose stub answers at
/// once, whose completion makes another call, and so on.
///
/// Each level takes some kilobytes of stack. At `limit` no other begins: its work waits until the innermost one that
/// runs has returned, and then runs in its place, on the same thread and in order.
package final class Nesting {
  static let limit = 32

  private var depth = 0
  private var waiting = Deque<() -> Void>()

  package static var ofThisThread: Nesting { here.takeUnretainedValue() }

  /// This thread's, which it keeps until it ends.
  private static var here: Unmanaged<Nesting> {
    let place = moya_thread_nesting()
    if let known = place.pointee { return .fromOpaque(known) }
    let fresh = Unmanaged.passRetained(Nesting())
    place.pointee = fresh.toOpaque()
    pthread_setspecific(key, place.pointee)
    return fresh
  }

  /// Runs `work` now, on this thread.
  /// - Returns: false: it is too deep in such work, and `work` did not run.
  @inline(__always)
  static func run(_ work: () -> Void) -> Bool {
    here._withUnsafeGuaranteedRef { nesting in
      if nesting.isDeep { return false }
      nesting.run(work)
      return true
    }
  }

  /// Tells of the thread's end.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { ended in
      guard let ended else { return }
      moya_thread_nesting().pointee = nil
      Unmanaged<Nesting>.fromOpaque(ended).release()
    }
    return key
  }()

  var isDeep: Bool { depth >= Nesting.limit }

  /// Runs `work` now. Not for when it is deep.
  func run(_ work: () -> Void) {
    depth += 1
    work()
    if isDeep { runWaiting() }
    depth -= 1
  }

  /// Runs `work` when the innermost level has returned.
  func postpone(_ work: @escaping () -> Void) { waiting.append(work) }

  /// Runs now what waits. For a thread that is about to wait for calls to end: their ends may be among these.
  package func runWaiting() {
    while let work = waiting.popFirst() { work() }
  }
}
