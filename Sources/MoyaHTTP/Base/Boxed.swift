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
