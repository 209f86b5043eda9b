import CThread
import Glibc
import Synchronization

/// The lock of an interpreter, for example the GIL of CPython. A program in such a language releases the lock before it
/// calls a row function (`moya_provider_call_row` or `moya_provider_call_row_for`). After the function has returned,
/// the program takes the lock again.
///
/// The library cannot see the lock. But a thread that has just returned from a row function probably holds the lock for
/// some microseconds. If other threads return in this time, each of them sleeps until the lock is free, and is then
/// woken. The sleep and the wake-up need more CPU time than all other thread switches of a call. So a thread that is
/// about to return first lets other threads run, at most `mostYields` times (docs/internals/speed.md).
enum InterpreterLock {
  /// The thread that was the last to return from a row function. 0 if that thread has called a row function again.
  private static let holder = Atomic<UInt>(0)
  private static let mostYields = 3

  /// Makes a call while the calling thread does not have the lock.
  @inline(__always)
  static func withoutLock<Result>(_ call: () -> Result) -> Result {
    let thread = UInt(bitPattern: moya_thread_frame())
    if holder.load(ordering: .relaxed) == thread { holder.store(0, ordering: .relaxed) }
    let result = call()
    for _ in 0..<mostYields where holder.load(ordering: .relaxed) != 0 { sched_yield() }
    holder.store(thread, ordering: .relaxed)
    return result
  }
}
