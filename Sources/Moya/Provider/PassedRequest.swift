/// Recognizes a request that an override of `request` passes on to the provider.
///
/// An override can make other requests too, before it passes on the request that it was asked for. It can also change
/// what it passes on. The request is recognized if the override passes on the same completion or the same target.
struct PassedRequest {
  private let target: any TargetType
  private let completion: ClosureIdentity

  init(_ target: any TargetType, _ completion: @escaping Completion) {
    self.target = target
    self.completion = ClosureIdentity(completion)
  }

  func isSame(as target: any TargetType, _ completion: @escaping Completion) -> Bool {
    ClosureIdentity(completion) == self.completion || SameValue.areSame(self.target, target)
  }
}

/// The code and the context of a closure. It holds no reference to the context, so compare it only while the closure
/// exists.
private struct ClosureIdentity: Equatable {
  /// A closure that is passed to a generic function is wrapped in another closure. A struct that has a closure is not.
  private struct Holder {
    let completion: Completion
  }

  private let code: UInt
  private let context: UInt

  init(_ completion: @escaping Completion) {
    (code, context) = unsafeBitCast(Holder(completion: completion), to: (UInt, UInt).self)
  }
}

// MARK: - SameValue

/// Compares values of any type. A target need not be `Equatable`, so its parts are compared.
private enum SameValue {
  /// Values that are nested more deeply than this are not compared.
  private static let mostLevels = 64

  static func areSame(_ left: any TargetType, _ right: any TargetType) -> Bool { areSame(left, right, 0) }

  /// Compares the bytes first, then the values. The bytes of equal values can differ in places that no field uses.
  private static func areSame<Value>(_ left: Value, _ right: Any, _ level: Int) -> Bool {
    let type = type(of: left as Any)
    guard type == Swift.type(of: right), let right = right as? Value else { return false }
    if hasSameBytes(left, right) || level == mostLevels { return true }
    if type is AnyObject.Type { return left as AnyObject === right as AnyObject }
    if let left = left as? any Equatable { return left.isEqual(to: right) }
    let (parts, others) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard parts.children.count == others.children.count else { return false }
    // A case of an enum without a payload has a name. Other values without parts, for example closures, cannot be
    // compared.
    if parts.children.isEmpty { return parts.displayStyle != .enum || "\(left)" == "\(right)" }
    return zip(parts.children, others.children).allSatisfy { part, other in
      part.label == other.label && areSame(part.value, other.value, level + 1)
    }
  }

  private static func hasSameBytes<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
