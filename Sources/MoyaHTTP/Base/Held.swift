/// Holds one object or none, and lends it without retaining it for each use. If an object is in a `var`, the compiler
/// retains the object before each call of its methods, because the method could change the `var`.
///
/// The type is inlinable, so that the compiler specializes it in other modules too.
@usableFromInline package struct Held<Object: AnyObject>: ~Copyable {
  @usableFromInline var address: Unmanaged<Object>?

  @inlinable @inline(__always) package init() { address = nil }

  @inlinable @inline(__always) deinit { address?.release() }

  @inlinable @inline(__always) package var isEmpty: Bool { address == nil }

  /// The object that is held, retained for the caller.
  @inlinable @inline(__always) package var object: Object? { address?.takeUnretainedValue() }

  /// Releases the object that is held, and holds this one instead. `nil` means no object.
  @inlinable @inline(__always) package mutating func hold(_ object: consuming Object?) {
    let old = address
    if let object { address = .passRetained(object) } else { address = nil }
    old?.release()
  }

  /// Passes the object to `body`, if there is one. This value or another reference must hold the object until `body`
  /// returns.
  @inlinable @inline(__always) @discardableResult
  package func lend<Value>(_ body: (Object) -> Value) -> Value? {
    guard let address else { return nil }
    return address._withUnsafeGuaranteedRef(body)
  }
}

// MARK: - Boxed

/// A large value that is rarely present. It has separate memory, so that its owner has room for a reference only.
///
/// The type is inlinable, so that the compiler specializes it in other modules too.
@propertyWrapper
@usableFromInline package struct Boxed<Value: Sendable>: Sendable {
  @usableFromInline final class Box: Sendable {
    @usableFromInline let value: Value

    @usableFromInline init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box?

  @inlinable package init(wrappedValue: Value?) { box = wrappedValue.map { Box($0) } }

  @inlinable package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map { Box($0) } }
  }
}
