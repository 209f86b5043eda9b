import MoyaCore

/// The type of a value in a definition.
///
/// It is written as a word (`i64`), as a list in brackets (`[repo]`), or as a map in braces (`{f64}`). A question mark
/// after the type makes it optional (`str?`). C's `moya/typed.h` and signature texts use the same words.
package indirect enum ValueType: Hashable, Sendable {
  package enum Scalar: String, CaseIterable, Sendable {
    case i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, boolean, str, bytes, date
    /// Any JSON value, as its text.
    case raw
    /// The path of a file. Only a body or a part of a form can have this type.
    case file
  }

  case scalar(Scalar)
  /// A type of the definition, by its index.
  case named(Int)
  case list(ValueType)
  /// An object with arbitrary keys.
  case map(ValueType)
  case optional(ValueType)

  /// The type without the question mark.
  package var required: ValueType { if case .optional(let type) = self { type } else { self } }
  package var isOptional: Bool { if case .optional = self { true } else { false } }
  package var isList: Bool { if case .list = self { true } else { false } }
  /// The element type of a list. For any other type, the type itself.
  package var element: ValueType { if case .list(let type) = self { type } else { self } }
  package var scalar: Scalar? { if case .scalar(let scalar) = self { scalar } else { nil } }

  /// True if one text in a URL or a field can represent the value.
  var isPlain: Bool {
    switch self {
    case .scalar(.bytes), .scalar(.raw), .scalar(.file), .list, .map, .named: false
    case .scalar: true
    case .optional(let type): type.isPlain
    }
  }
}

extension ValueType {
  /// The deepest nesting of brackets, braces and question marks.
  private static let maximumDepth = 8

  /// - Parameter types: the names of the definition's types, with their indexes.
  init(_ found: DocumentObject.Found, types: [String: Int]) throws(DefinitionFault) {
    let text = try found.text()
    guard let type = try ValueType.read(Substring(text), depth: 0, types, found) else {
      let shown = RequestRules.printable(text)
      throw found.fault("is \"\(shown)\", which is no type: as \"i64\", \"str?\", \"[repo]\", \"{f64}\"")
    }
    self = type
  }

  private static func read(
    _ text: Substring, depth: Int, _ types: [String: Int], _ found: DocumentObject.Found
  ) throws(DefinitionFault) -> ValueType? {
    guard depth <= maximumDepth, let first = text.utf8.first, let last = text.utf8.last else { return nil }
    func inner(_ text: Substring) throws(DefinitionFault) -> ValueType? {
      try read(text, depth: depth + 1, types, found)
    }
    func element() throws(DefinitionFault) -> ValueType? {
      guard let type = try inner(text.dropFirst().dropLast()) else { return nil }
      if !type.isOptional { return type }
      let shown = RequestRules.printable(String(text))
      throw found.fault("is \"\(shown)\": an element is never absent; \"[raw]\" takes null too")
    }
    switch (first, last) {
    case (_, UInt8(ascii: "?")):
      guard let type = try inner(text.dropLast()), !type.isOptional else { return nil }
      return .optional(type)
    case (UInt8(ascii: "["), UInt8(ascii: "]")): return try element().map { .list($0) }
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): return try element().map { .map($0) }
    default: break
    }
    if let scalar = Scalar(rawValue: String(text)) { return .scalar(scalar) }
    if let index = types[String(text)] { return .named(index) }
    guard DefinedName.isOne(text) else { return nil }
    throw found.fault("is \"\(RequestRules.printable(String(text)))\", a type that the definition does not have")
  }

  /// Returns the type as a definition writes it.
  package func text(_ types: [DefinedType]) -> String {
    switch self {
    case .scalar(let scalar): scalar.rawValue
    case .named(let index): types.indices ~= index ? types[index].name : "?"
    case .list(let type): "[\(type.text(types))]"
    case .map(let type): "{\(type.text(types))}"
    case .optional(let type): "\(type.text(types))?"
    }
  }
}

/// Checks names of types, fields, endpoints and parameters, which become names in C, Python and Swift. So a name has
/// only letters, digits and `_`, and does not begin with a digit.
enum DefinedName {
  static let maximumLength = 128

  static func isOne(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39 ~= first), text.utf8.count <= maximumLength else { return false }
    return text.utf8.allSatisfy { DefinedName.isPart($0) }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }

  static func check(_ name: String, at place: DocumentPlace) throws(DefinitionFault) {
    if isOne(name) { return }
    throw place.fault("is no name: letters, digits and _, at most \(maximumLength), no digit first")
  }
}

extension DocumentObject.Found {
  /// Checks that the default of a field or a parameter is a value of this type.
  func check(isOf type: ValueType, _ types: [DefinedType]) throws(DefinitionFault) {
    if case .named(let index) = type.required, types.indices ~= index, case .names(let names) = types[index].shape {
      if case .text(let text) = node, names.contains(text) { return }
      throw fault("is none of the names of \"\(types[index].name)\"")
    }
    switch (type.required, node) {
    case (.scalar(let scalar), _) where ValueType.accepts(node, as: scalar): return
    case (.scalar(let scalar), _): throw fault("is no \(scalar.rawValue)")
    case (.list(let element), .list): for value in try elements() { try value.check(isOf: element, types) }
    case (.list, _), (.map, _), (.named, _), (.optional, _):
      throw fault("cannot be given: a default is a number, a text, true or false, a name, or a list of these")
    }
  }
}

extension ValueType {
  fileprivate static func accepts(_ node: DocumentNode, as scalar: Scalar) -> Bool {
    switch (node, scalar) {
    case (.number(let text), .i8): Int8(text) != nil
    case (.number(let text), .i16): Int16(text) != nil
    case (.number(let text), .i32): Int32(text) != nil
    case (.number(let text), .i64): Int64(text) != nil
    case (.number(let text), .u8): UInt8(text) != nil
    case (.number(let text), .u16): UInt16(text) != nil
    case (.number(let text), .u32): UInt32(text) != nil
    case (.number(let text), .u64): UInt64(text) != nil
    case (.number(let text), .f32): Float(text)?.isFinite == true
    case (.number(let text), .f64): Double(text)?.isFinite == true
    // A C string ends at its first zero.
    case (.text(let text), .str): !text.utf8.contains(0)
    case (.bool, .boolean), (_, .raw): true
    case (.text(let text), .date): Timestamp.isOne(text)
    default: false
    }
  }
}

/// A moment in the form of RFC 3339 §5.6: `2026-02-03T04:05:06.5+01:00`. A space can replace the T.
package enum Timestamp {
  package static func isOne(_ text: String) -> Bool {
    var rest = Substring(text).utf8[...]
    func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
      guard rest.count >= digits else { return nil }
      var number = 0
      for digit in rest.prefix(digits) {
        guard 0x30...0x39 ~= digit else { return nil }
        number = number * 10 + Int(digit - 0x30)
      }
      rest = rest.dropFirst(digits)
      return range ~= number ? number : nil
    }
    func take(_ bytes: UInt8...) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4, 0...9999), take(0x2D), let month = number(2, 1...12), take(0x2D),
      number(2, 1...days(year, month)) != nil, take(0x54, 0x74, 0x20), number(2, 0...23) != nil, take(0x3A),
      number(2, 0...59) != nil, take(0x3A), number(2, 0...60) != nil
    else { return false }
    if take(0x2E) {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      if digits.isEmpty { return false }
      rest = rest[digits.endIndex...]
    }
    if take(0x5A, 0x7A) { return rest.isEmpty }
    guard take(0x2B, 0x2D), number(2, 0...23) != nil, take(0x3A), number(2, 0...59) != nil else { return false }
    return rest.isEmpty
  }

  private static func days(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
