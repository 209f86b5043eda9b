/// A JSON value. Scalars are converted to Swift values. Objects and arrays stay JSON text.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// An integer that fits into Int64. Its text has neither a fraction nor an exponent.
  case int(Int64)
  /// An integer that is too large for Int64 but fits into UInt64. Its text has neither a fraction nor an exponent.
  case uint(UInt64)
  /// Any other number.
  case double(Double)
  /// A number that a Double cannot represent.
  case number(raw: Data)
  case string(String)
  case object(raw: Data)
  case array(raw: Data)

  /// Converts the text of a scalar from a checked document.
  package init(scalar text: Data) throws(JSONLookupError) {
    guard let value = try? JSONReader.value(text) else {
      guard text.first == 0x2D || text.first.map({ 0x30...0x39 ~= $0 }) == true else { throw .notJSON }
      self = .number(raw: text)
      return
    }
    switch value {
    case let text as String: self = .string(text)
    case let flag as Bool: self = .bool(flag)
    case let number as Int: self = .int(Int64(number))
    case let number as UInt64: self = .uint(number)
    case let number as Double: self = .double(number)
    case is JSONNull: self = .null
    default: throw .notJSON
    }
  }
}

/// Represents `null` among `Any` values. `mapJSON` returns it for null, and parameters can contain it.
///
/// Parameters can also contain Foundation's `NSNull`. If the program uses Foundation, a `JSONNull` can be cast to
/// `NSNull`.
public struct JSONNull: Hashable, Sendable, Codable, CustomStringConvertible {
  public init() {}

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard container.decodeNil() else {
      throw DecodingError.typeMismatch(
        JSONNull.self, .init(codingPath: decoder.codingPath, debugDescription: "Expected null."))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  /// The text that Foundation prints for `NSNull`. A query contains this text for a null.
  public var description: String { "<null>" }
}

extension TextBuffer {
  /// Escapes a text for a JSON string (RFC 8259 §7) and appends it, without the quotes around it. U+007F and above are
  /// not escaped.
  package mutating func append(json text: String, escapesSlashes: Bool) {
    text.withBytes { bytes in
      var start = 0
      for index in bytes.indices {
        let byte = bytes[index]
        if byte >= 0x20 && byte != 0x22 && byte != 0x5C && (byte != 0x2F || !escapesSlashes) { continue }
        append(bytes[start..<index])
        start = index + 1
        append(escaped: byte)
      }
      append(bytes[start...])
    }
  }

  private mutating func append(escaped byte: UInt8) {
    append(0x5C)
    switch byte {
    case 0x08: append(0x62)
    case 0x09: append(0x74)
    case 0x0A: append(0x6E)
    case 0x0C: append(0x66)
    case 0x0D: append(0x72)
    case 0x22, 0x2F, 0x5C: append(byte)
    default:
      append("u00")
      append(ASCII.hexDigit(byte >> 4, upperCase: false))
      append(ASCII.hexDigit(byte & 15, upperCase: false))
    }
  }
}

/// Recognizes values of classes that only Foundation has, without importing it.
enum FoundationValue {
  static func isNull(_ value: Any) -> Bool {
    type(of: value) is AnyClass && String(reflecting: type(of: value)) == "Foundation.NSNull"
  }

  /// Returns the Bool of an `NSNumber` that holds a Bool. Recognizes such a number by its class, because `as? Bool`
  /// also accepts an `NSNumber` of 1.
  static func bool(_ value: Any) -> Bool? {
    String(reflecting: type(of: value)) == "Foundation.__NSCFBoolean" ? value as? Bool : nil
  }

  /// Returns the text of a number, or `nil` if the value is not a number of Foundation. Infinity and NaN give `inf` and
  /// `nan`.
  static func number(_ value: Any) -> String? {
    switch String(reflecting: type(of: value)) {
    case "Foundation.NSNumber", "Foundation.NSDecimalNumber", "Foundation.CGFloat": "\(value)"
    default: nil
    }
  }
}

/// Unwraps an optional that is inside an `Any`.
protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  // If `Wrapped` is `Any`, returns `self` unchanged. A conversion of `self` to `Any?` would put the `Any` into another
  // `Any`, which hides the type of the value.
  var wrappedValue: Any? { exactly(Any?.self, self as Any) ?? self }
}

/// Compares two JSON texts by value. The order of members and the notation of numbers do not matter.
package enum JSONEquality {
  /// Returns true if both texts are JSON and have the same value.
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
