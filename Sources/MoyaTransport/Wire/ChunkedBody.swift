import MoyaHTTP

/// Removes the chunked coding from a body as it arrives (RFC 9112 §7.1). This is a state machine without I/O.
///
/// libcurl also reads the chunks, to know where they end. But it accepts `5xyz` as a size, and it does not report the
/// lines with the sizes. So a server could keep a transfer busy with an endless line.
struct ChunkedBody {
  private enum State {
    /// The next byte is in a chunk's size, of which this many digits have arrived.
    case size(digits: Int)
    /// The size is complete. An extension or the end of the line follows.
    case afterSize
    case inExtension
    /// The next byte must be the LF after the size.
    case sizeEnd
    case data
    /// The next byte must be the CR after the data. In the state `dataLineFeed`, it must be the LF.
    case dataEnd
    case dataLineFeed
    /// The next byte is the first one of a line in the trailer section.
    case trailerStart
    case trailerName
    case trailerValue
    case trailerLineFeed
    case lastLineFeed
    case ended
  }

  /// The limit in bytes for one line of extensions, and for the trailer section.
  private static let longestLine = 16 << 10
  private static let mostDigits = 16

  private var state = State.size(digits: 0)
  /// The number of bytes of the current chunk that have not arrived yet.
  private var left: UInt64 = 0
  private var lineLength = 0
  /// The lines of the trailer section; `nil` if there are none yet.
  private(set) var trailers: HeaderBlock?
  /// True if there was no memory for a byte of the trailer section.
  private var lacksMemory = false

  /// True if the last chunk and the trailer section are complete.
  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// Reads from the front of `rest` and removes what it has read. Bytes after the end of the body stay in `rest`.
  /// Returns a piece of the body, or `nil` when everything that has arrived was read.
  mutating func read(_ rest: inout UnsafeRawBufferPointer) throws(Violation) -> UnsafeRawBufferPointer? {
    while let byte = rest.first {
      if case .data = state { return take(&rest) }
      if case .ended = state { return nil }
      guard let next = step(byte) else { throw fault }
      state = next
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    }
    return nil
  }

  private mutating func take(_ rest: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(clamping: left)))
    left -= UInt64(piece.count)
    if left == 0 { state = .dataEnd }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    return piece
  }

  /// Returns the state after a byte that is not part of the body, or `nil` if the byte is not allowed there.
  private mutating func step(_ byte: UInt8) -> State? {
    switch state {
    case .size(let digits): sizeStep(byte, digits)
    case .afterSize, .inExtension: extensionStep(byte)
    case .sizeEnd: byte == 0x0A ? (left == 0 ? startTrailers() : .data) : nil
    case .dataEnd: byte == 0x0D ? .dataLineFeed : nil
    case .dataLineFeed: byte == 0x0A ? .size(digits: 0) : nil
    case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed: trailerStep(byte)
    case .data, .ended: nil
    }
  }

  private mutating func sizeStep(_ byte: UInt8, _ digits: Int) -> State? {
    guard let digit = ASCII.hexValue(byte) else {
      lineLength = 0
      return digits > 0 ? extensionStep(byte) : nil
    }
    // A larger number would not fit into a length.
    guard digits < ChunkedBody.mostDigits, left <= UInt64(Int64.max) >> 4 else { return nil }
    left = left << 4 | UInt64(digit)
    return .size(digits: digits + 1)
  }

  /// Reads white space, a semicolon and an extension, which is ignored (RFC 9112 §7.1.1), and finally the CR.
  private mutating func extensionStep(_ byte: UInt8) -> State? {
    lineLength += 1
    guard lineLength <= ChunkedBody.longestLine else { return nil }
    switch byte {
    case 0x0D: return .sizeEnd
    case 0x20, 0x09: if case .inExtension = state { return .inExtension } else { return .afterSize }
    case 0x3B: return .inExtension
    default: if case .inExtension = state, !ASCII.isControl(byte) { return .inExtension } else { return nil }
    }
  }

  private mutating func startTrailers() -> State {
    lineLength = 0
    return .trailerStart
  }

  /// Reads and checks the fields of the trailer section (RFC 9112 §7.1.2). Stores them separately from the fields of
  /// the header section.
  private mutating func trailerStep(_ byte: UInt8) -> State? {
    lineLength += 1
    guard lineLength <= ChunkedBody.longestLine, let next = nextInTrailer(byte) else { return nil }
    switch next {
    case .lastLineFeed, .ended: return next
    default: return keep(byte) ? next : nil
    }
  }

  private mutating func keep(_ byte: UInt8) -> Bool {
    trailers = trailers ?? HeaderBlock.withoutStatusLine()
    lacksMemory = withUnsafeBytes(of: byte) { trailers?.appendLine($0) != true }
    return !lacksMemory
  }

  private func nextInTrailer(_ byte: UInt8) -> State? {
    switch (state, byte) {
    case (.trailerStart, 0x0D): return .lastLineFeed
    case (.trailerStart, 0x0A), (.lastLineFeed, 0x0A): return .ended
    case (.trailerName, 0x3A): return .trailerValue
    case (.trailerStart, _), (.trailerName, _): return ASCII.isToken(byte) ? .trailerName : nil
    case (.trailerValue, 0x0D): return .trailerLineFeed
    case (.trailerValue, 0x0A), (.trailerLineFeed, 0x0A): return .trailerStart
    case (.trailerValue, _): return byte == 0 ? nil : .trailerValue
    default: return nil
    }
  }

  /// Describes what is wrong, by the state in which it was found.
  private var fault: Violation {
    if lacksMemory { return Violation(.memory, "sent trailers for which there is no memory") }
    if lineLength > ChunkedBody.longestLine {
      return Violation(.tooLarge, "sent too many extensions or trailers with its chunks")
    }
    return switch state {
    case .size, .afterSize, .inExtension, .sizeEnd: Violation("a chunk's size is malformed")
    case .dataEnd, .dataLineFeed: Violation("a chunk is longer than its size")
    default: Violation("its trailer section is malformed")
    }
  }
}
