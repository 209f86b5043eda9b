import CMoya
import Glibc
import MoyaCore

/// What a caller writes for the library to read as text: names, paths, values of fields and parameters.
///
/// Swift ends the process when the allocator refuses. So these texts have a limit, by which neither a text nor what is
/// made of it (percent-encoded, joined, in a buffer that grows) is so large that a refusal would have to be expected.
enum CallerText {
  /// Bytes of a text at most.
  static let limit = 1 << 17
  /// Bytes of a key path at most; fewer, since each of its bytes may be a step.
  static let keyPathLimit = 1 << 12

  /// The bytes of a caller's text. NULL is an error.
  /// - Parameter excess: the status for a text over the limit: `MOYA_ERROR_INVALID_REQUEST` where the text is a part of
  ///   a request.
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
}

extension String {
  /// A caller's text: copied, and checked to be UTF-8.
  init(
    _ pointer: UnsafePointer<CChar>?, limit: Int = CallerText.limit,
    excess: @autoclosure () -> Int = MOYA_ERROR_ARGUMENT,
    named name: @autoclosure () -> String
  ) throws(Failure) {
    guard let pointer else { throw .null(name()) }
    _ = try CallerText.bytes(pointer, limit: limit, excess: excess(), named: name())
    // Not `String(validating:as:)`, which looks up types at run time: 900 instructions, a tenth of a stub.
    guard let text = String(validatingCString: pointer) else { throw .utf8(name()) }
    self = text
  }

  /// A text that is only shown, such as a log line, and is never refused: bytes that are not UTF-8 become U+FFFD, and a
  /// text over the limit is cut.
  init(repairing pointer: UnsafePointer<CChar>) {
    let bytes = UnsafeRawBufferPointer(start: pointer, count: strnlen(pointer, CallerText.limit))
    self.init(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Texts for callers

extension moya_str {
  /// Points into the buffer, and is valid as long as the buffer lives. `{NULL, 0}` for `nil`, and for nothing else.
  init(_ buffer: BodyBuffer?) {
    self.init()
    guard let buffer else { return }
    data = buffer.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? moya_str.empty.characters
    len = buffer.count
  }

  private static let empty: StaticString = ""
}

extension StaticString {
  /// Ended by NUL, as every literal is.
  var characters: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// Copies of texts and bytes, each with a zero behind it. `nil`: there is no memory.
extension BodyBuffer {
  convenience init?(_ text: String) {
    self.init(room: text.utf8.count) { memory in
      text.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer($0)) }
      return memory.count
    }
  }

  convenience init?(copying data: Data) {
    self.init(room: data.count) { data.copyBytes(to: $0) }
  }

  /// Of several texts, with commas between them.
  convenience init?(joining values: [moya_str]) {
    self.init(room: values.reduce(max(0, values.count - 1)) { $0 + $1.len }) { memory in
      var end = 0
      for (index, value) in values.enumerated() {
        if index > 0 {
          memory[end] = UInt8(ascii: ",")
          end += 1
        }
        memory[end...].copyBytes(from: UnsafeRawBufferPointer(start: value.data, count: value.len))
        end += value.len
      }
      return end
    }
  }

  /// A copy of a caller's bytes. The caller chooses how many, and Swift's own allocation ends the process when it fails.
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
  /// With U+FFFD for each control character, separator of lines and change of direction: a text of a caller or a server
  /// inside a sentence, which must not look like two in a log.
  var onOneLine: String {
    // Most texts are ASCII without any.
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
