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

  /// `ASCII.equalIgnoringCase` for a text of lower case, digits and hyphens, eight bytes at once: most fields of a response
  /// are compared.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let start = baseAddress else {
      return count == 0 && text.utf8CodeUnitCount == 0
    }
    let expected = UnsafeRawPointer(text.utf8Start)
    var index = 0
    // Of these characters letters alone have the bit 0x40, and the bit 0x20 is all that their capitals lack.
    while index + 8 <= count {
      let word = expected.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let mine = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if mine | (word & 0x4040_4040_4040_4040) >> 1 != word { return false }
      index += 8
    }
    while index < count {
      let byte = expected.load(fromByteOffset: index, as: UInt8.self)
      if self[index] | (byte & 0x40) >> 1 != byte { return false }
      index += 1
    }
    return true
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The members that commas divide, trimmed; empty ones do not count (RFC 9110 §5.6.1).
  var listMembers: [UnsafeRawBufferPointer] {
    split(separator: 0x2C).map(\.withoutWhiteSpaceAround).filter { !$0.isEmpty }
  }
}
