import FoundationEssentials
import Glibc
import MoyaHTTP

/// Reads an answer's header section line by line and refuses what RFC 9112 does not allow. Does no input of its own.
///
/// libcurl is lenient: two lengths that differ, a bare CR, a name with a space behind it, a section that was cut off
/// all count as success there.
package struct HeaderCollector {
  package enum Verdict: Equatable {
    /// More lines follow.
    case more
    /// The section of a final answer is complete.
    case complete
    case violation(String)
    case tooLarge
  }

  private enum State {
    case expectsStatus
    case inFields
    /// A final answer's section has ended; what follows is a trailer, or another answer (a challenge was answered).
    case ended
  }

  /// Bytes of header section.
  let limit: Int
  private var state = State.expectsStatus
  /// Bytes received, interim answers included.
  package private(set) var size = 0
  private var block: HeaderBlock?

  package private(set) var statusCode = 0
  /// Agreed by every Content-Length field; −1: none.
  package private(set) var contentLength: Int64 = -1
  package private(set) var isChunked = false
  /// The codings of Content-Encoding as received; nil: none.
  package private(set) var contentEncoding: String?

  package init(limit: Int) {
    self.limit = limit
    // Now, and not when the answer comes: it is the thread that makes the request which will let go of its answer, and an
    // allocator wants memory back from the thread that got it.
    block = HeaderBlock(capacity: 512)
  }

  /// A final answer's header section was received to its end.
  package var isComplete: Bool { state == .ended }
  /// Something was received at all.
  package var hasStarted: Bool { size > 0 }

  package var fields: HeaderFields { block?.fields ?? HeaderFields() }

  /// The header section as it was received; afterwards the collector's own is empty.
  package mutating func takeBlock() -> HeaderBlock { exchange(&block, with: nil) ?? HeaderBlock() }

  /// One line with its line end.
  package mutating func receive(_ line: UnsafeRawBufferPointer) -> Verdict {
    size += line.count
    if size > limit { return .tooLarge }
    var length = line.count
    if length > 0, line[length - 1] == 0x0A { length -= 1 }
    if length > 0, line[length - 1] == 0x0D { length -= 1 }
    let content = UnsafeRawBufferPointer(rebasing: line[..<length])
    if startsAnswer(content) { return receiveStatus(content) }
    switch state {
    case .expectsStatus: return .violation("its first line is not a status line")
    case .inFields: return content.isEmpty ? endSection() : receiveField(content)
    case .ended: return .more
    }
  }

  private func startsAnswer(_ line: UnsafeRawBufferPointer) -> Bool {
    state != .inFields && line.count > 8 && line.hasPrefix("HTTP/")
  }

  /// RFC 9112 §4. HTTP/2 has the same line without a reason, made by libcurl.
  private mutating func receiveStatus(_ line: UnsafeRawBufferPointer) -> Verdict {
    guard let space = line.firstIndex(of: 0x20), line.count >= space + 4 else {
      return .violation("its status line has no status code")
    }
    var code = 0
    for byte in line[(space + 1)..<(space + 4)] {
      guard byte >= 0x30, byte <= 0x39 else { return .violation("its status code is not a number") }
      code = code * 10 + Int(byte - 0x30)
    }
    guard code >= 100, line.count == space + 4 || line[space + 4] == 0x20 else {
      return .violation("its status code does not have three digits")
    }
    if hasForbiddenByte(line) { return .violation("its status line contains a control character") }
    statusCode = code
    contentLength = -1
    isChunked = false
    contentEncoding = nil
    state = .inFields
    let block = self.block ?? HeaderBlock()
    block.removeAll()
    block.appendLine(line)
    self.block = block
    return .more
  }

  private mutating func endSection() -> Verdict {
    if statusCode == 101 { return .violation("it switched protocols, which was not asked for") }
    if statusCode < 200 {
      state = .expectsStatus
      return .more
    }
    state = .ended
    return .complete
  }

  /// RFC 9112 §5.
  private mutating func receiveField(_ line: UnsafeRawBufferPointer) -> Verdict {
    if line[0] == 0x20 || line[0] == 0x09 { return receiveFolded(line) }
    var colon = 0
    while colon < line.count, ASCII.isToken(line[colon]) { colon += 1 }
    if colon == line.count { return .violation("a header line has no colon") }
    if line[colon] != 0x3A || colon == 0 { return .violation("a header name is empty or not a token") }
    if hasForbiddenByte(line) { return .violation("a header value contains a control character") }
    block?.appendLine(line)
    switch colon {
    case 14 where line.isField("content-length"): return receiveLength(line[(colon + 1)...])
    case 16 where line.isField("content-encoding"):
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      contentEncoding = contentEncoding.map { $0 + "," + value } ?? value
    case 17 where line.isField("transfer-encoding"):
      isChunked = true
    default: break
    }
    return .more
  }

  /// A continued line is joined with one space (RFC 9112 §5.2).
  private mutating func receiveFolded(_ line: UnsafeRawBufferPointer) -> Verdict {
    guard let block, block.lineCount > 1 else { return .violation("its first header line starts with white space") }
    if hasForbiddenByte(line) { return .violation("a header value contains a control character") }
    guard let start = line.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return .more }
    block.continueLine(UnsafeRawBufferPointer(rebasing: line[(start - 1)...]))
    return .more
  }

  /// A list, and every member the same (RFC 9110 §8.6).
  private mutating func receiveLength(_ value: Slice<UnsafeRawBufferPointer>) -> Verdict {
    var rest = value
    while let comma = rest.firstIndex(of: 0x2C) {
      let verdict = receiveLengthMember(rest[..<comma])
      if verdict != .more { return verdict }
      rest = rest[(comma + 1)...]
    }
    return receiveLengthMember(rest)
  }

  /// Digits only, with white space around them.
  private mutating func receiveLengthMember(_ member: Slice<UnsafeRawBufferPointer>) -> Verdict {
    var length: Int64 = 0
    var digits = 0
    var ended = false
    for byte in member {
      if byte == 0x20 || byte == 0x09 {
        ended = digits > 0
        continue
      }
      guard byte >= 0x30, byte <= 0x39, !ended else { return .violation("its Content-Length is not a number") }
      let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int64(byte - 0x30))
      if overflow || carry { return .violation("its Content-Length is out of range") }
      length = sum
      digits += 1
    }
    if digits == 0 { return .violation("its Content-Length is empty") }
    if contentLength >= 0, contentLength != length { return .violation("its Content-Lengths differ") }
    contentLength = length
    return .more
  }

  private func hasForbiddenByte(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let start = line.baseAddress else { return false }
    return memchr(start, 0x0D, line.count) != nil || memchr(start, 0, line.count) != nil
      || memchr(start, 0x0A, line.count) != nil
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func hasPrefix(_ text: StaticString) -> Bool {
    guard let start = baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Does the line start with this lower-case name, whatever its case?
  fileprivate func isField(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { expected in
      guard count >= expected.count else { return false }
      for index in 0..<expected.count where ASCII.lowercase(self[index]) != expected[index] { return false }
      return true
    }
  }
}
