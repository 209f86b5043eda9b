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

  /// Does the line start with this lower-case name, whatever its case?
  func isField(_ name: StaticString) -> Bool {
    guard count >= name.utf8CodeUnitCount else { return false }
    return UnsafeRawBufferPointer(rebasing: self[..<name.utf8CodeUnitCount]).equalsIgnoringCase(name)
  }

  /// - Parameter text: in lower case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard count == expected.count else { return false }
    for index in 0..<count where ASCII.lowercase(self[index]) != expected[index] { return false }
    return true
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Without spaces and tabs around it.
  var trimmed: Slice<UnsafeRawBufferPointer> {
    var rest = self
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }

  /// The members that commas divide, trimmed; empty ones do not count (RFC 9110 §5.6.1).
  var listMembers: [Slice<UnsafeRawBufferPointer>] {
    split(separator: 0x2C).map(\.trimmed).filter { !$0.isEmpty }
  }

  /// - Parameter text: in lower case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    UnsafeRawBufferPointer(rebasing: self).equalsIgnoringCase(text)
  }
}
