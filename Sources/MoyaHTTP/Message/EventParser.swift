/// Reads server-sent events from a body that comes in pieces: a state machine without I/O, by the rules of WHATWG HTML,
/// "Interpreting an event stream". What a browser does with the events, such as reconnecting, is left to the caller.
package final class EventParser {
  /// An event. Its texts are UTF-8, each with a zero behind it, valid until the parser's next call.
  package struct Event {
    /// "message" unless the stream says otherwise.
    package let type: BodyBuffer
    /// The lines of data, with a line feed between them.
    package let data: BodyBuffer
    /// The last that the stream has named, perhaps with an earlier event; empty: none.
    package let id: BodyBuffer
    /// After how many milliseconds the server wants to be asked again when the stream has ended, as it said last;
    /// `nil`: it did not say.
    package let retry: Int64?
  }

  private static let standardType = BodyBuffer(copying: "message")

  private let cutter: LineCutter
  private let limit: Int
  private let type = BodyBuffer()
  private let data = BodyBuffer()
  private let id = BodyBuffer()
  private var retry: Int64?
  private var hasData = false
  private var isFirstLine = true
  /// The event in the buffers was given: the next line begins another one.
  private var isGiven = false

  /// - Parameter limit: of a line, and of an event's data, in bytes.
  package init(limit: Int) {
    self.limit = limit
    cutter = LineCutter(.any, limit: limit)
  }

  /// Takes what the next event needs from the front of `rest`; `nil`: all of it was taken, and completes no further
  /// event. One that the body's end cuts off is never given, as the rules say.
  package func next(_ rest: inout UnsafeRawBufferPointer) throws(TransferError) -> Event? {
    while let line = try cutter.next(&rest) {
      if isGiven { forget() }
      if line.isEmpty {
        if let event = try ended() { return event }
      } else {
        try take(isFirstLine ? EventParser.withoutMark(line) : line)
      }
      isFirstLine = false
    }
    return nil
  }

  private func take(_ line: UnsafeRawBufferPointer) throws(TransferError) {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
    var value = UnsafeRawBufferPointer(rebasing: line[min(colon + 1, line.count)...])
    if value.first == UInt8(ascii: " ") { value = UnsafeRawBufferPointer(rebasing: value[1...]) }
    switch String(decoding: line[..<min(colon, 6)], as: UTF8.self) {
    case "data": try add(value)
    case "event": try replace(type, by: value)
    case "id": if !value.contains(0) { try replace(id, by: value) }
    case "retry": retry = ASCII.number(value) ?? retry
    // A comment, which begins with the colon, or a field that the rules do not know.
    default: break
    }
  }

  private func add(_ value: UnsafeRawBufferPointer) throws(TransferError) {
    guard value.count < limit - data.count || !hasData && value.count <= limit else {
      throw TransferError(.tooLarge, "an event of the body has more data than the limit of \(limit) bytes (max_line)")
    }
    if hasData { try append(EventParser.lineFeed.bytes, to: data) }
    try append(value, to: data)
    hasData = true
  }

  private static let lineFeed = BodyBuffer(copying: "\n")

  /// An empty line ends an event; without data there is none.
  private func ended() throws(TransferError) -> Event? {
    isGiven = true
    guard hasData else { return nil }
    for text in [type, data, id] { try EventParser.repair(text) }
    return Event(type: type.count == 0 ? EventParser.standardType : type, data: data, id: id, retry: retry)
  }

  private func forget() {
    type.removeAll()
    data.removeAll()
    hasData = false
    isGiven = false
  }

  /// The stream is UTF-8; what is not becomes U+FFFD.
  private static func repair(_ text: BodyBuffer) throws(TransferError) {
    if text.bytes.allSatisfy({ $0 < 0x80 }) || String(validating: text.bytes, as: UTF8.self) != nil { return }
    var repaired = String(decoding: text.bytes, as: UTF8.self)
    text.removeAll()
    let hasRoom = repaired.withUTF8 { text.append(UnsafeRawBufferPointer($0)) }
    if !hasRoom { throw noMemory }
  }

  private static func withoutMark(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    line.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeRawBufferPointer(rebasing: line[3...]) : line
  }

  private func replace(_ buffer: BodyBuffer, by value: UnsafeRawBufferPointer) throws(TransferError) {
    buffer.removeAll()
    try append(value, to: buffer)
  }

  private func append(_ bytes: UnsafeRawBufferPointer, to buffer: BodyBuffer) throws(TransferError) {
    if !buffer.append(bytes) { throw EventParser.noMemory }
  }

  private static var noMemory: TransferError { TransferError(.memory, "no memory for an event of the body") }
}

extension ASCII {
  /// The number that these digits say; `nil`: they are none, are not all digits, or say too large a one.
  fileprivate static func number(_ digits: UnsafeRawBufferPointer) -> Int64? {
    guard 1...18 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}

extension BodyBuffer {
  fileprivate convenience init(copying text: StaticString) {
    self.init()
    _ = append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
