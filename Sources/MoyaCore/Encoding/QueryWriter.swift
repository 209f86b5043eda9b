/// Writes parameters as percent-encoded `key=value` pairs.
struct QueryWriter {
  private let array: URLEncoding.ArrayEncoding
  private let bool: URLEncoding.BoolEncoding
  private var bytes: [UInt8] = []
  private var depth = 0

  init(array: URLEncoding.ArrayEncoding, bool: URLEncoding.BoolEncoding) {
    self.array = array
    self.bool = bool
    bytes.reserveCapacity(128)
  }

  mutating func pairs(_ parameters: [String: Any]) throws(ParameterEncodingError) -> [UInt8] {
    for index in parameters.indices.sorted(by: { parameters[$0].key < parameters[$1].key }) {
      try append(parameters[index].key, parameters[index].value)
    }
    return bytes
  }

  private mutating func append(_ key: String, _ value: Any) throws(ParameterEncodingError) {
    if let text = exactly(String.self, value) {
      appendPair(key, text)
    } else if let number = exactly(Int.self, value) {
      start(key)
      bytes.appendDecimal(number)
    } else if let flag = exactly(Bool.self, value) {
      appendPair(key, flag)
    } else if let number = exactly(Double.self, value) {
      appendPair(key, number.description)
    } else if let boxed = exactly(AnyHashable.self, value) {
      try append(key, boxed.base)
    } else if let object = value as? [String: Any] {
      try descend()
      for (name, value) in object.sorted(by: { $0.key < $1.key }) { try append("\(key)[\(name)]", value) }
      depth -= 1
    } else if let list = value as? [Any] {
      try descend()
      for (index, value) in list.enumerated() { try append(name(key, index), value) }
      depth -= 1
    } else if let flag = FoundationValue.bool(value) {
      appendPair(key, flag)
    } else if let number = QueryWriter.number(in: value) {
      try append(key, number)
    } else {
      appendPair(key, "\(value)")
    }
  }

  /// The number or Bool in an optional, as a bridge to `NSNumber` finds it; other optionals show as `Optional(…)`.
  private static func number(in value: Any) -> Any? {
    guard let wrapped = (value as? any OptionalValue)?.wrappedValue else { return nil }
    if wrapped is any Numeric || wrapped is Bool || FoundationValue.number(wrapped) != nil { return wrapped }
    return number(in: wrapped)
  }

  private mutating func descend() throws(ParameterEncodingError) {
    guard depth < JSONWriter.maximumDepth else { throw .tooDeep }
    depth += 1
  }

  private func name(_ key: String, _ index: Int) -> String {
    switch array {
    case .brackets: key + "[]"
    case .noBrackets: key
    case .indexInBrackets: "\(key)[\(index)]"
    case .custom(let name): name(key, index)
    }
  }

  private mutating func appendPair(_ key: String, _ flag: Bool) {
    switch bool {
    case .numeric: appendPair(key, flag ? "1" : "0")
    case .literal: appendPair(key, flag ? "true" : "false")
    }
  }

  private mutating func appendPair(_ key: String, _ value: String) {
    start(key)
    bytes.appendPercentEncoded(value, where: QueryText.isPlain)
  }

  private mutating func start(_ key: String) {
    if !bytes.isEmpty { bytes.append(0x26) }
    bytes.appendPercentEncoded(key, where: QueryText.isPlain)
    bytes.append(0x3D)
  }
}
