/// Are two JSON texts the same value? Neither the order of members counts nor how a number is written.
package enum JSONEquality {
  /// False, too, when one of them is no JSON.
  package static func areEqual(_ left: Data, _ right: Data) -> Bool {
    guard let left = try? JSONReader.value(left), let right = try? JSONReader.value(right) else { return false }
    return areEqual(left, right)
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool {
    switch (left, right) {
    case (let left as [String: Any], let right as [String: Any]):
      left.count == right.count
        && left.allSatisfy { name, value in right[name].map { areEqual(value, $0) } ?? false }
    case (let left as [Any], let right as [Any]):
      left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
    case (let left as String, let right as String): left.utf8.elementsEqual(right.utf8)
    case (let left as Bool, let right as Bool): left == right
    case (is JSONNull, is JSONNull): true
    case (let left as Int, let right as Int): left == right
    case (let left as UInt64, let right as UInt64): left == right
    default: number(left) == number(right) && number(left) != nil
    }
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Int: Double(value)
    case let value as UInt64: Double(value)
    case let value as Double: value
    default: nil
    }
  }
}
