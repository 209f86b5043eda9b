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

  package static var ofThisThread: Nesting {
    if let known = pthread_getspecific(key) { return Unmanaged<Nesting>.fromOpaque(known).takeUnretainedValue() }
    let fresh = Nesting()
    pthread_setspecific(key, Unmanaged.passRetained(fresh).toOpaque())
    return fresh
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { if let nesting = $0 { Unmanaged<Nesting>.fromOpaque(nesting).release() } }
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
