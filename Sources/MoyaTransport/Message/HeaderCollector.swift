import FoundationEssentials
import MoyaHTTP

/// Reads an answer's header section line by line and refuses what RFC 9112 does not allow. A state machine without I/O.
///
/// libcurl is lenient: a bare CR, a name with a space behind it, a section that was cut off all count as success there.
package struct HeaderCollector {
  package enum Verdict: Equatable {
    /// More lines follow.
    case more
    /// The section of a final answer is complete.
    case complete
    case violation(String)
    case tooLarge
    case noMemory
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

  private(set) var status = StatusLine(version: .http11, code: 0)
  private(set) var framing = BodyFraming()
  /// The codings of Content-Encoding as received; nil: none.
  package private(set) var contentEncoding: String?
  /// Where a redirect leads, as received, without white space around it; empty: nowhere.
  private(set) var location: [UInt8] = []

  package init(limit: Int) {
    self.limit = limit
    // Allocated now, and not when the answer comes: the thread that makes the request is the one that will free its
    // answer, and an allocator takes memory back fastest on the thread that got it.
    block = HeaderBlock(capacity: 512)
  }

  package var statusCode: Int { status.code }
  /// Agreed by every Content-Length field; −1: none.
  package var contentLength: Int64 { framing.contentLength }
  package var isChunked: Bool { framing.isChunked }
  /// A final answer's header section was received to its end.
  package var isComplete: Bool { state == .ended }

  package var fields: HeaderFields { block?.fields ?? HeaderFields() }

  /// The header section as it was received; afterwards the collector's own is empty.
  package mutating func takeBlock() -> HeaderBlock { exchange(&block, with: nil) ?? HeaderBlock() }

  /// One line with its line end.
  package mutating func receive(_ line: UnsafeRawBufferPointer) -> Verdict {
    size += line.count
    if size > limit { return .tooLarge }
    // libcurl hands out what it has of the last line when the connection ends: the section has no end then.
    guard line.last == 0x0A else { return .more }
    var length = line.count - 1
    if length > 0, line[length - 1] == 0x0D { length -= 1 }
    let content = UnsafeRawBufferPointer(rebasing: line[..<length])
    switch state {
    case .expectsStatus: return receiveStatus(content)
    case .inFields: return content.isEmpty ? endSection() : receiveField(content)
    case .ended: return content.hasPrefix("HTTP/") ? receiveStatus(content) : .more
    }
  }

  private mutating func receiveStatus(_ line: UnsafeRawBufferPointer) -> Verdict {
    switch StatusLine.read(line) {
    case .violation(let fault): return .violation(fault)
    case .line(let status): self.status = status
    }
    framing = BodyFraming()
    contentEncoding = nil
    location = []
    state = .inFields
    let block = self.block ?? HeaderBlock()
    block.removeAll()
    self.block = block
    return block.appendLine(line) ? .more : .noMemory
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
    // A libcurl that leaves lines folded does not read them as one field either: two readings of one answer.
    if line[0] == 0x20 || line[0] == 0x09 { return .violation("a header line is folded") }
    var colon = 0
    while colon < line.count, ASCII.isToken(line[colon]) { colon += 1 }
    if colon == line.count { return .violation("a header line has no colon") }
    if line[colon] != 0x3A || colon == 0 { return .violation("a header name is empty or not a token") }
    if line.hasForbiddenByte { return .violation("a header line contains a NUL or a CR") }
    if let block, !block.appendLine(line) { return .noMemory }
    let value = line[(colon + 1)...]
    let fault: String? =
      switch colon {
      case 8 where line.isField("location"): receiveLocation(value.trimmed)
      case 10 where line.isField("connection"): receiveConnection(value)
      case 14 where line.isField("content-length"): framing.receiveLength(value)
      case 16 where line.isField("content-encoding"): receiveContentEncoding(value)
      case 17 where line.isField("transfer-encoding"): framing.receiveTransferEncoding(value)
      default: nil
      }
    return fault.map { .violation($0) } ?? .more
  }

  private mutating func receiveConnection(_ value: Slice<UnsafeRawBufferPointer>) -> String? {
    framing.receiveConnection(value)
    return nil
  }

  private mutating func receiveContentEncoding(_ value: Slice<UnsafeRawBufferPointer>) -> String? {
    let value = String(decoding: value, as: UTF8.self)
    contentEncoding = contentEncoding.map { $0 + "," + value } ?? value
    return nil
  }

  /// One place (RFC 9110 §10.2.2); a field that is repeated names it again.
  private mutating func receiveLocation(_ value: Slice<UnsafeRawBufferPointer>) -> String? {
    if value.isEmpty || location.elementsEqual(value) { return nil }
    if !location.isEmpty { return "its Locations differ" }
    location = Array(value)
    return nil
  }
}
