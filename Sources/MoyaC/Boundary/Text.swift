import CMoya
import Glibc
import MoyaCore

/// A text that a caller passes to the library, for example a name, a path, or the value of a field or a parameter.
///
/// Swift ends the process when an allocation fails. Therefore these texts have a limit. A text within the limit can
/// always be allocated, even if percent-encoding or joining makes it longer.
enum CallerText {
  /// Maximum bytes of a text.
  static let limit = 1 << 17
  /// Maximum bytes of a key path. This limit is smaller than `limit`, because each byte of a key path may be one step.
  static let keyPathLimit = 1 << 12

  /// Returns the bytes of a caller's text. If the pointer is NULL, throws an error.
  ///
  /// - Parameter excess: The status of the error for a text over the limit. Pass `MOYA_ERROR_INVALID_REQUEST` for a
  ///   text that is a part of a request.
  @inline(__always)
  static func bytes(
    _ pointer: UnsafePointer<CChar>?, limit: Int = CallerText.limit,
    excess: @autoclosure () -> Int = MOYA_ERROR_ARGUMENT,
    named name: @autoclosure () -> String
  ) throws(Failure) -> UnsafeRawBufferPointer {
    guard let pointer else { throw .null(name()) }
    let length = strnlen(pointer, limit + 1)
    if length > limit { throw Failure(excess(), "\(name()) is longer than \(limit) bytes") }
    return UnsafeRawBufferPointer(start: pointer, count: length)
  }

  /// Returns the bytes of a caller's text that has a length. If the pointer is NULL, throws an error.
  @inline(__always)
  static func bytes(
    _ text: moya_str, named name: @autoclosure () -> String
  ) throws(Failure) -> UnsafeRawBufferPointer {
    guard text.data != nil else { throw .null(name()) }
    guard 0...limit ~= text.len else {
      throw Failure(MOYA_ERROR_ARGUMENT, "\(name()) is longer than \(limit) bytes")
    }
    return UnsafeRawBufferPointer(start: text.data, count: text.len)
  }
}

extension String {
  /// Makes a copy of a caller's text. Text that is not UTF-8 is an error.
  init(
    _ pointer: UnsafePointer<CChar>?, limit: Int = CallerText.limit,
    excess: @autoclosure () -> Int = MOYA_ERROR_ARGUMENT,
    named name: @autoclosure () -> String
  ) throws(Failure) {
    guard let pointer else { throw .null(name()) }
    _ = try CallerText.bytes(pointer, limit: limit, excess: excess(), named: name())
    // `String(validating:as:)` is slower, because it looks up types at run time.
    guard let text = String(validatingCString: pointer) else { throw .utf8(name()) }
    self = text
  }

  /// Makes a copy of the value of a header field. The value need not be UTF-8 (`FieldBytes`).
  init(
    fieldValue pointer: UnsafePointer<CChar>?, excess: @autoclosure () -> Int, named name: @autoclosure () -> String
  ) throws(Failure) {
    guard let pointer else { throw .null(name()) }
    let bytes = try CallerText.bytes(pointer, excess: excess(), named: name())
    self = String(validatingCString: pointer) ?? FieldBytes.text(bytes)
  }

  /// Makes a copy of a text that is only shown, for example in a log line. Any text is accepted.
  ///
  /// Bytes that are not UTF-8 become U+FFFD, and a text over the limit is cut.
  init(repairing pointer: UnsafePointer<CChar>) {
    let bytes = UnsafeRawBufferPointer(start: pointer, count: strnlen(pointer, CallerText.limit))
    self.init(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Texts for callers

extension moya_str {
  /// Makes a text that points into the buffer and is valid while the buffer lives. The result is `{NULL, 0}` only if
  /// `buffer` is `nil`.
  init(_ buffer: BodyBuffer?) {
    self.init()
    guard let buffer else { return }
    data = buffer.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? moya_str.empty.characters
    len = buffer.count
  }

  /// A text that is valid as long as the process.
  init(_ text: StaticString) { self.init(data: text.characters, len: text.utf8CodeUnitCount) }

  private static let empty: StaticString = ""
}

extension StaticString {
  /// The characters, with a NUL at the end like every literal.
  var characters: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// Copies of texts and bytes. A zero byte follows each copy. The result is `nil` if memory is short.
extension BodyBuffer {
  convenience init?(_ text: String) {
    self.init(room: text.utf8.count) { memory in
      text.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer($0)) }
      return memory.count
    }
  }

  /// Returns the value of a header field, with the same bytes as in the message. The bytes need not be UTF-8
  /// (`FieldBytes`).
  static func fieldValue(_ text: String) -> BodyBuffer? {
    guard let bytes = FieldBytes.bytes(of: text) else { return BodyBuffer(text) }
    return bytes.withUnsafeBytes { BodyBuffer(copying: $0) }
  }

  convenience init?(copying data: Data) {
    // `Data.copyBytes` is not used. It is slow, because it is generic and not specialized here.
    self.init(room: data.count) { memory in
      data.withUnsafeBytes { memory.copyMemory(from: $0) }
      return data.count
    }
  }

  /// The texts with a separator between them.
  convenience init?(joining values: [moya_str], by separator: StaticString = ",") {
    let gap = separator.utf8CodeUnitCount
    self.init(room: values.reduce(max(0, values.count - 1) * gap) { $0 + $1.len }) { memory in
      var end = 0
      for (index, value) in values.enumerated() {
        if index > 0 {
          memory[end...].copyBytes(from: UnsafeRawBufferPointer(start: separator.utf8Start, count: gap))
          end += gap
        }
        memory[end...].copyBytes(from: UnsafeRawBufferPointer(start: value.data, count: value.len))
        end += value.len
      }
      return end
    }
  }

  /// Returns a copy of a caller's bytes.
  ///
  /// The caller chooses the size, which may be large. Swift's own allocation ends the process when it fails, so this
  /// function does not use it.
  static func copying(
    _ start: UnsafeRawPointer?, count: Int, named name: @autoclosure () -> String
  ) throws(Failure) -> BodyBuffer {
    guard let copy = BodyBuffer(copying: try callerBytes(start, count: count, named: name())) else {
      throw .memory(name())
    }
    return copy
  }
}

// MARK: - Texts in messages

extension String {
  /// The text with U+FFFD instead of each control character, each line separator, and each character that changes the
  /// direction of text.
  ///
  /// Texts of callers and servers are written into messages in this form. Otherwise one message could look like two
  /// lines of a log.
  var onOneLine: String {
    // Most texts are ASCII without control characters, and need no change.
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var shown = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }
}

extension ASCII {
  /// Compares two texts and ignores the case of A–Z. `strcasecmp` is not used, because it depends on the locale of the
  /// program: in a Turkish locale, `ID` and `id` differ.
  static func equalIgnoringCase(_ left: UnsafePointer<CChar>?, _ right: UnsafePointer<CChar>?) -> Bool {
    guard var left, var right else { return left == right }
    while true {
      let (one, other) = (UInt8(bitPattern: left.pointee), UInt8(bitPattern: right.pointee))
      if one != other, lowercase(one) != lowercase(other) { return false }
      if one == 0 { return true }
      left += 1
      right += 1
    }
  }
}
