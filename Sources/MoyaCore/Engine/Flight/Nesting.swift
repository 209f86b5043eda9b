import CThread
import Glibc

/// Counts how deep hooks and completions are nested on one thread. A completion can make a call whose stub completes at
/// once, whose completion makes another call, and so on.
///
/// Each level takes some kilobytes of stack. At `limit` no further level begins. The work waits until the innermost
/// level has returned, and then runs on the same thread, in order.
package final class Nesting: CObject {
  static let limit = 32

  private var depth = 0
  private var waiting = Deque<() -> Void>()

  package static var ofThisThread: Nesting { here.takeUnretainedValue() }

  /// The `Nesting` of this thread, which exists until the thread ends.
  private static var here: Unmanaged<Nesting> {
    let place = moya_thread_nesting()
    if let known = place.pointee { return .fromOpaque(known) }
    let fresh = Unmanaged.passRetained(Nesting())
    place.pointee = fresh.toOpaque()
    pthread_setspecific(key, place.pointee)
    return fresh
  }

  /// Runs `work` now, on this thread.
  /// - Returns: false if the nesting is too deep and `work` did not run.
  @inline(__always)
  static func run(_ work: () -> Void) -> Bool {
    here._withUnsafeGuaranteedRef { nesting in
      if nesting.isDeep { return false }
      nesting.run(work)
      return true
    }
  }

  /// Runs `work` now, on this thread. If the nesting is too deep, `work` runs when the innermost level has returned.
  package static func runOrPostpone(_ work: @escaping () -> Void) {
    if !run(work) { ofThisThread.postpone(work) }
  }

  /// The key under which each thread stores its `Nesting`. When a thread ends, the destructor of the key releases this
  /// object.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { ended in
      guard let ended else { return }
      moya_thread_nesting().pointee = nil
      _ = Nesting.taken(at: ended)
    }
    return key
  }()

  var isDeep: Bool { depth >= Nesting.limit }

  /// Runs `work` now. Do not call this function while `isDeep` is true.
  func run(_ work: () -> Void) {
    depth += 1
    work()
    if isDeep { runWaiting() }
    depth -= 1
  }

  /// Stores `work`, which runs when the innermost level has returned.
  func postpone(_ work: @escaping () -> Void) { waiting.append(work) }

  /// Runs all postponed work now. A thread calls this before it waits for calls, because the completions of these calls
  /// can be among the postponed work.
  package func runWaiting() {
    while let work = waiting.popFirst() { work() }
  }
}
