import Glibc

/// Cuts a body that comes in pieces into its lines: a state machine without I/O. A line may lie in several pieces, a
/// piece may hold many lines; so each line is collected in a buffer of the cutter's, and ends with a zero there.
package final class LineCutter {
  /// What ends a line.
  package enum Ending: Sendable {
    /// LF, or CR and LF: lines of text and of JSON.
    case newline
    /// CR alone too: server-sent events (WHATWG HTML, "Interpreting an event stream").
    case any
  }

  private static let carriageReturn: UInt8 = 0x0D
  private static let lineFeed: UInt8 = 0x0A

  private let ending: Ending
  /// Bytes of a line at most, its end not counted.
  private let limit: Int
  private let line = BodyBuffer()
  /// The line in the buffer was given: the next byte begins another one.
  private var isGiven = true
  /// The last line ended with CR: a LF behind it belongs to that end.
  private var owesLineFeed = false

  package init(_ ending: Ending, limit: Int) {
    self.ending = ending
    self.limit = min(max(limit, 0), Int.max - 1)
  }

  /// Takes what the next line needs from the front of `rest`.
  /// - Returns: the line without its end, valid until the next call; `nil`: all of `rest` was taken, and it has no
  ///   further line's end.
  package func next(_ rest: inout UnsafeRawBufferPointer) throws(TransferError) -> UnsafeRawBufferPointer? {
    if owesLineFeed, let first = rest.first {
      owesLineFeed = false
      if first == LineCutter.lineFeed { rest = rest.dropped(1) }
    }
    guard !rest.isEmpty else { return nil }
    begin()
    guard let end = firstEnd(in: rest) else {
      try append(rest)
      rest = rest.dropped(rest.count)
      return nil
    }
    try append(UnsafeRawBufferPointer(rebasing: rest[..<end]))
    owesLineFeed = rest[end] == LineCutter.carriageReturn
    rest = rest.dropped(end + 1)
    return try given()
  }

  /// The last line of a body that does not end with a line's end; `nil`: there is none.
  package func last() throws(TransferError) -> UnsafeRawBufferPointer? {
    isGiven || line.count == 0 ? nil : try given()
  }

  private func firstEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
    switch ending {
    case .newline: bytes.place(of: LineCutter.lineFeed)
    case .any: bytes.firstIndex { $0 == LineCutter.lineFeed || $0 == LineCutter.carriageReturn }
    }
  }

  private func begin() {
    if isGiven { line.removeAll() }
    isGiven = false
  }

  private func append(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
    // One more: a CR that turns out to belong to the line's end.
    guard bytes.count <= limit + 1 - line.count else { throw tooLong }
    if !line.append(bytes) { throw TransferError(.memory, "no memory for a line of \(line.count + bytes.count) bytes") }
  }

  private func given() throws(TransferError) -> UnsafeRawBufferPointer {
    isGiven = true
    if ending == .newline, line.bytes.last == LineCutter.carriageReturn { line.removeLast() }
    if line.count > limit { throw tooLong }
    return line.bytes
  }

  private var tooLong: TransferError {
    TransferError(.tooLarge, "a line of the body is longer than the limit of \(limit) bytes (max_line)")
  }
}

extension UnsafeRawBufferPointer {
  /// Without its first bytes.
  fileprivate func dropped(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[count...]) }

  fileprivate func place(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }
}
