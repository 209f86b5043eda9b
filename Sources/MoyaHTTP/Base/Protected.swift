import CSanitizer
import CThread
import Synchronization

/// A value that one thread at a time may touch: the lock of the whole library.
///
/// The lock is a word that knows no thread. The standard library's `Mutex` stores the number of the thread that holds
/// it, and each thread asks for its number once. In a forked child the thread that forked still has the number that it
/// had in the parent, so that the first thread that had to wait for it would wait for ever, or be trapped.
///
/// ThreadSanitizer is notified of the lock: in a host that has it, the library's own accesses are not instrumented.
/// Costs no allocation: the value is where its owner is.
///
/// Inlinable, and its type `@usableFromInline`: only so does the compiler specialize it in other modules. A call of
/// `withLock` would look up metadata otherwise, a third of the time of a stubbed request.
///
/// Unchecked: only the thread that has locked `word` touches `cell`.
@usableFromInline package struct Protected<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let word = Atomic<UInt32>(LockWord.free)
  @usableFromInline let cell: _Cell<Value>

  @inlinable package init(_ value: consuming sending Value) { cell = _Cell(value) }

  /// Not reentrant: never call `withLock` of the same value in `body`.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    if !word.compareExchange(expected: LockWord.free, desired: LockWord.held, ordering: .acquiring).exchanged {
      LockWord.wait(word)
    }
    moya_tsan_acquire(cell._address)
    defer {
      moya_tsan_release(cell._address)
      if word.exchange(LockWord.free, ordering: .releasing) == LockWord.awaited { LockWord.wake(word) }
    }
    return try body(&cell._address.pointee)
  }
}

/// The states of a lock, and what a thread does that finds it held: it sleeps in the kernel until the word changes.
@usableFromInline enum LockWord {
  @inlinable static var free: UInt32 { 0 }
  @inlinable static var held: UInt32 { 1 }
  /// Held, and at least one thread may sleep.
  @inlinable static var awaited: UInt32 { 2 }

  /// Returns when this thread holds the lock. It leaves it as `awaited`, since others may sleep too.
  @usableFromInline static func wait(_ word: borrowing Atomic<UInt32>) {
    while word.exchange(awaited, ordering: .acquiring) != free {
      withUnsafePointer(to: word) { moya_thread_sleep(UnsafeRawPointer($0), awaited) }
    }
  }

  @usableFromInline static func wake(_ word: borrowing Atomic<UInt32>) {
    withUnsafePointer(to: word) { moya_thread_wake(UnsafeRawPointer($0)) }
  }
}
