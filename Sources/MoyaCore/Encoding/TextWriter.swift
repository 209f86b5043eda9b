/// Fills memory that is large enough; what were too much is dropped, never written.
package struct TextWriter {
  @usableFromInline let buffer: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline package internal(set) var count = 0

  @inlinable
  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  @inlinable
  package var last: UInt8? { count > 0 ? buffer[count - 1] : nil }

  @inlinable
  package mutating func removeLast() { count = max(0, count - 1) }

  @inlinable
  package mutating func append(_ byte: UInt8) {
    guard count < buffer.count else { return }
    buffer[count] = byte
    count += 1
  }

  @inlinable
  package mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    guard bytes.count <= buffer.count - count, let start = buffer.baseAddress, !bytes.isEmpty,
      let source = UnsafeBufferPointer(rebasing: bytes).baseAddress
    else { return }
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Percent-encoded (RFC 3986 §2.1) where it is not plain.
  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, unless isPlain: (UInt8) -> Bool) {
    for byte in bytes {
      if isPlain(byte) {
        append(byte)
      } else {
        append(0x25)
        append(ASCII.hexDigit(byte >> 4, upperCase: true))
        append(ASCII.hexDigit(byte & 15, upperCase: true))
      }
    }
  }
}
