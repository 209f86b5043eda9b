/// What an encoder's or a decoder's error says without a value: the type and the place. Their own texts quote what
/// they met, such as the raw value that is no case of an enum.
enum CodingErrorText {
  /// `nil`: the error is not an encoder's or a decoder's.
  static func of(_ error: any Error) -> String? {
    switch error {
    case let error as EncodingError: of(encoding: error)
    case let error as DecodingError: of(decoding: error)
    default: nil
    }
  }

  private static func of(encoding error: EncodingError) -> String {
    guard case .invalidValue(let value, let context) = error else { return "The value cannot be encoded." }
    return "A value of type \(type(of: value)) cannot be encoded\(at(context.codingPath) { $0.stringValue })."
  }

  private static func of(decoding error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context): "The value is not of type \(type)\(at(context.codingPath))."
    case .valueNotFound(let type, let context): "A value of type \(type) is missing\(at(context.codingPath))."
    case .keyNotFound(let key, let context): "The key '\(declared(key))' is missing\(at(context.codingPath))."
    case .dataCorrupted(let context): "The value cannot be read\(at(context.codingPath))."
    @unknown default: "The value cannot be read."
    }
  }

  /// The name of a key that stands in the program. Any other, such as a dictionary's, is a part of the answer: `*`.
  private static func declared(_ key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
  }

  /// Such as ` (at user.tags[2])`; nothing for the whole value.
  private static func at(_ path: [any CodingKey], name: (any CodingKey) -> String = declared) -> String {
    let place = path.reduce("") { place, key in
      // A key that is the text of its number is a dictionary's; an index is named otherwise.
      if let index = key.intValue, key.stringValue != "\(index)" { return "\(place)[\(index)]" }
      return place.isEmpty ? name(key) : "\(place).\(name(key))"
    }
    return place.isEmpty ? "" : " (at \(place))"
  }
}
