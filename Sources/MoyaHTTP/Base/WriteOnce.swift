import Synchronization

/// A reference that is stored at most once. Any thread may use it, and no thread waits.
///
/// It does what `AtomicLazyReference` does. That type is generic code of the standard library, which the compiler does
/// not specialize here, so each use would look up types at run time (docs/internals/speed.md).
package struct WriteOnce<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The address of the object, which this struct retains. 0 if no object was stored.
  private let address = Atomic<UInt>(0)

  package init() {}

  deinit {
    if let object = WriteOnce.object(at: address.load(ordering: .acquiring)) { object.release() }
  }

  /// The object. `nil` if no object was stored.
  @inline(__always)
  package func load() -> Object? {
    WriteOnce.object(at: address.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Stores an object, unless another object was stored before. Returns the object that is stored now.
  package func storeIfNil(_ object: Object) -> Object {
    let retained = Unmanaged.passRetained(object)
    let (isStored, known) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .acquiringAndReleasing)
    if isStored { return object }
    retained.release()
    return WriteOnce.object(at: known)?.takeUnretainedValue() ?? object
  }

  @inline(__always)
  private static func object(at address: UInt) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
