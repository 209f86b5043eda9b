import CMoya
import Glibc
import MoyaCore

/// Text that C may point at: UTF-8 in memory of its own, ended by NUL. Freed with this object. Unchecked: never
/// changed.
final class CText: @unchecked Sendable {
  /// `{NULL, 0}` only when there was no memory.
  let str: moya_str

  init(_ bytes: UnsafeRawBufferPointer) { str = CText.copy(bytes) }

  init(_ text: String) {
    var text = text
    str = text.withUTF8 { CText.copy(UnsafeRawBufferPointer($0)) }
  }

  /// Takes over `memory`, which malloc gave, with room for one byte behind `count`.
  init(owning memory: UnsafeMutableRawPointer, count: Int) {
    memory.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    str = moya_str(data: UnsafePointer(memory.assumingMemoryBound(to: CChar.self)), len: count)
  }

  init(noMemory: Void) { str = moya_str() }

  private static func copy(_ bytes: UnsafeRawBufferPointer) -> moya_str {
    guard let memory = malloc(bytes.count + 1) else { return moya_str() }
    if let source = bytes.baseAddress { memcpy(memory, source, bytes.count) }
    let characters = memory.assumingMemoryBound(to: CChar.self)
    characters[bytes.count] = 0
    return moya_str(data: UnsafePointer(characters), len: bytes.count)
  }

  /// A text made of several, joined with commas.
  init(joining values: [moya_str]) {
    let length = values.reduce(max(0, values.count - 1)) { $0 + $1.len }
    guard let memory = malloc(length + 1) else {
      str = moya_str()
      return
    }
    var end = memory
    for (index, value) in values.enumerated() {
      if index > 0 {
        end.storeBytes(of: 0x2C, as: UInt8.self)
        end += 1
      }
      if let source = value.data { memcpy(end, source, value.len) }
      end += value.len
    }
    end.storeBytes(of: 0, as: UInt8.self)
    str = moya_str(data: UnsafePointer(memory.assumingMemoryBound(to: CChar.self)), len: length)
  }

  deinit { free(UnsafeMutableRawPointer(mutating: str.data)) }

  /// A text that exists and is empty, unlike `{NULL, 0}`.
  static var empty: moya_str {
    moya_str(data: UnsafeRawPointer(emptyText.utf8Start).assumingMemoryBound(to: CChar.self), len: 0)
  }

  private static let emptyText: StaticString = ""
}

/// Keeps texts alive until the arena itself is freed.
struct TextArena {
  private var texts: [CText] = []

  mutating func keep(_ text: String?) -> moya_str {
    guard let text else { return moya_str() }
    if text.isEmpty { return CText.empty }
    let copy = CText(text)
    keep(copy)
    return copy.str
  }

  mutating func keep(_ text: CText) { texts.append(text) }
}

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
  /// - Parameter excess: the status for a text over the limit: `.invalidRequest` where the text is a part of a request.
  @inline(__always)
  static func bytes(
    _ pointer: UnsafePointer<CChar>?, limit: Int = CallerText.limit, excess: @autoclosure () -> Status = .argument,
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
    _ pointer: UnsafePointer<CChar>?, limit: Int = CallerText.limit, excess: @autoclosure () -> Status = .argument,
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
