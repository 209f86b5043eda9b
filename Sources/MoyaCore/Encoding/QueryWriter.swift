/// Writes parameters as percent-encoded `key=value` pairs.
struct QueryWriter {
  private let encoding: URLEncoding
  private var bytes: [UInt8] = []
  private var isFirst = true
  private var depth = 0

  init(_ encoding: URLEncoding) { self.encoding = encoding }

  mutating func form(_ parameters: [String: Any]) throws(ParameterEncodingError) -> Data {
    try append(parameters)
    return Data(bytes)
  }

  /// The URL with the pairs behind its query, before its fragment. No pairs still leave a `?`, as Moya does.
  mutating func url(_ url: String, adding parameters: [String: Any]) throws(ParameterEncodingError) -> String {
    bytes.reserveCapacity(url.utf8.count + 128)
    bytes.append(contentsOf: url.utf8)
    let pathEnd = bytes.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
    let fragment = bytes[pathEnd...].firstIndex(of: 0x23).map { Array(bytes[$0...]) } ?? []
    bytes.removeLast(fragment.count)
    bytes.append(pathEnd == bytes.endIndex ? 0x3F : 0x26)
    try append(parameters)
    bytes.append(contentsOf: fragment)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func append(_ parameters: [String: Any]) throws(ParameterEncodingError) {
    for item in parameters.places() { try append(item.key, parameters.values[item.place]) }
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
      for item in object.places() { try append("\(key)[\(item.key)]", object.values[item.place]) }
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
    switch encoding.arrayEncoding {
    case .brackets: key + "[]"
    case .noBrackets: key
    case .indexInBrackets: "\(key)[\(index)]"
    case .custom(let name): name(key, index)
    }
  }

  private mutating func appendPair(_ key: String, _ flag: Bool) {
    switch encoding.boolEncoding {
    case .numeric: appendPair(key, flag ? "1" : "0")
    case .literal: appendPair(key, flag ? "true" : "false")
    }
  }

  private mutating func appendPair(_ key: String, _ value: String) {
    start(key)
    bytes.appendPercentEncoded(value, where: QueryText.isPlain)
  }

  private mutating func start(_ key: String) {
    if !isFirst { bytes.append(0x26) }
    isFirst = false
    bytes.appendPercentEncoded(key, where: QueryText.isPlain)
    bytes.append(0x3D)
  }
}
