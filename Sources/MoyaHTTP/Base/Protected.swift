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

// MARK: - Once

/// A gate that lets the first caller through, of all threads. Costs no allocation: it is where its owner is.
@usableFromInline package struct Once: ~Copyable, Sendable {
  @usableFromInline let passed = Atomic(false)

  @inlinable package init() {}

  /// True for the first call.
  @inlinable package borrowing func pass() -> Bool { !passed.exchange(true, ordering: .acquiringAndReleasing) }

  @inlinable package var hasPassed: Bool { passed.load(ordering: .acquiring) }
}

// MARK: - Unwaited

/// A value that one thread at a time may touch, and for which no thread waits: one that finds another there does without.
///
/// A forked child begins with a value of its own. Its parent's may have been in the middle of a change, by a thread that
/// the child does not have.
///
/// Unchecked: `value` belongs to the thread that has put its generation into `holder`.
@usableFromInline package final class Unwaited<Value>: @unchecked Sendable {
  /// One more than the generation of the process in which a thread is at the value; 0: none is.
  @usableFromInline let holder = Atomic<UInt32>(0)
  /// The generation whose value it is.
  @usableFromInline var generation = Fork.generation
  @usableFromInline var value: Value
  @usableFromInline let make: () -> Value
  /// Values of parents, byte by byte: what they hold stays reachable, and is not called lost by a tool that looks for that.
  @usableFromInline var inherited: [UnsafeMutableRawPointer] = []

  @inlinable package init(_ make: @escaping () -> Value) {
    self.make = make
    value = make()
  }

  /// `nil`: another thread is at it.
  @inlinable package func withValue<Result>(_ body: (inout Value) -> Result) -> Result? {
    let present = Fork.generation
    let known = holder.load(ordering: .relaxed)
    // One of another generation is a parent's, which will not come back here.
    guard known != present &+ 1,
      holder.compareExchange(expected: known, desired: present &+ 1, ordering: .acquiring).exchanged
    else { return nil }
    moya_tsan_acquire(Unmanaged.passUnretained(self).toOpaque())
    defer {
      moya_tsan_release(Unmanaged.passUnretained(self).toOpaque())
      holder.store(0, ordering: .releasing)
    }
    if generation != present {
      beginAnew()
      generation = present
    }
    return body(&value)
  }

  /// The value of the parent is not freed: it may be half a value.
  @usableFromInline func beginAnew() {
    withUnsafeMutablePointer(to: &value) { pointer in
      let kept = UnsafeMutableRawPointer.allocate(
        byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
      kept.copyMemory(from: pointer, byteCount: MemoryLayout<Value>.size)
      inherited.append(kept)
      pointer.initialize(to: make())
    }
  }
}
