/// An object that C code knows by its address: as a handle, as the context of a callback, or as a value of a thread.
///
/// The functions are inlinable, so that the compiler can specialize them in other modules.
@usableFromInline package protocol CObject: AnyObject {}

extension CObject {
  /// The address, without a new reference. Another reference must hold the object as long as C uses the address.
  @inlinable @inline(__always)
  package var address: UnsafeMutableRawPointer { addressOf(self) }

  /// Returns the address, with a new reference. `taken(at:)` ends this reference.
  @inlinable @inline(__always)
  package func retainedAddress() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Returns the object at an address. The object must be alive and of this type.
  @inlinable @inline(__always)
  package static func at(_ address: UnsafeRawPointer) -> Self {
    Unmanaged<Self>.fromOpaque(address).takeUnretainedValue()
  }

  /// Passes the object at an address to `body`, without retaining the object.
  @inlinable @inline(__always)
  package static func borrowed<Result>(at address: UnsafeRawPointer, _ body: (Self) -> Result) -> Result {
    Unmanaged<Self>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  /// Returns the object at an address, and ends the reference of `retainedAddress`.
  @inlinable @inline(__always)
  package static func taken(at address: UnsafeRawPointer) -> Self {
    Unmanaged<Self>.fromOpaque(address).takeRetainedValue()
  }
}

/// Returns the address of an object, without a new reference.
@inlinable @inline(__always)
package func addressOf(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }
