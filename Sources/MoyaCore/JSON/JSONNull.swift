/// `null` among `Any` values: what `mapJSON` gives for it, and what may be put into parameters.
///
/// Foundation's `NSNull` is understood in parameters too; beside Foundation a value of this type casts to it.
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

  /// As Foundation prints `NSNull`: this text goes into a query.
  public var description: String { "<null>" }
}
