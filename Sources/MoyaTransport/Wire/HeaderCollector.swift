import FoundationEssentials
import Glibc
import MoyaHTTP

/// Reads a response's header section line by line and refuses what RFC 9112 does not allow. This is a state machine
/// without I/O.
///
/// libcurl is lenient: it accepts a bare CR, a name followed by a space, and a section that was cut off.
struct HeaderCollector: ~Copyable {
  private enum State {
    case expectsStatus
    case inFields
    /// The section of a final response has ended. A trailer can follow. If the response is an authentication challenge,
    /// another response can follow too.
    case ended
  }

  /// The initial capacity in bytes, enough for most header sections.
  private static let room = 1000
  /// The limit for the header section, in bytes.
  private let limit: Int
  private var state = State.expectsStatus
  /// The number of bytes received, including those of interim responses.
  private(set) var size = 0
  private var block: HeaderBlock?

  private(set) var status = StatusLine(version: .http11, code: 0)
  private(set) var framing = BodyFraming()
  /// The codings of Content-Encoding, as received; `nil` if there are none.
  private(set) var contentEncoding: String?
  /// The Location of a redirect as received, without white space around it; empty if there is none.
  private(set) var location: [UInt8] = []
  /// The trailer fields, which follow the body. libcurl separates them from the body for HTTP/2 only. `nil` if there
  /// are none.
  private(set) var trailers: HeaderBlock?

  init(limit: Int) {
    self.limit = limit
    // The memory for the section is allocated now, not when the response comes. The thread that makes the request also
    // frees its response, and an allocator frees memory fastest on the thread that allocated it.
    block = HeaderBlock(capacity: HeaderCollector.room)
  }

  var statusCode: Int { status.code }
  /// The value of all Content-Length fields, which must agree; −1 if there are none.
  var contentLength: Int64 { framing.contentLength }
  var isChunked: Bool { framing.isChunked }
  /// True if a final response's header section is complete.
  var isComplete: Bool { state == .ended }

  var fields: HeaderFields { block?.fields ?? HeaderFields() }

  func eachField(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
    block?.eachField(body)
  }

  /// Returns the received header section. Afterwards, the collector has an empty section.
  mutating func takeBlock() -> HeaderBlock { exchange(&block, with: nil) ?? HeaderBlock() }

  /// Returns a copy of the received header section, or an empty section if there is no memory.
  func copiedBlock() -> HeaderBlock { block?.copy() ?? HeaderBlock() }

  /// Frees the memory for the header section, which `init` has allocated. It is allocated again when the first line of
  /// the response arrives.
  mutating func freeRoom() { block = nil }

  /// Receives one line with its line end. Returns true if it completes the section of a final response.
  mutating func receive(_ line: UnsafeRawBufferPointer) throws(Violation) -> Bool {
    size += line.count
    if size > limit { throw Violation(.tooLarge, "sent too large a header section (max_header_size)") }
    // If the connection ends within a line, libcurl passes on the part that has arrived. The section is then
    // incomplete.
    guard line.last == 0x0A else { return false }
    var length = line.count - 1
    if length > 0, line[length - 1] == 0x0D { length -= 1 }
    let content = UnsafeRawBufferPointer(rebasing: line[..<length])
    switch state {
    case .inFields where content.isEmpty: return try endSection()
    case .inFields: try receiveField(content, line)
    case .ended where !content.hasPrefix("HTTP/"): if !content.isEmpty { try receiveTrailer(content, line) }
    case .expectsStatus, .ended: try receiveStatus(content, line)
    }
    return false
  }

  /// Receives the status line. `line` is without its line end, and `whole` is with it.
  private mutating func receiveStatus(
    _ line: UnsafeRawBufferPointer, _ whole: UnsafeRawBufferPointer
  ) throws(Violation) {
    status = try StatusLine(line)
    framing = BodyFraming()
    contentEncoding = nil
    location = []
    trailers = nil
    state = .inFields
    if block == nil { block = HeaderBlock(capacity: HeaderCollector.room) } else { block?.removeAll() }
    try append(whole)
  }

  private mutating func endSection() throws(Violation) -> Bool {
    if statusCode == 101 { throw Violation("it switched protocols, which was not asked for") }
    state = statusCode < 200 ? .expectsStatus : .ended
    return isComplete
  }

  /// Receives a trailer field. Trailers are stored separately from the header section, whatever their names are (RFC
  /// 9110 §6.5).
  private mutating func receiveTrailer(
    _ line: UnsafeRawBufferPointer, _ whole: UnsafeRawBufferPointer
  ) throws(Violation) {
    _ = try HeaderCollector.nameLength(line)
    trailers = trailers ?? HeaderBlock.withoutStatusLine()
    if trailers?.appendLine(whole) != true {
      throw Violation(.memory, "sent trailers for which there is no memory")
    }
  }

  private mutating func receiveField(
    _ line: UnsafeRawBufferPointer, _ whole: UnsafeRawBufferPointer
  ) throws(Violation) {
    let colon = try HeaderCollector.nameLength(line)
    try append(whole)
    var name: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: line[..<colon]) }
    let value = line[(colon + 1)...]
    switch colon {
    case 8 where name.equalsIgnoringCase("location"): try receiveLocation(value.withoutWhiteSpaceAround)
    case 10 where name.equalsIgnoringCase("connection"): framing.receiveConnection(value)
    case 14 where name.equalsIgnoringCase("content-length"): try framing.receiveLength(value)
    case 16 where name.equalsIgnoringCase("content-encoding"):
      let value = String(decoding: value, as: UTF8.self)
      contentEncoding = contentEncoding.map { $0 + "," + value } ?? value
    case 17 where name.equalsIgnoringCase("transfer-encoding"): try framing.receiveTransferEncoding(value)
    default: break
    }
  }

  /// Returns the offset of the colon after a field's name (RFC 9112 §5).
  @inline(__always)
  private static func nameLength(_ line: UnsafeRawBufferPointer) throws(Violation) -> Int {
    // libcurl joins a folded line to its field. If a folded line still arrives here, libcurl has not joined it, so
    // libcurl and this library could read the response differently.
    if line[0] == 0x20 || line[0] == 0x09 { throw Violation("a header line is folded") }
    var colon = 0
    while colon < line.count, ASCII.isToken(line[colon]) { colon += 1 }
    if colon == line.count { throw Violation("a header line has no colon") }
    if line[colon] != 0x3A || colon == 0 { throw Violation("a header name is empty or not a token") }
    if line.hasForbiddenByte { throw Violation("a header line contains a NUL or a CR") }
    return colon
  }

  private func append(_ line: UnsafeRawBufferPointer) throws(Violation) {
    if block?.appendLine(line) == false {
      throw Violation(.memory, "sent a header section for which there is no memory")
    }
  }

  /// Receives a Location field. Only one target is allowed (RFC 9110 §10.2.2), so a repeated field must name the same
  /// target.
  private mutating func receiveLocation(_ value: UnsafeRawBufferPointer) throws(Violation) {
    if value.isEmpty || location.elementsEqual(value) { return }
    if !location.isEmpty { throw Violation("its Locations differ") }
    location = Array(value)
  }
}

// MARK: - BodyFraming

/// What a response's fields say about the end of the body and of the connection. The fields are Content-Length and
/// Transfer-Encoding (RFC 9112 §6), and Connection (RFC 9112 §9.6).
struct BodyFraming {
  /// The value of all Content-Length fields, which must agree; −1 if there are none.
  private(set) var contentLength: Int64 = -1
  private(set) var isChunked = false
  private var saysClose = false

  /// Returns true if the connection may be reused. It must not be reused if the server says that it closes the
  /// connection. It must also not be reused if two fields state where the body ends, if the response has a coding that
  /// is not allowed for it, or if a 204 announces a body. A proxy may then have seen another end of the body (RFC 9112
  /// §6.1, RFC 9112 §6.3).
  func permitsReuse(after line: StatusLine) -> Bool {
    if saysClose { return false }
    if !isChunked { return line.code != 204 || contentLength <= 0 }
    return contentLength < 0 && line.version != .http10 && line.code != 204
  }

  /// Receives a Content-Length. Its value may be a list, in which all members must be the same (RFC 9110 §8.6).
  mutating func receiveLength(_ value: Slice<UnsafeRawBufferPointer>) throws(Violation) {
    var rest = value
    while let comma = rest.firstIndex(of: 0x2C) {
      try receiveLengthMember(rest[..<comma])
      rest = rest[(comma + 1)...]
    }
    try receiveLengthMember(rest)
  }

  /// Receives a member of the list. Only digits are allowed, with white space around them.
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

  /// Receives a Connection field. libcurl itself recognizes "close" if it is the whole value, but not always if it is a
  /// member of a list.
  mutating func receiveConnection(_ value: Slice<UnsafeRawBufferPointer>) {
    guard value.contains(0x2C) else { return }
    if value.listMembers.contains(where: { $0.equalsIgnoringCase("close") }) { saysClose = true }
  }

  /// Receives a Transfer-Encoding. A server may send only "chunked", and only once, unless the client requested another
  /// coding (RFC 9110 §10.1.4). The library requests no other coding.
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

// MARK: - Bytes

/// Rules for the bytes of a received header section.
extension UnsafeRawBufferPointer {
  /// True if the text contains CR, LF or NUL (RFC 9110 §5.5). First checks for any control character, because this
  /// check is quicker and almost no field contains one.
  var hasForbiddenByte: Bool {
    let bytes = UnsafeBufferPointer(start: baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
    return !ASCII.isFieldValue(bytes) && contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
  }

  func hasPrefix(_ text: StaticString) -> Bool {
    guard let start = baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Returns true if the bytes are equal to `text`, which has only lower-case letters, digits and hyphens. The case of
  /// letters does not matter. Compares eight bytes at once, because this function is called for most fields of a
  /// response.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let start = baseAddress else {
      return count == 0 && text.utf8CodeUnitCount == 0
    }
    let expected = UnsafeRawPointer(text.utf8Start)
    var index = 0
    // Of these characters, only letters have the bit 0x40. An upper-case letter differs from its lower-case letter only
    // in the bit 0x20, which the upper-case letter lacks.
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
  /// The members between commas, trimmed. Empty members do not count (RFC 9110 §5.6.1).
  var listMembers: [UnsafeRawBufferPointer] {
    split(separator: 0x2C).map(\.withoutWhiteSpaceAround).filter { !$0.isEmpty }
  }
}
