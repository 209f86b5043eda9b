/// The value when its type is this one and no other.
///
/// `as?` looks for conformances, bridges and subclasses, and costs more than writing the value: parameters are mostly
/// of a few types that identity tells apart.
@inline(__always)
func exactly<Wanted>(_ wanted: Wanted.Type, _ value: Any) -> Wanted? {
  func open<Actual>(_ value: Actual) -> Wanted? {
    // Sound: the types were just found to be the same.
    Actual.self == Wanted.self ? unsafeBitCast(value, to: Wanted.self) : nil
  }
  return open(value)
}
