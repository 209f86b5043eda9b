import MoyaHTTP

/// What an answer's fields say about its end and the connection's: Content-Length and Transfer-Encoding (RFC 9112 §6),
/// Connection (§9.6).
struct BodyFraming {
  /// Agreed by every Content-Length field; −1: none.
  private(set) var contentLength: Int64 = -1
  private(set) var isChunked = false
  private var saysClose = false

  /// May the connection be used again? Where two fields say where the body ends, and where a coding stands that this
  /// answer may not have, another part of the way may have seen another end (§6.1, §6.3).
  func permitsReuse(after line: StatusLine) -> Bool {
    if saysClose { return false }
    if !isChunked { return line.code != 204 || contentLength <= 0 }
    return contentLength < 0 && line.version != .http10 && line.code != 204
  }

  /// A Content-Length: a list, and every member the same (RFC 9110 §8.6).
  mutating func receiveLength(_ value: Slice<UnsafeRawBufferPointer>) throws(Violation) {
    var rest = value
    while let comma = rest.firstIndex(of: 0x2C) {
      try receiveLengthMember(rest[..<comma])
      rest = rest[(comma + 1)...]
    }
    try receiveLengthMember(rest)
  }

  /// Digits only, with white space around them.
  private mutating func receiveLengthMember(_ member: Slice<UnsafeRawBufferPointer>) throws(Violation) {
    let digits = member.withoutWhiteSpaceAround
    if digits.isEmpty { throw Violation("its Content-Length is empty") }
    var length: Int64 = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { throw Violation("its Content-Length is not a number") }
      let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int64(byte - 0x30))
      if overflow || carry { throw Violation("its Content-Length is out of range") }
      length = sum
    }
    if contentLength >= 0, contentLength != length { throw Violation("its Content-Lengths differ") }
    contentLength = length
  }

  /// libcurl knows "close" alone, and not in every list.
  mutating func receiveConnection(_ value: Slice<UnsafeRawBufferPointer>) {
    guard value.contains(0x2C) else { return }
    if value.listMembers.contains(where: { $0.equalsIgnoringCase("close") }) { saysClose = true }
  }

  /// A Transfer-Encoding: "chunked", once, is the only coding that may come unasked (RFC 9110 §10.1.4), and the library
  /// asks for no other.
  mutating func receiveTransferEncoding(_ value: Slice<UnsafeRawBufferPointer>) throws(Violation) {
    for coding in value.listMembers {
      guard coding.equalsIgnoringCase("chunked") else {
        throw Violation("its Transfer-Encoding is not \"chunked\" alone")
      }
      if isChunked { throw Violation("its Transfer-Encoding is \"chunked\" twice") }
      isChunked = true
    }
    if !isChunked { throw Violation("its Transfer-Encoding is empty") }
  }
}
