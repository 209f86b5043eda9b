/// Recognises values of classes that only Foundation has, without importing it.
enum FoundationValue {
  static func isNull(_ value: Any) -> Bool {
    type(of: value) is AnyClass && String(reflecting: type(of: value)) == "Foundation.NSNull"
  }

  /// The Bool of an `NSNumber` that holds one. Told by its class, since `as? Bool` also accepts an `NSNumber` of 1.
  static func bool(_ value: Any) -> Bool? {
    String(reflecting: type(of: value)) == "Foundation.__NSCFBoolean" ? value as? Bool : nil
  }

  /// The text of a number; infinite ones have letters.
  static func number(_ value: Any) -> String? {
    switch String(reflecting: type(of: value)) {
    case "Foundation.NSNumber", "Foundation.NSDecimalNumber", "Foundation.CGFloat": "\(value)"
    default: nil
    }
  }
}
