/// Looks into an optional that was put into an `Any`.
protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  // An `Any` would otherwise be boxed once more, and hide its type.
  var wrappedValue: Any? { exactly(Any?.self, self as Any) ?? self }
}
