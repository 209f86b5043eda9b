/// Parses server-sent events from a body that arrives in pieces. This is a state machine without I/O. It follows the
/// rules of WHATWG HTML, "Interpreting an event stream". The caller handles everything else that a browser does with
/// the events, for example reconnecting.
package final class EventParser {
  /// An event. Its texts are UTF-8, each followed by a zero, and are valid until the parser's next call.
  package struct Event {
    /// "message" unless the stream specifies a type.
    package let type: BodyBuffer
    /// The lines of data, with a line feed between them.
    package let data: BodyBuffer
    /// The last ID in the stream, perhaps from an earlier event. Empty if the stream had no ID.
    package let id: BodyBuffer
    /// How many milliseconds a client should wait before it connects again. If the server has specified the time more
    /// than once, this is the last one. `nil` if the server has not specified it.
    package let retry: Int64?
  }

  private static let standardType = BodyBuffer(copying: "message")

  private let cutter: LineCutter
  private let limit: Int
  private let type = BodyBuffer()
  private let data = BodyBuffer()
  private let id = BodyBuffer()
  /// The value of `Event.retry` for the next event.
  package private(set) var retry: Int64?
  /// The last ID of the stream. An ID in the stream counts from the next empty line on, even if no data precedes this
  /// line.
  package private(set) var lastID: String
  /// The last ID of this connection that a header field can hold, by the same rule as `lastID`. `nil` if the server has
  /// specified no such ID on this connection.
  package private(set) var lastFieldID: String?
  /// True if the server has specified an ID since the last empty line.
  private var isIDNew = false
  private var hasData = false
  private var isFirstLine = true
  /// True if `next` has returned the event in the buffers, so the next line begins a new event.
  private var isGiven = false

  /// - Parameters:
  /// - limit: the maximum number of bytes of a line, and of an event's data.
  /// - lastID: the ID with which the client has connected again. Events have this ID until the server specifies another
  ///   one.
  /// - retry: the delay in milliseconds that the server specified on an earlier connection.
  package init(limit: Int, lastID: String = "", retry: Int64? = nil) {
    self.limit = limit
    self.lastID = lastID
    self.retry = retry
    cutter = LineCutter(.any, limit: limit)
    var text = lastID
    _ = text.withUTF8 { id.append(UnsafeRawBufferPointer($0)) }
  }

  /// Parses the start of `rest` up to the next event, and removes the bytes that it used. Returns `nil` if all bytes
  /// were used without completing an event. If the end of the body cuts an event off, the event is never returned, as
  /// the rules require.
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
    case "id":
      if value.contains(0) { break }
      try replace(id, by: value)
      isIDNew = true
    case "retry": retry = ASCII.number(value) ?? retry
    // The line is a comment, which begins with a colon, or it has an unknown field.
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

  /// Handles an empty line, which ends an event. Returns `nil` if no data precedes the line, because then there is no
  /// event.
  private func ended() throws(TransferError) -> Event? {
    isGiven = true
    if isIDNew {
      // An ID stays for later events, so it is repaired once, and not for each event.
      try EventParser.repair(id)
      lastID = String(decoding: id.bytes, as: UTF8.self)
      if RequestRules.accepts(name: EventReconnection.field, value: lastID) { lastFieldID = lastID }
    }
    isIDNew = false
    guard hasData else { return nil }
    for text in [type, data] { try EventParser.repair(text) }
    return Event(type: type.count == 0 ? EventParser.standardType : type, data: data, id: id, retry: retry)
  }

  private func forget() {
    type.removeAll()
    data.removeAll()
    hasData = false
    isGiven = false
  }

  /// Replaces invalid bytes with U+FFFD, because the stream must be UTF-8.
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
  /// Converts digits to a number. Returns `nil` if there are no digits, if a byte is not a digit, or if the number is
  /// too large.
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
