import CMoya
import Glibc
import MoyaCore
import MoyaDefinition

/// Writes a value as the text of a path segment, a query, a header field or a part of a form.
enum PlainText {
  /// Returns the text of an argument.
  ///
  /// - Parameter writesBoolsAsWords: If true, booleans are `true` and `false`, otherwise 1 and 0.
  static func of(
    _ argument: moya_argument, _ parameter: PreparedParameter, writesBoolsAsWords: Bool, _ scratch: inout Scratch
  ) throws(Failure) -> UnsafePointer<CChar> {
    // Uses the caller's own text without a copy.
    if argument.kind == MOYA_KIND_STR, parameter.scalar == .str, argument.flags == 0, let data = argument.data {
      return data.assumingMemoryBound(to: CChar.self)
    }
    if argument.kind == MOYA_KIND_RAW {
      return try of(.argument(argument), parameter, writesBoolsAsWords: writesBoolsAsWords, &scratch)
    }
    let value = try PlainValue(argument, as: parameter.scalar, parameter)
    return try text(value, parameter, writesBoolsAsWords: writesBoolsAsWords, &scratch)
  }

  static func of(
    _ value: GivenValue, _ parameter: PreparedParameter, writesBoolsAsWords: Bool, _ scratch: inout Scratch
  ) throws(Failure) -> UnsafePointer<CChar> {
    let value = try PlainValue(value, as: parameter.isList ? parameter.element : parameter.scalar, parameter)
    return try text(value, parameter, writesBoolsAsWords: writesBoolsAsWords, &scratch)
  }

  /// Makes the error for a text that contains a zero byte. Such a text cannot become a C text.
  fileprivate static func hasZero(_ parameter: PreparedParameter) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "\(parameter.label) has a zero in it")
  }

  private static func text(
    _ value: PlainValue, _ parameter: PreparedParameter, writesBoolsAsWords: Bool, _ scratch: inout Scratch
  ) throws(Failure) -> UnsafePointer<CChar> {
    switch value {
    case .integer(let number): return try scratch.text(number)
    case .unsigned(let number): return try scratch.text(number)
    case .text(let text) where text.utf8.contains(0): throw hasZero(parameter)
    case .number, .bool, .text: return try scratch.text(value.text(writesBoolsAsWords: writesBoolsAsWords))
    }
  }
}

/// A number, a text or a boolean that has the type of its parameter.
enum PlainValue {
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case bool(Bool)
  case text(String)

  func text(writesBoolsAsWords: Bool) -> String {
    switch self {
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .number(let number): PlainValue.text(number)
    case .bool(let flag): writesBoolsAsWords ? (flag ? "true" : "false") : (flag ? "1" : "0")
    case .text(let text): text
    }
  }

  /// Returns the shortest text that gives the same number when it is read again, without a final `.0`.
  private static func text(_ number: Double) -> String {
    let text = String(number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// - Parameter scalar: The type of the parameter or of its elements. `nil` for an enumeration.
  init(_ value: GivenValue, as scalar: ValueType.Scalar?, _ parameter: PreparedParameter) throws(Failure) {
    switch try value.parsed(parameter) {
    case .argument(let argument): try self.init(argument, as: scalar, parameter)
    case .node(let node): try self.init(node, as: scalar, parameter)
    }
  }

  private init(_ node: DocumentNode, as scalar: ValueType.Scalar?, _ parameter: PreparedParameter) throws(Failure) {
    switch node {
    case .bool(let flag): self = .bool(flag)
    case .text(let text): self = .text(text)
    case .number(let text):
      if let number = Int64(text) {
        self = .integer(number)
      } else if let number = UInt64(text) {
        self = .unsigned(number)
      } else if let number = Double(text) {
        self = .number(number)
      } else {
        throw parameter.misfit(.node(node), scalar.words)
      }
    case .null, .list, .object: throw parameter.misfit(.node(node), scalar.words)
    }
    try fit(scalar, parameter) { .node(node) }
  }

  init(_ argument: moya_argument, as scalar: ValueType.Scalar?, _ parameter: PreparedParameter) throws(Failure) {
    if argument.flags != 0 { throw parameter.misfit(.argument(argument), scalar.words) }
    switch Int(argument.kind) {
    case MOYA_KIND_I64: self = .integer(argument.integer)
    case MOYA_KIND_U64: self = .unsigned(UInt64(bitPattern: argument.integer))
    case MOYA_KIND_F64: self = .number(argument.number)
    case MOYA_KIND_BOOLEAN: self = .bool(argument.integer != 0)
    case MOYA_KIND_DATE where scalar == .date: self = .text(UniversalTime.text(microseconds: argument.integer))
    case MOYA_KIND_STR:
      self = .text(try String(argument.data?.assumingMemoryBound(to: CChar.self), named: parameter.label))
    case MOYA_KIND_TEXT:
      let bytes = try callerBytes(argument.data, count: argument.len, named: parameter.label)
      if bytes.count > CallerText.limit {
        throw .argument("\(parameter.label) is longer than \(CallerText.limit) bytes")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .utf8(parameter.label) }
      if text.utf8.contains(0) { throw PlainText.hasZero(parameter) }
      self = .text(text)
    default: throw parameter.misfit(.argument(argument), scalar.words)
    }
    try fit(scalar, parameter) { .argument(argument) }
  }

  /// Checks that the value has the parameter's type, and converts a number to `f32` or `f64` if that is the type.
  /// Throws if the value is of another kind or out of the range of the type.
  private mutating func fit(
    _ scalar: ValueType.Scalar?, _ parameter: PreparedParameter, _ value: () -> GivenValue
  ) throws(Failure) {
    switch (scalar, self) {
    case (.str?, .text), (.boolean?, .bool): return
    case (.date?, .text(let text)) where Timestamp.isOne(text): return
    case (.f64?, .integer(let number)): self = .number(Double(number))
    case (.f64?, .unsigned(let number)): self = .number(Double(number))
    case (.f64?, .number(let number)) where number.isFinite: return
    // Writes the float with as few digits as possible and reads this text as a number. So 0.1 stays 0.1, although the
    // exact value of the float is 0.100000001490116….
    case (.f32?, .number(let number)) where Float(number).isFinite: self = .number(Double("\(Float(number))") ?? number)
    case (.f32?, .integer(let number)): self = .number(Double(number))
    case (.f32?, .unsigned(let number)): self = .number(Double(number))
    case (let scalar?, .integer(let number)) where scalar.holds(number): return
    case (let scalar?, .unsigned(let number)) where scalar.holds(number): return
    case (nil, .text(let text)) where parameter.names != nil:
      if parameter.names?.contains(text) == true { return }
      let known = (parameter.names ?? []).prefix(8).joined(separator: ", ")
      throw .argument("\(parameter.label) is none of its names (\(known))")
    default: throw parameter.misfit(value(), scalar.words)
    }
  }
}

extension ValueType.Scalar {
  fileprivate func holds(_ number: some BinaryInteger) -> Bool {
    switch self {
    case .i8: Int8(exactly: number) != nil
    case .i16: Int16(exactly: number) != nil
    case .i32: Int32(exactly: number) != nil
    case .i64: Int64(exactly: number) != nil
    case .u8: UInt8(exactly: number) != nil
    case .u16: UInt16(exactly: number) != nil
    case .u32: UInt32(exactly: number) != nil
    case .u64: UInt64(exactly: number) != nil
    default: false
    }
  }
}

extension ValueType.Scalar? {
  /// A description of the values that the type allows, for messages.
  fileprivate var words: String {
    switch self {
    case nil: "one of its names"
    case .boolean?: "a boolean"
    case .str?: "a text"
    case .date?: "a date"
    case .bytes?: "bytes"
    case .file?: "the path of a file"
    case .raw?: "JSON"
    case .u8?, .u16?, .u32?, .u64?: "a \(self?.rawValue ?? "")"
    case let scalar?: "an \(scalar.rawValue)"
    }
  }
}

extension ValueType {
  /// Returns a description of the values that the parameter allows, for messages.
  func words(_ parameter: PreparedParameter) -> String {
    switch self {
    case .scalar(let scalar): Optional(scalar).words
    case .named: parameter.names == nil ? "a struct" : Scalar?.none.words
    case .list: "a list"
    case .map: "an object"
    case .optional(let type): type.words(parameter)
    }
  }
}

// MARK: - UniversalTime

/// Writes a time in UTC in the format of RFC 3339, for example `2026-02-03T04:05:06.5Z`.
enum UniversalTime {
  static func text(microseconds: Int64) -> String {
    let second: Int64 = 1_000_000
    var (seconds, fraction) = microseconds.quotientAndRemainder(dividingBy: second)
    if fraction < 0 { (seconds, fraction) = (seconds - 1, fraction + second) }
    var (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
    let (year, month, day) = civil(days)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time = "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    if fraction == 0 { return "\(date)T\(time)Z" }
    var digits = Substring(padded(fraction, 6))
    while digits.last == "0" { digits.removeLast() }
    return "\(date)T\(time).\(digits)Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Converts days since 1970-01-01 to year, month and day of the Gregorian calendar.
  ///
  /// The computation uses eras of 400 years that begin in March, so that the leap day is the last day of a year.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
