import FoundationEssentials

/// Writes parameters as percent-encoded `key=value` pairs.
struct QueryWriter: ~Copyable {
  private let encoding: URLEncoding
  private var text: TextBuffer
  private var isFirst = true
  private var depth = 0

  private init(_ encoding: URLEncoding, _ text: consuming TextBuffer) {
    self.encoding = encoding
    self.text = text
  }

  static func form(_ parameters: [String: Any], _ encoding: URLEncoding) throws(ParameterEncodingError) -> Data {
    try TextBuffer.with { (text) throws(ParameterEncodingError) in
      var writer = QueryWriter(encoding, text)
      try writer.append(parameters)
      return writer.text.data
    }
  }

  /// The URL with the pairs behind its query, before its fragment. No pairs still leave a `?`, as Moya does.
  static func url(
    _ url: String, adding parameters: [String: Any], _ encoding: URLEncoding
  ) throws(ParameterEncodingError) -> String {
    try TextBuffer.with { (text) throws(ParameterEncodingError) in
      var writer = QueryWriter(encoding, text)
      let fragment = writer.begin(url)
      try writer.append(parameters)
      if fragment < url.utf8.count { url.withBytes { writer.text.append($0[fragment...]) } }
      return writer.text.string
    }
  }

  /// Writes the URL as far as its query goes, and gives the place of its fragment.
  private mutating func begin(_ url: String) -> Int {
    url.withBytes { bytes in
      let end = URLText.ends(bytes)
      text.append(bytes[..<end.query])
      text.append(end.path == end.query ? 0x3F : 0x26)
      return end.query
    }
  }

  private mutating func append(_ parameters: [String: Any]) throws(ParameterEncodingError) {
    for item in parameters.places() { try append(item.key, parameters.values[item.place]) }
  }

  private mutating func append(_ key: String, _ value: Any) throws(ParameterEncodingError) {
    if let value = exactly(String.self, value) {
      appendPair(key, value)
    } else if let number = exactly(Int.self, value) {
      appendPair(key, number.description)
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
      if QueryWriter.hasUndescribableDate(value) { throw .notFinite(at: key) }
      appendPair(key, "\(value)")
    }
  }

  /// Is there a date that is NaN anywhere in the value? Foundation's description of such a date traps.
  private static func hasUndescribableDate(_ value: Any, depth: Int = 0) -> Bool {
    if let date = value as? Date { return date.timeIntervalSinceReferenceDate.isNaN }
    let mirror = Mirror(reflecting: value)
    // An object is described by its type.
    guard mirror.displayStyle != .class, depth < 64 else { return false }
    return mirror.children.contains { hasUndescribableDate($0.value, depth: depth + 1) }
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
    if !isFirst { text.append(0x26) }
    isFirst = false
    text.append(key, unless: ASCII.isQueryItem)
    text.append(0x3D)
    text.append(value, unless: ASCII.isQueryItem)
  }
}
