/// Holds an object, or none, and lends it without a reference for each use. Of an object in a variable the compiler takes
/// a reference before it calls a method, since the method might change the variable: 30 instructions, two of them locked.
///
/// Inlinable for the reason that `Protected` gives.
@usableFromInline package struct Held<Object: AnyObject>: ~Copyable {
  @usableFromInline var address: Unmanaged<Object>?

  @inlinable @inline(__always) package init() { address = nil }

  @inlinable @inline(__always) deinit { address?.release() }

  @inlinable @inline(__always) package var isEmpty: Bool { address == nil }

  /// What is held; with a reference of its own.
  @inlinable @inline(__always) package var object: Object? { address?.takeUnretainedValue() }

  /// Holds another object, or none.
  @inlinable @inline(__always) package mutating func hold(_ object: consuming Object?) {
    let old = address
    if let object { address = .passRetained(object) } else { address = nil }
    old?.release()
  }

  /// Lends the object, if there is one. It must be held, by this or otherwise, until `body` returns.
  @inlinable @inline(__always) @discardableResult
  package func lend<Value>(_ body: (Object) -> Value) -> Value? {
    guard let address else { return nil }
    return address._withUnsafeGuaranteedRef(body)
  }
}

// MARK: - Boxed

/// A value that is seldom there, and large: in memory of its own, so that its owner has room for a reference only.
///
/// Inlinable for the reason that `Protected` gives.
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
