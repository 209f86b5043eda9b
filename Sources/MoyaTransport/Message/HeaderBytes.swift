import Glibc
import MoyaHTTP

/// Rules of a received header section, on its bytes.
extension UnsafeRawBufferPointer {
  /// CR, LF or NUL (RFC 9110 §5.5).
  var hasForbiddenByte: Bool {
    guard let start = baseAddress else { return false }
    return memchr(start, 0x0D, count) != nil || memchr(start, 0, count) != nil || memchr(start, 0x0A, count) != nil
  }

  func hasPrefix(_ text: StaticString) -> Bool {
    guard let start = baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    ASCII.equalIgnoringCase(self, UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The members that commas divide, trimmed; empty ones do not count (RFC 9110 §5.6.1).
  var listMembers: [UnsafeRawBufferPointer] {
    split(separator: 0x2C).map(\.withoutWhiteSpaceAround).filter { !$0.isEmpty }
  }
}
