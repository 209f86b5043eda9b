import CSanitizer
import CThread
import Synchronization

/// A value that only one thread at a time can access. All locks of the library are of this type.
///
/// The lock is a word that does not identify a thread. The standard library's `Mutex` stores the number of the thread
/// that holds it, and a thread asks for its number only once. So in a forked child, the thread that forked would still
/// use the number that it had in the parent. A thread of the child that had to wait for the forking thread would then
/// wait forever, or trap.
///
/// The lock notifies ThreadSanitizer of its use. In a program that uses ThreadSanitizer, this library's own code is not
/// instrumented, so ThreadSanitizer would not see the lock and would report false races. The value is stored in its
/// owner, so it needs no allocation.
///
/// The functions are inlinable and the type is `@usableFromInline`, because only then does the compiler specialize them
/// in other modules. Otherwise each call of `withLock` would look up metadata, which is slow.
///
/// The struct is `@unchecked Sendable`: only the thread that has locked `word` accesses `cell`.
@usableFromInline package struct Protected<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let word = Atomic<UInt32>(LockWord.free)
  @usableFromInline let cell: _Cell<Value>

  @inlinable package init(_ value: consuming sending Value) { cell = _Cell(value) }

  /// Runs `body` with the lock. The lock is not reentrant: `body` must not call `withLock` of the same value.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    if !word.compareExchange(expected: LockWord.free, desired: LockWord.held, ordering: .acquiring).exchanged {
      LockWord.wait(word)
    }
    #if DEBUG
      LockWatch.takes()
      defer { LockWatch.releases() }
    #endif
    // The address is copied first. ThreadSanitizer would see `&cell._address.pointee` as an access to the whole lock,
    // including `word`.
    let value = cell._address
    moya_tsan_acquire(value)
    defer {
      moya_tsan_release(value)
      if word.exchange(LockWord.free, ordering: .releasing) == LockWord.awaited { LockWord.wake(word) }
    }
    return try body(&value.pointee)
  }
}

/// The states of a lock. A thread that finds the lock held sleeps in the kernel until the state changes.
@usableFromInline enum LockWord {
  @inlinable static var free: UInt32 { 0 }
  @inlinable static var held: UInt32 { 1 }
  /// The lock is held, and at least one thread can be sleeping.
  @inlinable static var awaited: UInt32 { 2 }

  /// Waits until this thread holds the lock. Then other threads can still be sleeping, so the state becomes `awaited`
  /// and not `held`.
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

/// A gate that lets only one caller pass: the first one among all threads. It is stored in its owner, so it needs no
/// allocation.
@usableFromInline package struct Once: ~Copyable, Sendable {
  @usableFromInline let passed = Atomic(false)

  @inlinable package init() {}

  /// Returns true for the first call.
  @inlinable package borrowing func pass() -> Bool { !passed.exchange(true, ordering: .acquiringAndReleasing) }

  @inlinable package var hasPassed: Bool { passed.load(ordering: .acquiring) }
}

// MARK: - Unwaited

/// A value that only one thread at a time can access, and for which no thread waits. If a thread finds the value in
/// use, it continues without the value.
///
/// A forked child makes a new value, because a thread of the parent can have changed the old value only halfway. That
/// thread does not exist in the child.
///
/// The class is `@unchecked Sendable`: only the thread that has written its process's generation (the number of forks)
/// to `holder` uses `value`.
@usableFromInline package final class Unwaited<Value>: @unchecked Sendable {
  /// One more than the generation (the number of forks) of the process whose thread uses the value. 0 if no thread uses
  /// the value.
  @usableFromInline let holder = Atomic<UInt32>(0)
  /// The generation (the number of forks) of the process that made the value.
  @usableFromInline var generation = Fork.generation
  @usableFromInline var value: Value
  @usableFromInline let make: () -> Value
  /// The bytes of the values that parent processes made. The object refers to these bytes only so that a leak detector
  /// does not report the objects in them.
  @usableFromInline var inherited: [UnsafeMutableRawPointer] = []

  @inlinable package init(_ make: @escaping () -> Value) {
    self.make = make
    value = make()
  }

  /// Runs `body` with the value. Returns `nil` if another thread uses it.
  @inlinable package func withValue<Result>(_ body: (inout Value) -> Result) -> Result? {
    let present = Fork.generation
    let known = holder.load(ordering: .relaxed)
    // If `holder` has another generation, a thread of a parent process held the value at the fork. That thread does not
    // exist in this process, so it will never release the value here.
    guard known != present &+ 1,
      holder.compareExchange(expected: known, desired: present &+ 1, ordering: .acquiring).exchanged
    else { return nil }
    moya_tsan_acquire(addressOf(self))
    defer {
      moya_tsan_release(addressOf(self))
      holder.store(0, ordering: .releasing)
    }
    if generation != present {
      beginAnew()
      generation = present
    }
    return body(&value)
  }

  /// Makes a new value in a forked child. The old value is not freed, because a thread of the parent can have changed
  /// it only halfway.
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
