import MoyaTestSupport
import Testing

@testable import MoyaHTTP

/// Server-sent events by WHATWG HTML, "Interpreting an event stream". The rows with a number are its examples.
@Suite struct EventParserTests {
  struct Event: Equatable, Sendable {
    var type = "message"
    var data = ""
    var id = ""
    var retry: Int64?
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let stream: [UInt8]
    let events: [Event]
    var testDescription: String { what }

    init(_ what: String, _ stream: String, _ events: Event...) {
      self.what = what
      self.stream = Array(stream.utf8)
      self.events = events
    }

    init(_ what: String, bytes: [UInt8], _ events: Event...) {
      self.what = what
      stream = bytes
      self.events = events
    }
  }

  private static let rows = [
    Row("nothing", ""),
    Row("example 1", "data: YHOO\ndata: +2\ndata: 10\n\n", Event(data: "YHOO\n+2\n10")),
    Row(
      "example 2", ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      Event(data: "first event", id: "1"), Event(data: "second event"), Event(data: " third event")),
    Row("example 3", "data\n\ndata\ndata\n\ndata:", Event(data: ""), Event(data: "\n")),
    Row("example 4", "data:test\n\ndata: test\n\n", Event(data: "test"), Event(data: "test")),
    Row(
      "a type is for one event", "event: add\ndata: 1\n\ndata: 2\n\n", Event(type: "add", data: "1"),
      Event(data: "2")),
    Row("an empty type is none", "event: a\nevent:\ndata: 1\n\n", Event(data: "1")),
    Row("without data there is no event", "event: add\nid: 3\n\ndata: 1\n\n", Event(data: "1", id: "3")),
    Row("an identifier stays", "id: 7\ndata: 1\n\ndata: 2\n\n", Event(data: "1", id: "7"), Event(data: "2", id: "7")),
    Row("an identifier with NUL is ignored", "id: 1\nid: 2\u{0}3\ndata: x\n\n", Event(data: "x", id: "1")),
    Row("a retry stays", "retry: 250\n\ndata: x\n\n", Event(data: "x", retry: 250)),
    Row("a retry that is no number is ignored", "retry: 2s\nretry: -1\nretry:\ndata: x\n\n", Event(data: "x")),
    Row("a retry beyond any time is ignored", "retry: 99999999999999999999\ndata: x\n\n", Event(data: "x")),
    Row(
      "unknown fields and comments are ignored", "datum: 1\n:data: 2\nDATA: 3\ndatax: 4\ndata: 5\n\n",
      Event(data: "5")),
    Row("a value's later colons and spaces stay", "data: a: b \n\n", Event(data: "a: b ")),
    Row(
      "lines end with CR too", "data: 1\r\rdata: 2\r\n\r\ndata: 3\n\r", Event(data: "1"), Event(data: "2"),
      Event(data: "3")),
    Row("one byte order mark is dropped", "\u{FEFF}data: 1\n\n\u{FEFF}data: 2\n\n", Event(data: "1")),
    Row("of two byte order marks one stays", "\u{FEFF}\u{FEFF}data: 1\n\ndata: 2\n\n", Event(data: "2")),
    Row("the end cuts off what is not complete", "data: 1\n\ndata: 2\n", Event(data: "1")),
    Row("many empty lines are nothing", "\n\n\n\ndata: 1\n\n\n\n", Event(data: "1")),
    Row(
      "what is no UTF-8 is replaced", bytes: Array("data: a".utf8) + [0xFF, 0xC3] + Array("\ndata: ü\n\n".utf8),
      Event(data: "a\u{FFFD}\u{FFFD}\nü")),
    Row(
      "an identifier that is no UTF-8 is replaced, and stays",
      bytes: Array("id: a".utf8) + [0xFF] + Array("\ndata: 1\n\ndata: 2\n\ndata: 3\n\n".utf8),
      Event(data: "1", id: "a\u{FFFD}"), Event(data: "2", id: "a\u{FFFD}"), Event(data: "3", id: "a\u{FFFD}")),
    Row(
      "an identifier without an event is replaced, and stays",
      bytes: Array("id: ".utf8) + [0xC3] + Array("\n\ndata: 1\n\nid: b\n\ndata: 2\n\n".utf8),
      Event(data: "1", id: "\u{FFFD}"), Event(data: "2", id: "b")),
  ]

  private func events(_ pieces: [[UInt8]], limit: Int = 1000) throws -> [Event] {
    let parser = EventParser(limit: limit)
    var events: [Event] = []
    for piece in pieces {
      events += try piece.withUnsafeBytes { bytes in
        var rest = bytes
        var found: [Event] = []
        while let event = try parser.next(&rest) {
          found.append(Event(type: text(event.type), data: text(event.data), id: text(event.id), retry: event.retry))
        }
        return found
      }
    }
    return events
  }

  private func text(_ buffer: BodyBuffer) -> String { String(decoding: buffer.bytes, as: UTF8.self) }

  @Test(arguments: rows) func `events are the same wherever the pieces are cut`(row: Row) throws {
    for cut in 0...row.stream.count {
      let pieces = [Array(row.stream[..<cut]), Array(row.stream[cut...])]
      #expect(try events(pieces) == row.events, "cut at \(cut)")
    }
    #expect(try events(row.stream.map { [$0] }) == row.events, "byte by byte")
  }

  @Test func `the work for an event does not grow with the identifier of an earlier one`() throws {
    func work(ofID length: Int) throws -> Int64 {
      let parser = EventParser(limit: 1 << 20)
      let start = Array("id: \(String(repeating: "a", count: length))\ndata: 1\n\n".utf8)
      try start.withUnsafeBytes { bytes in
        var rest = bytes
        let event = try parser.next(&rest)
        #expect(event?.id.count == length)
      }
      return try workTime {
        for _ in 0..<200 {
          try Array("data: 2\n\n".utf8).withUnsafeBytes { bytes in
            var rest = bytes
            let event = try parser.next(&rest)
            #expect(event?.id.count == length)
          }
        }
      }
    }
    let short = try work(ofID: 1)
    #expect(try work(ofID: 1_000_000) < 10 * short)
  }

  @Test(arguments: [
    ("data: 123456789\n\n", true), ("data: 1234\ndata: 56789\n\n", true), ("data: 12345\ndata: 1234567\n\n", false),
    (": 1234567890123\n\n", true), (": 12345678901234\n\n", false),
  ])
  func `an event with more data than the limit, or a longer line, is too large`(stream: String, isSmall: Bool) throws {
    if isSmall {
      #expect(throws: Never.self) { try events([Array(stream.utf8)], limit: 15) }
    } else {
      let error = #expect(throws: TransferError.self) {
        try events([Array(stream.utf8)], limit: stream.hasPrefix(":") ? 15 : 12)
      }
      #expect(error?.kind == .tooLarge && error?.message.contains("limit of 1") == true)
    }
  }
}
