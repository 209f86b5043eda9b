import Moya
import MoyaTestSupport
import Testing

/// Lines and events of responses in Swift. MoyaHTTPTests tests how lines and events are cut.
@Suite struct StreamLinesTests {
  private func stub(_ body: String) -> Probe {
    var target = Probe()
    target.sampleData = Data(body.utf8)
    target.stubBehavior = .immediate
    return target
  }

  private let provider = MoyaProvider<Probe>(session: .patient())

  struct Row: Sendable, CustomTestStringConvertible {
    let body: String
    let lines: [String]
    var testDescription: String { body.debugDescription }
  }

  @Test(arguments: [
    Row(body: "", lines: []), Row(body: "one", lines: ["one"]), Row(body: "one\n", lines: ["one"]),
    Row(body: "one\r\ntwo\n\nfour", lines: ["one", "two", "", "four"]), Row(body: "größer\n", lines: ["größer"]),
  ])
  func `lines have no line end`(row: Row) async throws {
    var lines: [String] = []
    for try await line in provider.lines(stub(row.body)) { lines.append(line) }
    #expect(lines == row.lines)
    var same: [String] = []
    for try await line in MoyaXProvider().lines(stub(row.body)) { same.append(line) }
    #expect(same == row.lines)
  }

  /// A piece from the server can end inside a line. A stub's body comes whole, and the reader divides it.
  @Test(arguments: [true, false])
  func `a hundred thousand lines come in order`(isStubbed: Bool) async throws {
    let body = (0..<100_000).map { "line \($0)\n" }.joined()
    let server = try EchoServer { _ in
      var answer = EchoAnswer(body: body)
      answer.isChunked = true
      return answer
    }
    defer { server.stop() }
    var target = Probe(server.host, "/lines")
    target.sampleData = Data(body.utf8)
    if isStubbed { target.stubBehavior = .immediate }
    var (next, wrong) = (0, 0)
    for try await line in provider.lines(target) {
      if line != "line \(next)" { wrong += 1 }
      next += 1
    }
    #expect(next == 100_000)
    #expect(wrong == 0)
  }

  @Test func `bytes that are not UTF-8 are replaced`() async throws {
    var target = stub("")
    target.sampleResponse = .networkResponse(200, Data([0x61, 0xFF, 0x0A]))
    var lines: [String] = []
    for try await line in provider.lines(target) { lines.append(line) }
    #expect(lines == ["a\u{FFFD}"])
  }

  enum Part: CaseIterable, Sendable { case lines, events }

  @Test(arguments: Part.allCases, [5, 6])
  func `a line longer than the limit is an error after the lines before it`(part: Part, limit: Int) async {
    let target = stub("id: 1\ndata:\n\nabcdef\n")
    var count = 0
    do {
      switch part {
      case .lines: for try await _ in provider.lines(target, limit: limit) { count += 1 }
      case .events: for try await _ in provider.events(target, limit: limit) { count += 1 }
      }
      #expect(limit == 6)
    } catch {
      #expect(error.transferKind == .tooLarge && limit == 5)
    }
    #expect(count == (part == .events ? 1 : limit == 6 ? 4 : 3))
  }

  @Test func `after an error an iterator has no more lines`() async throws {
    var lines = provider.lines(stub("abcdef\nb\n"), limit: 3).makeAsyncIterator()
    do throws(MoyaError) {
      _ = try await lines.next()
      Issue.record("no error")
    } catch {
      #expect(error.transferKind == .tooLarge)
    }
    let next = try await lines.next()
    #expect(next == nil)
  }

  @Test func `the start of a line that was cut off is no line after the error`() async throws {
    let server = try EchoServer { _ in
      var answer = EchoAnswer(body: "one\ntwo\n")
      answer.cut = 6
      return answer
    }
    defer { server.stop() }
    var lines = provider.lines(Probe(server.host, "/lines")).makeAsyncIterator()
    let first = try await lines.next()
    #expect(first == "one")
    do throws(MoyaError) {
      _ = try await lines.next()
      Issue.record("no error")
    } catch {
      #expect(error.transferKind == .incompleteBody)
    }
    let next = try await lines.next()
    #expect(next == nil)
  }

  @Test func `events have type, data, ID and delay`() async throws {
    let target = stub("retry: 20\nid: 7\ndata: one\n\nevent: add\ndata: two\ndata: lines\n\nid\ndata:\n\ndata: cut off")
    var events: [ServerSentEvent] = []
    for try await event in provider.events(target) { events.append(event) }
    #expect(
      events == [
        ServerSentEvent(data: "one", id: "7", retry: .milliseconds(20)),
        ServerSentEvent(type: "add", data: "two\nlines", id: "7", retry: .milliseconds(20)),
        ServerSentEvent(data: "", retry: .milliseconds(20)),
      ])
  }

  @Test func `events with the same ID share its text`() async throws {
    let id = String(repeating: "long ", count: 100)
    var addresses: [UnsafePointer<UInt8>?] = []
    var kept: [ServerSentEvent] = []
    for try await event in provider.events(stub("id: \(id)\ndata: 1\n\ndata: 2\n\ndata: 3\n\nid: b\ndata: 4\n\n")) {
      var text = event.id
      addresses.append(text.withUTF8 { $0.baseAddress })
      kept.append(event)
    }
    #expect(kept.map(\.id) == [id, id, id, "b"])
    #expect(addresses.count == 4 && addresses[1] == addresses[0] && addresses[2] == addresses[0])
  }

  struct Accepted: Sendable {
    let target: [String: String]?
    let session: String?
    let sent: String
  }

  @Test(arguments: [
    Accepted(target: nil, session: nil, sent: "text/event-stream"),
    Accepted(target: ["accept": "text/plain"], session: nil, sent: "text/plain"),
    Accepted(target: ["X-A": "b"], session: "text/html", sent: "text/html"),
  ])
  func `a request for events asks for events, unless the target or the session asks for something`(
    row: Accepted
  ) async throws {
    let server = try EchoServer { _ in EchoAnswer(body: "data: one\n\n") }
    defer { server.stop() }
    let configuration = URLSessionConfiguration.af.default
    if let type = row.session { configuration.headers.add(name: "Accept", value: type) }
    var target = Probe(server.host, "/events")
    target.headers = row.target
    let provider = MoyaProvider<Probe>(session: Session(configuration: configuration))
    for try await event in provider.events(target) { #expect(event.data == "one") }
    #expect(server.requests.first?.header("Accept") == row.sent)
  }
}
