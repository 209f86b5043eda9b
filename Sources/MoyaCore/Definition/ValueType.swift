/// What a value of a definition is: a word, or a word with brackets around it or a question mark behind it.
///
/// `i64`, `str?`, `[repo]`, `{f64}`. The words are those of C's `moya/typed.h` and of signature texts.
package indirect enum ValueType: Hashable, Sendable {
  package enum Scalar: String, CaseIterable, Sendable {
    case i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, boolean, str, bytes, date
    /// Any JSON, as its text.
    case raw
    /// The path of a file: of a body or a part of a form only.
    case file
  }

  case scalar(Scalar)
  /// A type of the definition, by its index.
  case named(Int)
  case list(ValueType)
  /// An object whose keys are not known beforehand.
  case map(ValueType)
  case optional(ValueType)

  /// Without the question mark.
  package var required: ValueType { if case .optional(let type) = self { type } else { self } }
  package var isOptional: Bool { if case .optional = self { true } else { false } }
  package var isList: Bool { if case .list = self { true } else { false } }
  /// Of a list; of anything else itself.
  package var element: ValueType { if case .list(let type) = self { type } else { self } }
  package var scalar: Scalar? { if case .scalar(let scalar) = self { scalar } else { nil } }

  /// One text in a URL or a field can say it.
  var isPlain: Bool {
    switch self {
    case .scalar(.bytes), .scalar(.raw), .scalar(.file), .list, .map, .named: false
    case .scalar: true
    case .optional(let type): type.isPlain
    }
  }
}

extension ValueType {
  /// Brackets within each other; more would hardly be a type.
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

  /// As a definition writes it.
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

/// The names of types, fields, endpoints and parameters become names of C, Python and Swift.
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
