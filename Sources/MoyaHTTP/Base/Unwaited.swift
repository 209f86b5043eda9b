import CSanitizer
import Synchronization

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
