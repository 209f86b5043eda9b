import Moya
import MoyaTestSupport
import Testing

/// A loop over events connects to the server again and again. MoyaHTTPTests tests the delays. Here the server asks for
/// a short delay.
@Suite struct EventReconnectionTests {
  typealias Task = _Concurrency.Task

  /// Makes a server that sends each of these responses to one request, and then status 204.
  private func server(_ answers: [EchoAnswer]) throws -> EchoServer {
    let next = Locked(0)
    return try EchoServer { _ in
      let number = next.with { number in
        defer { number += 1 }
        return number
      }
      return number < answers.count ? answers[number] : EchoAnswer(status: 204, body: "")
    }
  }

  private func stream(_ body: String, status: Int = 200, type: String = "text/event-stream") -> EchoAnswer {
    EchoAnswer(status: status, headers: [("Content-Type", type)], body: body)
  }

  private func events(_ server: EchoServer, _ target: Probe? = nil) async throws -> [String] {
    var events: [String] = []
    for try await event in MoyaProvider<Probe>(session: .patient()).events(
      target ?? Probe(server.host, "/ticker"), reconnects: true)
    {
      events.append("\(event.id) \(event.data)")
    }
    return events
  }

  @Test func `the request is sent again with the last ID until the server says 204`() async throws {
    let server = try server([
      stream("retry: 1\nid: 1\ndata: one\n\n"), stream("data: two\n\n"),
      stream("id: ü\ndata: three\n\nid: 9\ndata: cut"), stream("id\ndata: four\n\n"), stream("id: 5\n\n"),
    ])
    defer { server.stop() }
    #expect(try await events(server) == ["1 one", "1 two", "ü three", " four"])
    // The ID of a block that is cut off does not count. The ID of a block without data counts. After an empty ID, there
    // is no ID.
    #expect(server.requests.map { $0.header("Last-Event-ID") } == [nil, "1", "1", "ü", nil, "5"])
    #expect(server.requests.allSatisfy { $0.header("Accept") == "text/event-stream" })
  }

  @Test func `an ID of the target counts until the server sends one`() async throws {
    let server = try server([stream("retry: 1\ndata: one\n\n"), stream("id: 2\ndata: two\n\n")])
    defer { server.stop() }
    var target = Probe(server.host, "/ticker")
    target.headers = ["last-event-id": "1"]
    #expect(try await events(server, target) == [" one", "2 two"])
    #expect(server.requests.map { $0.header("Last-Event-ID") } == ["1", "1", "2"])
  }

  @Test func `a connection that breaks is made again`() async throws {
    var cut = stream("retry: 1\nid: 1\ndata: one\n\ndata: two\n\n")
    cut.cut = 26
    var reset = EchoAnswer()
    reset.resets = true
    let server = try server([cut, reset, reset, stream("data: two\n\n")])
    defer { server.stop() }
    #expect(try await events(server) == ["1 one", "1 two"])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let status: Int
    var type = "text/event-stream"
    var validation = ValidationType.none
    /// `nil`: the loop ends without an error.
    let kind: String?
    var testDescription: String { "\(status) \(type) \(validation)" }
  }

  @Test(arguments: [
    Refusal(status: 204, kind: nil), Refusal(status: 204, validation: .customCodes([200]), kind: nil),
    Refusal(status: 404, kind: "404"), Refusal(status: 503, validation: .successCodes, kind: "503"),
    Refusal(status: 201, kind: "201"), Refusal(status: 200, type: "text/html", kind: "protocolViolation"),
    Refusal(status: 200, type: "text/event-stream;charset=utf-8", kind: nil),
    Refusal(status: 200, type: "Text/Event-Stream", kind: nil),
  ])
  func `another response ends the loop`(row: Refusal) async throws {
    let server = try server([
      stream("retry: 1\ndata: one\n\n"), stream("data: x\n\n", status: row.status, type: row.type),
    ])
    defer { server.stop() }
    var target = Probe(server.host, "/ticker")
    target.validationType = row.validation
    var events: [String] = []
    do {
      for try await event in MoyaProvider<Probe>(session: .patient()).events(target, reconnects: true) {
        events.append(event.data)
      }
      #expect(row.kind == nil)
    } catch {
      switch error.flat {
      case .statusCode(let response): #expect(row.kind == "\(response.statusCode)")
      default: #expect(row.kind == error.transferKind.map { "\($0)" })
      }
    }
    #expect(events == (row.status == 200 && row.kind == nil ? ["one", "x"] : ["one"]))
    #expect(server.requests.count == (row.status == 200 && row.kind == nil ? 3 : 2))
  }

  @Test func `a body that cannot be sent again has one connection`() async throws {
    let server = try server([stream("retry: 1\ndata: one\n\n"), stream("data: two\n\n")])
    defer { server.stop() }
    let (body, given) = AsyncStream<Data>.makeStream()
    given.yield(Data("abc".utf8))
    given.finish()
    var target = Probe(server.host, "/ticker")
    target.method = .post
    target.task = .uploadStream(body)
    var events: [String] = []
    do {
      for try await event in MoyaProvider<Probe>(session: .patient()).events(target, reconnects: true) {
        events.append(event.data)
      }
      Issue.record("no error")
    } catch {
      #expect(error.transferKind == .body)
    }
    #expect(events == ["one"] && server.requests.count == 1)
  }

  @Test func `the request has the last ID that a header field can hold`() async throws {
    let long = String(repeating: "x", count: 400_000)
    let server = try server([
      stream("retry: 1\nid: 1\ndata: one\n\nid: \u{1}\ndata: two\n\n"), stream("data: three\n\nid: \(long)\n\n"),
      stream("id: 2\n\n"),
    ])
    defer { server.stop() }
    #expect(try await events(server) == ["1 one", "\u{1} two", "\u{1} three"])
    #expect(server.requests.map { $0.header("Last-Event-ID") } == [nil, "1", "1", "2"])
  }

  @Test func `cancelling the task ends the wait before the next connection`() async throws {
    let server = try server([stream("retry: 80000000\ndata: one\n\n")])
    defer { server.stop() }
    let host = server.host
    let first = Signal()
    let task = Task { () -> TransferError.Kind? in
      do throws(MoyaError) {
        for try await _ in MoyaProvider<Probe>(session: .patient()).events(Probe(host, "/ticker"), reconnects: true) {
          first.fire()
        }
        return nil
      } catch {
        return error.transferKind
      }
    }
    #expect(await first.reached())
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(server.requests.count == 1)
  }
}
