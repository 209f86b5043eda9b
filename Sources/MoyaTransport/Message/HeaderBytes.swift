import Glibc
import MoyaHTTP

/// Rules of a received header section, on its bytes.
extension UnsafeRawBufferPointer {
  /// CR, LF or NUL (RFC 9110 §5.5). Hardly any field has a control character at all, which is the quicker question.
  var hasForbiddenByte: Bool {
    let bytes = UnsafeBufferPointer(start: baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
    return !ASCII.isFieldValue(bytes) && contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
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
