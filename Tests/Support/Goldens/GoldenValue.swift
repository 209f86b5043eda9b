import FoundationEssentials

import MoyaCore

/// JSON as the golden files spell it. The reader here is not the library's, because it checks what the library
/// reads. It stores the text of numbers.
package enum GoldenValue: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([GoldenValue])
  case object([String: GoldenValue])

  package struct SyntaxError: Error {}

  package init(json text: some Sequence<UInt8>) throws {
    var reader = Reader(rest: Array(text)[...])
    self = try reader.value()
    reader.skipSpace()
    if !reader.rest.isEmpty { throw SyntaxError() }
  }

  package subscript(key: String) -> GoldenValue? {
    guard case .object(let object) = self, let value = object[key], value != .null else { return nil }
    return value
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  package var int: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  /// Returns 0 if the value is not a number.
  package var double: Double { if case .number(let text) = self { Double(text) ?? 0 } else { 0 } }
  package var array: [GoldenValue]? { if case .array(let values) = self { values } else { nil } }
  package var object: [String: GoldenValue]? { if case .object(let object) = self { object } else { nil } }

  /// The value as a caller would write it in Swift: `1` is an Int, `1.0` is a Double, and an integer above Int is a
  /// UInt64.
  package var any: Any {
    switch self {
    case .null: JSONNull()
    case .bool(let flag): flag
    case .number(let text): Int(text) ?? UInt64(text) ?? Double(text) ?? Double.nan
    case .string(let text): text
    case .array(let values): values.map(\.any)
    case .object(let object): object.mapValues(\.any)
    }
  }

  /// Makes a value from one that `mapJSON` returned. Numbers with the same value are equal: `1` and `1.0`.
  package init(any: Any) {
    switch any {
    case let text as String: self = .string(text)
    case let flag as Bool: self = .bool(flag)
    case let number as any BinaryInteger: self = .number(number.description)
    case let number as Double: self = .number(number.description)
    case let values as [Any]: self = .array(values.map { GoldenValue(any: $0) })
    case let object as [String: Any]: self = .object(object.mapValues { GoldenValue(any: $0) })
    default: self = .null
    }
  }

  /// Returns the value in a form for comparing meanings: each number has one spelling, and nulls in objects are left
  /// out, unless they count.
  package func canonical(_ countsNulls: Bool) -> GoldenValue {
    switch self {
    case .number(let text): .number(Int(text).map(String.init) ?? UInt64(text).map(String.init) ?? Self.double(text))
    case .array(let values): .array(values.map { $0.canonical(countsNulls) })
    case .object(let object):
      .object(object.filter { countsNulls || $0.value != .null }.mapValues { $0.canonical(countsNulls) })
    default: self
    }
  }

  private static func double(_ text: String) -> String {
    guard let value = Double(text) else { return text }
    if value == 0 { return "0" }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension GoldenValue: Equatable {
  /// Compares byte by byte, because Swift's `==` says that a composed and a decomposed é are equal.
  package static func == (left: GoldenValue, right: GoldenValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in
          right.index(forKey: key).map { right[$0].key.utf8.elementsEqual(key.utf8) && right[$0].value == value }
            ?? false
        }
    default: false
    }
  }
}

extension GoldenValue {
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func skipSpace() { rest = rest.drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) } }

    mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }

    mutating func value() throws -> GoldenValue {
      skipSpace()
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if take("\"") { return .string(try string()) }
      if take("[") { return .array(try list(until: "]") { try $0.value() }) }
      if take("{") {
        let fields = try list(until: "}") { reader in
          reader.skipSpace()
          guard reader.take("\"") else { throw SyntaxError() }
          let key = try reader.string()
          reader.skipSpace()
          guard reader.take(":") else { throw SyntaxError() }
          return (key, try reader.value())
        }
        return .object(Dictionary(fields) { first, _ in first })
      }
      let number = rest.prefix { "+-.0123456789eE".utf8.contains($0) }
      let text = String(decoding: number, as: UTF8.self)
      guard Double(text) != nil else { throw SyntaxError() }
      rest = rest.dropFirst(number.count)
      return .number(text)
    }

    mutating func list<Item>(until end: String, _ item: (inout Reader) throws -> Item) throws -> [Item] {
      var items: [Item] = []
      skipSpace()
      if take(end) { return items }
      repeat {
        items.append(try item(&self))
        skipSpace()
      } while take(",")
      guard take(end) else { throw SyntaxError() }
      return items
    }

    mutating func string() throws -> String {
      var units: [UInt16] = []
      while let byte = rest.popFirst() {
        if byte == 0x22 { return String(decoding: units, as: UTF16.self) }
        if byte != 0x5C {
          let tail = rest.prefix { $0 & 0xC0 == 0x80 }
          rest = rest.dropFirst(tail.count)
          units.append(contentsOf: String(decoding: [byte] + tail, as: UTF8.self).utf16)
          continue
        }
        guard let escape = rest.popFirst() else { break }
        if escape == 0x75 {
          guard let unit = UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) else { break }
          rest = rest.dropFirst(4)
          units.append(unit)
        } else {
          let plain: [UInt8: UInt16] = [0x6E: 10, 0x74: 9, 0x72: 13, 0x62: 8, 0x66: 12]
          units.append(plain[escape] ?? UInt16(escape))
        }
      }
      throw SyntaxError()
    }
  }
}
