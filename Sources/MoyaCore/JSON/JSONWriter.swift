/// Writes `Any` values as JSON. Keys are sorted at every level, so that equal values give equal bytes.
///
/// Our own, since FoundationEssentials has no `JSONSerialization` and `JSONEncoder` costs microseconds for two keys.
struct JSONWriter {
  /// Levels of arrays and objects, as in `JSONSerialization`.
  static let maximumDepth = 512

  private var bytes: [UInt8] = []
  private let isPretty: Bool
  private let escapesSlashes: Bool
  private var depth = 0
  /// Keys and indices above the value being written; only read for an error.
  private var place: [Place] = []

  private enum Place {
    case key(String)
    case index(Int)
  }

  private init(_ options: JSONEncoding.WritingOptions) {
    isPretty = options.contains(.prettyPrinted)
    escapesSlashes = !options.contains(.withoutEscapingSlashes)
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
  /// The common types are told apart by identity: a failing `as?` costs more than the write.
  private mutating func write(_ value: Any) throws(ParameterEncodingError) {
    let type = type(of: value)
    if type == String.self, let text = value as? String {
      write(string: text)
    } else if type == Int.self, let number = value as? Int {
      bytes.appendDecimal(number)
    } else if type == Bool.self, let flag = value as? Bool {
      bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    } else if type == Double.self, let number = value as? Double {
      try write(number)
    } else if type == [String: Any].self, let object = value as? [String: Any] {
      try write(object: object)
    } else if type == [Any].self, let array = value as? [Any] {
      try write(array: array)
    } else {
      try writeOther(value)
    }
  }

  private mutating func writeOther(_ value: Any) throws(ParameterEncodingError) {
    if FoundationValue.isNull(value) {
      bytes.append(contentsOf: "null".utf8)
    } else if let optional = value as? any OptionalValue {
      // An optional inside `Any`: a bridge of Foundation makes NSNull of nil.
      if let wrapped = optional.wrappedValue { try write(wrapped) } else { bytes.append(contentsOf: "null".utf8) }
    } else if let number = value as? any BinaryInteger {
      bytes.append(contentsOf: number.description.utf8)
    } else if let number = value as? Float {
      try write(float: number.isFinite, text: number.description)
    } else if let number = value as? Decimal {
      try write(float: number.isFinite, text: number.description)
    } else if let number = FoundationValue.number(value) {
      try write(float: number.utf8.allSatisfy { $0 < 0x61 || $0 == 0x65 }, text: number)
    } else if let object = value as? [String: Any] {
      try write(object: object)
    } else if let array = value as? [Any] {
      try write(array: array)
    } else if let text = value as? String {
      write(string: text)
    } else {
      throw .notJSON(type: "\(type(of: value))", at: placeText)
    }
  }

  private mutating func write(_ number: Double) throws(ParameterEncodingError) {
    try write(float: number.isFinite, text: number.description)
  }

  /// The shortest text that reads back as the same number, without `.0`.
  private mutating func write(float isFinite: Bool, text: String) throws(ParameterEncodingError) {
    guard isFinite else { throw .notFinite(at: placeText) }
    bytes.append(contentsOf: text.utf8)
    if text.hasSuffix(".0") { bytes.removeLast(2) }
  }

  private mutating func write(object: [String: Any]) throws(ParameterEncodingError) {
    try open(0x7B)
    var isFirst = true
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      separate(&isFirst)
      write(string: key)
      if isPretty { bytes.append(contentsOf: " : ".utf8) } else { bytes.append(0x3A) }
      place.append(.key(key))
      try write(value)
      place.removeLast()
    }
    close(0x7D, wasEmpty: isFirst)
  }

  private mutating func write(array: [Any]) throws(ParameterEncodingError) {
    try open(0x5B)
    var isFirst = true
    for (index, value) in array.enumerated() {
      separate(&isFirst)
      place.append(.index(index))
      try write(value)
      place.removeLast()
    }
    close(0x5D, wasEmpty: isFirst)
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
  private mutating func close(_ bracket: UInt8, wasEmpty: Bool) {
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

  private var placeText: String {
    var text = ""
    for step in place {
      switch step {
      case .key(let key): text += text.isEmpty ? key : "." + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
