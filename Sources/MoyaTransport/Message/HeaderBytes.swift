import Glibc
import MoyaHTTP

/// Rules of a received header section, on its bytes.
extension UnsafeRawBufferPointer {
  /// CR, LF or NUL (RFC 9110 §5.5). Eight bytes at a time, which takes half the instructions of three `memchr`.
  var hasForbiddenByte: Bool {
    guard count >= 8 else { return contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } }
    var offset = 0
    while offset < count {
      // The last eight overlap with those before.
      let word = loadUnaligned(fromByteOffset: Swift.min(offset, count - 8), as: UInt64.self)
      let found = word.zeroBytes | (word ^ UInt64(everyByte: 0x0D)).zeroBytes | (word ^ UInt64(everyByte: 0x0A)).zeroBytes
      if found != 0 { return true }
      offset += 8
    }
    return false
  }

  func hasPrefix(_ text: StaticString) -> Bool {
    guard let start = baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// `ASCII.equalIgnoringCase` for a text in lower case, with half as much to ask of each byte: most fields of a response
  /// are compared.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard count == expected.count else { return false }
    for index in 0..<count where ASCII.lowercase(self[index]) != expected[index] { return false }
    return true
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The members that commas divide, trimmed; empty ones do not count (RFC 9110 §5.6.1).
  var listMembers: [UnsafeRawBufferPointer] {
    split(separator: 0x2C).map(\.withoutWhiteSpaceAround).filter { !$0.isEmpty }
  }
}

extension UInt64 {
  fileprivate init(everyByte byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Not 0 when a byte is 0: only then does the subtraction set the highest bit of a byte that had it clear.
  fileprivate var zeroBytes: UInt64 { (self &- UInt64(everyByte: 1)) & ~self & UInt64(everyByte: 0x80) }
}
