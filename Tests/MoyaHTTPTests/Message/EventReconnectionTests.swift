import Testing

@testable import MoyaHTTP

/// The rules that decide whether and when a client connects again (WHATWG HTML, "Processing model" of server-sent
/// events).
@Suite struct EventReconnectionTests {
  enum Input: Sendable {
    /// Bytes arrived.
    case event
    /// The stream has sent this ID and this delay.
    case said(id: String = "", retry: Int64? = nil)
    case end
    case failure(TransferError.Kind)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let inputs: [Input]
    let delays: [Int64]
    var testDescription: String { what }

    init(_ what: String, _ inputs: [Input], _ delays: [Int64]) {
      (self.what, self.inputs, self.delays) = (what, inputs, delays)
    }
  }

  private static let rows = [
    Row("three seconds, unless the server says otherwise", [.event, .end], [3000]),
    Row("the delay of the server", [.event, .said(retry: 50), .end, .event, .said(), .end], [50, 50]),
    Row("a delay of zero", [.event, .said(retry: 0), .end], [0]),
    Row("a delay is a day at most", [.event, .said(retry: .max), .end], [86_400_000]),
    Row(
      "the delay doubles up to 30 seconds while nothing arrives",
      [.end, .end, .end, .end, .end, .failure(.connect)], [3000, 6000, 12000, 24000, 30000, 30000]),
    Row("an event begins anew", [.end, .end, .event, .end, .end], [3000, 6000, 3000, 6000]),
    Row("a longer delay of the server stays", [.event, .said(retry: 60_000), .end, .end], [60_000, 60_000]),
    Row("no hot loop", [.event, .said(retry: 0), .end, .end, .end], [0, 200, 400]),
    Row(
      "doubling never overflows", Array(repeating: .end, count: 100),
      [3000, 6000, 12000, 24000] + Array(repeating: 30000, count: 96)),
  ]

  @Test(arguments: rows) func `the delay before a connection`(row: Row) {
    var reconnection = EventReconnection()
    var delays: [Int64] = []
    for input in row.inputs {
      var step: EventReconnection.Step?
      switch input {
      case .event: reconnection.receive()
      case .said(let id, let retry): reconnection.take(lastID: id, retry: retry)
      case .end: step = reconnection.stepAfterEnd()
      case .failure(let kind): step = reconnection.step(after: kind)
      }
      if case .connect(let delay) = step { delays.append(delay) }
    }
    #expect(delays == row.delays)
  }

  @Test func `the next request has the last ID`() {
    var reconnection = EventReconnection()
    #expect(reconnection.lastID == "")
    for id in ["1", "zwei", ""] {
      reconnection.take(lastID: id, retry: nil)
      #expect(reconnection.lastID == id)
    }
  }

  @Test(
    arguments: [
      (200, "text/event-stream", .read), (200, "TEXT/event-stream ; charset=utf-8", .read), (200, nil, .read),
      (200, "text/plain", .fail), (200, "", .fail), (200, "text/event-streams", .fail), (204, nil, .end),
      (204, "text/plain", .end), (205, nil, .fail), (301, nil, .fail), (404, "text/event-stream", .fail),
      (500, nil, .fail), (503, nil, .fail),
    ] as [(Int, String?, EventReconnection.Step)])
  func `the head of a response decides`(status: Int, type: String?, step: EventReconnection.Step) {
    #expect(EventReconnection().step(afterStatus: status, contentType: type) == step)
  }

  @Test(arguments: TransferError.Kind.allCases) func `only a failure that may pass leads to a connection`(
    kind: TransferError.Kind
  ) {
    let passing: Set<TransferError.Kind> = [
      .resolve, .connect, .connectTimeout, .idleTimeout, .totalTimeout, .network, .incompleteBody,
    ]
    var reconnection = EventReconnection()
    #expect(reconnection.step(after: kind) == (passing.contains(kind) ? .connect(afterMilliseconds: 3000) : .fail))
  }

  @Test func `the error about a type shows the beginning of a long one`() {
    let message = EventReconnection.wrongType("text/html" + String(repeating: "x", count: 100_000)).message
    #expect(message.contains("text/htmlx") && message.utf8.count < 200)
  }

  @Test(arguments: [
    ("id: 1\ndata: x\n\n", "1"), ("id: 1\n\n", "1"), ("id: 1\ndata: x\n", ""), ("id: 1\n\nid: 2\n", "1"),
    ("id: 1\n\nid\n\n", ""), ("id: 1\n\ndata: x\n\n", "1"), ("id: a\0b\n\n", ""),
    ("id: 1\n\nid: a\u{1}b\n\n", "a\u{1}b"),
  ])
  func `the ID at the last empty line is the last ID`(stream: String, id: String) throws {
    let parser = EventParser(limit: 100)
    try Array(stream.utf8).withUnsafeBytes { bytes in
      var rest = bytes
      while try parser.next(&rest) != nil {}
    }
    #expect(parser.lastID == id)
  }

  @Test(
    arguments: [
      ("id: 1\n\n", "1"), ("data: x\n\n", nil), ("id: 1\n\nid: 2\u{1}\n\n", "1"), ("id: \u{7F}\n\n", nil),
      ("id: 1\n\nid\n\n", ""), ("id: a\tb\n\n", "a\tb"), ("id: 1\n\nid: 2\u{1B}\n\nid: 3\n\n", "3"),
      ("id: 1\n\nid: " + String(repeating: "x", count: 300_001) + "\n\n", "1"),
    ] as [(String, String?)])
  func `the ID of the next request is the last one that a header field can hold`(stream: String, id: String?) throws {
    let parser = EventParser(limit: 400_000)
    try Array(stream.utf8).withUnsafeBytes { bytes in
      var rest = bytes
      while try parser.next(&rest) != nil {}
    }
    #expect(parser.lastFieldID == id)
    var reconnection = EventReconnection()
    reconnection.take(lastID: "0", retry: nil)
    reconnection.take(lastID: parser.lastFieldID, retry: nil)
    #expect(reconnection.lastID == id ?? "0")
  }

  @Test func `the ID of an earlier connection is that of events until the server sends another`() throws {
    let parser = EventParser(limit: 100, lastID: "ü")
    try Array("data: x\n\nid: 2\ndata: y\n\n".utf8).withUnsafeBytes { bytes in
      var rest = bytes
      var ids: [String] = []
      while let event = try parser.next(&rest) { ids.append(String(decoding: event.id.bytes, as: UTF8.self)) }
      #expect(ids == ["ü", "2"])
    }
  }

  @Test func `the delay of an earlier connection is that of events until the server sends another`() throws {
    let parser = EventParser(limit: 100, retry: 50)
    try Array("data: x\n\nretry: 7\ndata: y\n\n".utf8).withUnsafeBytes { bytes in
      var rest = bytes
      var delays: [Int64?] = []
      while let event = try parser.next(&rest) { delays.append(event.retry) }
      #expect(delays == [50, 7])
    }
  }
}
