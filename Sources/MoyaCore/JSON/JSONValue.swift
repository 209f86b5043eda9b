/// A JSON value as it was found: scalars converted, containers as their text.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without fraction or exponent that fits.
  case int(Int64)
  /// One that is too large for Int64 but fits here.
  case uint(UInt64)
  /// Any other number.
  case double(Double)
  /// One that a Double cannot hold.
  case number(raw: Data)
  case string(String)
  case object(raw: Data)
  case array(raw: Data)

  /// From the text of a scalar in a document that was checked.
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
