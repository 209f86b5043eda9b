import CSimdjson

/// Writes `Any` values as JSON. Keys are sorted at every level, so that equal values give equal bytes.
///
/// FoundationEssentials has no `JSONSerialization`, and `JSONEncoder` is too slow for small objects.
package struct JSONWriter: ~Copyable {
  /// Maximum number of nested arrays and objects, as in `JSONSerialization`.
  package static let maximumDepth = 512

  private var json: TextBuffer
  private let isPretty: Bool
  private let escapesSlashes: Bool
  private let hasFoundationsOrder: Bool
  private var depth = 0

  private init(_ options: JSONEncoding.WritingOptions, _ json: consuming TextBuffer) {
    self.json = json
    isPretty = options.contains(.prettyPrinted)
    escapesSlashes = !options.contains(.withoutEscapingSlashes)
    hasFoundationsOrder = options.contains(.sortedKeys)
  }

  package static func data(_ value: Any, options: JSONEncoding.WritingOptions) throws(ParameterEncodingError) -> Data {
    try TextBuffer.with { (json) throws(ParameterEncodingError) in
      var writer = JSONWriter(options, json)
      try writer.write(value)
      return writer.json.data
    }
  }
}

extension JSONWriter {
  private mutating func write(_ value: Any) throws(ParameterEncodingError) {
    if let text = exactly(String.self, value) {
      write(string: text)
    } else if let number = exactly(Int.self, value) {
      json.append(number.description)
    } else if let flag = exactly(Bool.self, value) {
      json.append(flag ? "true" : "false")
    } else if let number = exactly(Double.self, value) {
      try write(float: number.isFinite, text: number.description)
    } else if let object = exactly([String: Any].self, value) {
      try write(object: object)
    } else if let array = exactly([Any].self, value) {
      try write(list: array) { (writer, value) throws(ParameterEncodingError) in try writer.write(value) }
    } else {
      try writeOther(value)
    }
  }

  private mutating func writeOther(_ value: Any) throws(ParameterEncodingError) {
    let type = type(of: value)
    if let texts = exactly([String].self, value) {
      // Writes the texts directly, which avoids boxing each text in an `Any`.
      try write(list: texts) { (writer, text) in writer.write(string: text) }
    } else if let boxed = exactly(AnyHashable.self, value) {
      try write(boxed.base)
    } else if let object = value as? [String: Any] {
      try write(object: object)
    } else if let array = value as? [Any] {
      try write(list: array) { (writer, value) throws(ParameterEncodingError) in try writer.write(value) }
    } else if type == JSONNull.self || FoundationValue.isNull(value) {
      json.append("null")
    } else if let optional = value as? any OptionalValue {
      // Foundation's bridge converts nil to NSNull, so nil is written as null.
      try write(optional.wrappedValue ?? JSONNull())
    } else if let number = value as? any BinaryInteger {
      json.append(number.description)
    } else if type == Float.self, let number = value as? Float {
      try write(float: number.isFinite, text: number.description)
    } else if type == Decimal.self, let number = value as? Decimal {
      try write(float: number.isFinite, text: number.description)
    } else if let number = FoundationValue.number(value) {
      try write(float: number.utf8.allSatisfy { $0 < 0x61 || $0 == 0x65 }, text: number)
    } else if let flag = FoundationValue.bool(value) {
      json.append(flag ? "true" : "false")
    } else if let text = value as? String {
      write(string: text)
    } else {
      throw .notJSON(type: "\(type)", at: "")
    }
  }

  /// Writes the shortest text that reads back as the same number. Does not write `.0`.
  private mutating func write(float isFinite: Bool, text: String) throws(ParameterEncodingError) {
    guard isFinite else { throw .notFinite(at: "") }
    json.append(text)
    if text.hasSuffix(".0") { json.removeLast(2) }
  }

  private mutating func write(object: [String: Any]) throws(ParameterEncodingError) {
    try open(0x7B)
    var isFirst = true
    for item in hasFoundationsOrder ? object.places(inOrder: JSONKeyOrder.precedes) : object.places() {
      separate(&isFirst)
      write(string: item.key)
      if isPretty { json.append(" : ") } else { json.append(0x3A) }
      do throws(ParameterEncodingError) { try write(object.values[item.place]) } catch { throw error.under(item.key) }
    }
    close(0x7D)
  }

  private mutating func write<Element>(
    list: [Element], by write: (inout JSONWriter, Element) throws(ParameterEncodingError) -> Void
  ) throws(ParameterEncodingError) {
    try open(0x5B)
    var isFirst = true
    for (index, value) in list.enumerated() {
      separate(&isFirst)
      do throws(ParameterEncodingError) { try write(&self, value) } catch { throw error.under("[\(index)]") }
    }
    close(0x5D)
  }
}

// MARK: - Layout

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) throws(ParameterEncodingError) {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    depth += 1
    json.append(bracket)
    if isPretty { json.append(0x0A) }
  }

  private mutating func separate(_ isFirst: inout Bool) {
    if !isFirst {
      json.append(0x2C)
      if isPretty { json.append(0x0A) }
    }
    isFirst = false
    indent()
  }

  /// Writes a closing bracket. If `.prettyPrinted` is set, an empty container contains an empty line, as Foundation
  /// writes it on Linux.
  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if isPretty { json.append(0x0A) }
    indent()
    json.append(bracket)
  }

  private mutating func indent() {
    if isPretty { for _ in 0..<depth { json.append("  ") } }
  }

  private mutating func write(string: String) {
    json.append(0x22)
    json.append(json: string, escapesSlashes: escapesSlashes)
    json.append(0x22)
  }
}

/// Checks the caller's bytes before they are sent as JSON or UTF-8.
package enum SentText {
  package enum Fault: Hashable, Sendable {
    /// The bytes are not JSON (RFC 8259) or not UTF-8. The first fault is at this byte.
    case malformed(at: Int)
    case tooDeep
  }

  /// Checks that the text is one JSON value with only white space around it. The check takes one pass and allocates no
  /// memory. Returns the first fault, or `nil` if there is none.
  /// - Parameter maximumDepth: the maximum number of nested arrays and objects. Use a smaller number if the text will
  ///   be nested in another text.
  package static func json(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int = JSONReader.maximumDepth) -> Fault? {
    var place = 0
    let status = json_check(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, max(0, maximumDepth), &place)
    switch Int(status) {
    case JSON_OK: return nil
    case JSON_TOO_DEEP: return .tooDeep
    default: return .malformed(at: place)
    }
  }

  package static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    utf8_check(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
}

/// Returns the value if its type is exactly the wanted type.
///
/// `as?` also looks for conformances, bridges and subclasses, which takes longer than writing the value. Most
/// parameters have one of a few types, and for these types a comparison of the type is enough.
@inline(__always)
func exactly<Wanted>(_ wanted: Wanted.Type, _ value: Any) -> Wanted? {
  func open<Actual>(_ value: Actual) -> Wanted? {
    // This cast is safe, because the two types are the same.
    Actual.self == Wanted.self ? unsafeBitCast(value, to: Wanted.self) : nil
  }
  return open(value)
}
