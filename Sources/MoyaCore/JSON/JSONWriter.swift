/// Writes `Any` values as JSON. Keys are sorted at every level, so that equal values give equal bytes.
///
/// Our own, since FoundationEssentials has no `JSONSerialization` and `JSONEncoder` costs microseconds for two keys.
struct JSONWriter {
  /// Levels of arrays and objects, as in `JSONSerialization`.
  static let maximumDepth = 512

  private var bytes: [UInt8] = []
  private let isPretty: Bool
  private let escapesSlashes: Bool
  private let hasFoundationsOrder: Bool
  private var depth = 0

  private init(_ options: JSONEncoding.WritingOptions) {
    isPretty = options.contains(.prettyPrinted)
    escapesSlashes = !options.contains(.withoutEscapingSlashes)
    hasFoundationsOrder = options.contains(.sortedKeys)
    bytes.reserveCapacity(256)
  }

  static func data(_ value: Any, options: JSONEncoding.WritingOptions) throws(ParameterEncodingError) -> Data {
    var writer = JSONWriter(options)
    try writer.write(value)
    return Data(writer.bytes)
  }

  static func data(
    object: [String: Any], options: JSONEncoding.WritingOptions
  ) throws(ParameterEncodingError) -> Data {
    var writer = JSONWriter(options)
    try writer.write(object: object)
    return Data(writer.bytes)
  }
}

extension JSONWriter {
  private mutating func write(_ value: Any) throws(ParameterEncodingError) {
    if let text = exactly(String.self, value) {
      write(string: text)
    } else if let number = exactly(Int.self, value) {
      bytes.appendDecimal(number)
    } else if let flag = exactly(Bool.self, value) {
      bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    } else if let number = exactly(Double.self, value) {
      try write(float: number.isFinite, text: number.description)
    } else if let object = exactly([String: Any].self, value) {
      try write(object: object)
    } else if let array = exactly([Any].self, value) {
      try write(array: array)
    } else {
      try writeOther(value)
    }
  }

  private mutating func writeOther(_ value: Any) throws(ParameterEncodingError) {
    let type = type(of: value)
    if let texts = exactly([String].self, value) {
      try write(texts: texts)
    } else if let boxed = exactly(AnyHashable.self, value) {
      try write(boxed.base)
    } else if let object = value as? [String: Any] {
      try write(object: object)
    } else if let array = value as? [Any] {
      try write(array: array)
    } else if type == JSONNull.self || FoundationValue.isNull(value) {
      bytes.append(contentsOf: "null".utf8)
    } else if let optional = value as? any OptionalValue {
      // A bridge of Foundation would make NSNull of nil.
      try write(optional.wrappedValue ?? JSONNull())
    } else if let number = value as? any BinaryInteger {
      bytes.append(contentsOf: number.description.utf8)
    } else if type == Float.self, let number = value as? Float {
      try write(float: number.isFinite, text: number.description)
    } else if type == Decimal.self, let number = value as? Decimal {
      try write(float: number.isFinite, text: number.description)
    } else if let number = FoundationValue.number(value) {
      try write(float: number.utf8.allSatisfy { $0 < 0x61 || $0 == 0x65 }, text: number)
    } else if let flag = FoundationValue.bool(value) {
      bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    } else if let text = value as? String {
      write(string: text)
    } else {
      throw .notJSON(type: "\(type)", at: "")
    }
  }

  /// The shortest text that reads back as the same number, without `.0`.
  private mutating func write(float isFinite: Bool, text: String) throws(ParameterEncodingError) {
    guard isFinite else { throw .notFinite(at: "") }
    bytes.append(contentsOf: text.utf8)
    if text.hasSuffix(".0") { bytes.removeLast(2) }
  }

  private mutating func write(object: [String: Any]) throws(ParameterEncodingError) {
    try open(0x7B)
    var isFirst = true
    for item in hasFoundationsOrder ? object.places(inOrder: JSONKeyOrder.precedes) : object.places() {
      separate(&isFirst)
      write(string: item.key)
      if isPretty { bytes.append(contentsOf: " : ".utf8) } else { bytes.append(0x3A) }
      do throws(ParameterEncodingError) { try write(object.values[item.place]) } catch { throw error.under(item.key) }
    }
    close(0x7D)
  }

  private mutating func write(array: [Any]) throws(ParameterEncodingError) {
    try open(0x5B)
    var isFirst = true
    for (index, value) in array.enumerated() {
      separate(&isFirst)
      do throws(ParameterEncodingError) { try write(value) } catch { throw error.under("[\(index)]") }
    }
    close(0x5D)
  }

  /// The same without boxing each text.
  private mutating func write(texts: [String]) throws(ParameterEncodingError) {
    try open(0x5B)
    var isFirst = true
    for text in texts {
      separate(&isFirst)
      write(string: text)
    }
    close(0x5D)
  }
}

// MARK: - Layout

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) throws(ParameterEncodingError) {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    depth += 1
    bytes.append(bracket)
    if isPretty { bytes.append(0x0A) }
  }

  private mutating func separate(_ isFirst: inout Bool) {
    if !isFirst {
      bytes.append(0x2C)
      if isPretty { bytes.append(0x0A) }
    }
    isFirst = false
    indent()
  }

  /// Pretty empty containers hold an empty line, as Foundation prints them on Linux.
  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if isPretty { bytes.append(0x0A) }
    indent()
    bytes.append(bracket)
  }

  private mutating func indent() {
    if isPretty { bytes.append(contentsOf: repeatElement(0x20, count: depth * 2)) }
  }

  private mutating func write(string: String) {
    bytes.append(0x22)
    bytes.appendJSONEscaped(string, escapesSlashes: escapesSlashes)
    bytes.append(0x22)
  }
}
