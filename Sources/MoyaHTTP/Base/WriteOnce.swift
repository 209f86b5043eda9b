import CSanitizer
import Synchronization

/// A reference that is stored at most once. Any thread may use it, and no thread waits.
///
/// It does what `AtomicLazyReference` of the standard library does, but faster. The compiler does not specialize
/// `AtomicLazyReference` here, so each use of that type looks up types at run time (docs/internals/speed.md).
/// `WriteOnce` is inlinable, so the compiler specializes it in other modules too.
@frozen @usableFromInline
package struct WriteOnce<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The address of the object, which this struct retains. 0 if no object was stored.
  @usableFromInline package let address = Atomic<UInt>(0)

  @inlinable
  package init() {}

  @inlinable
  deinit {
    guard let object = WriteOnce.object(at: address.load(ordering: .acquiring)) else { return }
    // In a deinit, the compiler can load from a copy of `address`. ThreadSanitizer then does not see that another
    // thread stored the object earlier. This call tells ThreadSanitizer about that store.
    moya_tsan_acquire(object.toOpaque())
    object.release()
  }

  /// Returns the object. Returns `nil` if no object was stored.
  @inlinable @inline(__always)
  package func load() -> Object? {
    WriteOnce.object(at: address.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Stores an object, unless another object was stored before. Returns the object that is stored now.
  @inlinable
  package func storeIfNil(_ object: Object) -> Object {
    let retained = Unmanaged.passRetained(object)
    moya_tsan_release(retained.toOpaque())
    let (isStored, known) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .acquiringAndReleasing)
    if isStored { return object }
    retained.release()
    return WriteOnce.object(at: known)?.takeUnretainedValue() ?? object
  }

  @inlinable @inline(__always)
  package static func object(at address: UInt) -> Unmanaged<Object>? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged.fromOpaque(pointer)
  }
}
