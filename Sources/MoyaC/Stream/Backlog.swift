import MoyaCore
import MoyaHTTP

/// Bytes that came in a pause and are yet to be shown.
struct Backlog {
  private var buffer: BodyBuffer?
  private var start = 0

  init(_ buffer: BodyBuffer? = nil) { self.buffer = buffer }

  var bytes: UnsafeRawBufferPointer {
    guard let buffer else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: buffer.bytes[start...])
  }

  /// All but the last `count` bytes were shown.
  mutating func leave(_ count: Int) {
    start = (buffer?.count ?? 0) - count
    if count == 0 { self = Backlog() }
  }

  /// Copies bytes behind the others. False: there is no memory.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.isEmpty { return true }
    let buffer = buffer ?? BodyBuffer()
    self.buffer = buffer
    return buffer.append(bytes)
  }
}
