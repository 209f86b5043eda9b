import CMoya
import Glibc

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
