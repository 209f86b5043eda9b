import Glibc

/// Splits a body that arrives in pieces into lines. This is a state machine without I/O.
///
/// A line can span several pieces, and a piece can contain many lines. So this object collects each line in a buffer,
/// with a zero after the line.
package final class LineCutter {
  /// What ends a line.
  package enum Ending: Sendable {
    /// A line ends with LF, or with CR and LF, as in plain text and in lines of JSON.
    case newline
    /// LF, CR and LF, or CR alone. This is for server-sent events (WHATWG HTML, "Interpreting an event stream").
    case any
  }

  private static let carriageReturn: UInt8 = 0x0D
  private static let lineFeed: UInt8 = 0x0A

  private let ending: Ending
  /// The maximum number of bytes of a line, without its end.
  private let limit: Int
  private let line = BodyBuffer()
  /// True if the line in the buffer has been returned, so the next byte begins a new line.
  private var isGiven = true
  /// True if the last line ended with CR, so a following LF belongs to the same line end.
  private var owesLineFeed = false

  package init(_ ending: Ending, limit: Int) {
    self.ending = ending
    self.limit = min(max(limit, 0), Int.max - 1)
  }

  /// Collects the start of `rest` up to the end of the next line, and removes the bytes that it used.
  /// - Returns: the line without its end, valid until the next call. `nil` if all of `rest` was used without reaching
  ///   the end of a line.
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

  /// Returns the last line of a body that does not end with a line end. Returns `nil` if there is no such line.
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
    // The limit includes one more byte, for a CR that can be part of the line end.
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
  /// Returns the bytes without the first `count`.
  fileprivate func dropped(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[count...]) }

  fileprivate func place(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }
}
