import Moya
import MoyaTestSupport
import Testing

/// How a call ends if the program leaves the loop over the response, or if the task of the loop is cancelled.
@Suite struct StreamCancelTests {
  typealias Task = _Concurrency.Task

  /// Makes a server that sends one event after another until the client has closed the connection. Then fires `left`.
  private func endless(_ left: Signal) throws -> EchoServer {
    try EchoServer { _ in
      var answer = EchoAnswer(headers: [("Content-Type", "text/event-stream")])
      answer.writer = { socket in
        while EchoAnswer.send("data: again\n\n".utf8, to: socket) {}
        left.fire()
        return false
      }
      return answer
    }
  }

  @Test(arguments: StreamFace.allCases)
  func `leaving the loop cancels the request`(face: StreamFace) async throws {
    let left = Signal()
    let server = try endless(left)
    defer { server.stop() }
    try await face.readOne(MoyaProvider<Probe>(session: .patient()), Probe(server.host, "/endless"))
    #expect(await left.reached())
  }

  @Test func `leaving the loop cancels the request although the stream is still there`() async throws {
    let left = Signal()
    let server = try endless(left)
    defer { server.stop() }
    let feed = try await MoyaProvider<Probe>(session: .patient()).stream(Probe(server.host, "/endless"))
    for try await _ in feed { break }
    #expect(await left.reached())
    #expect(feed.statusCode == 200)
  }

  @Test func `a stream that nobody reads is cancelled with its last copy`() async throws {
    let left = Signal()
    let server = try endless(left)
    defer { server.stop() }
    let status = try await MoyaProvider<Probe>(session: .patient()).stream(Probe(server.host, "/endless")).statusCode
    #expect(status == 200)
    #expect(await left.reached())
  }

  @Test(arguments: StreamFace.allCases)
  func `cancelling the task in the loop cancels the request`(face: StreamFace) async throws {
    let left = Signal()
    let server = try endless(left)
    defer { server.stop() }
    let host = server.host
    let kind = await kindOfCancelled { shown in
      try await face.read(MoyaProvider<Probe>(session: .patient()), Probe(host, "/endless")) { _ in shown() }
    }
    #expect(kind == .cancelled)
    #expect(await left.reached())
  }

  /// Returns the kind of error that a task gets if it is cancelled while it reads the first piece.
  private func kindOfCancelled(
    _ read: @escaping @Sendable (@escaping @Sendable () -> Void) async throws -> [String]
  ) async -> TransferError.Kind? {
    await Task { () -> TransferError.Kind? in
      do {
        _ = try await read { withUnsafeCurrentTask { $0?.cancel() } }
        return nil
      } catch {
        return (error as? MoyaError)?.transferKind
      }
    }.value
  }

  /// The whole response has arrived, so only the loop can notice the cancel.
  @Test(arguments: StreamFace.allCases)
  func `a cancelled loop never ends as if it were complete`(face: StreamFace) async {
    var stub = Probe()
    stub.sampleData = Data("data: one\n\ndata: two\n\n".utf8)
    stub.stubBehavior = .immediate
    let target = stub
    let kind = await kindOfCancelled { shown in
      try await face.read(MoyaProvider<Probe>(session: .patient()), target) { _ in shown() }
    }
    #expect(kind == .cancelled)
  }

  enum Silence: CaseIterable, Sendable { case beforeHead, beforeBody, inBody }

  @Test(arguments: StreamFace.allCases, Silence.allCases)
  func `cancelling a task that waits for the server ends its loop`(face: StreamFace, silence: Silence) async throws {
    let (silent, gate) = (Signal(), Signal())
    let server = try EchoServer { _ in
      var answer = EchoAnswer(headers: [("Content-Type", "text/event-stream")])
      if silence == .beforeHead {
        answer.beforeHead = {
          silent.fire()
          _ = gate.pass()
        }
      }
      answer.writer = { socket in
        if silence == .inBody { _ = EchoAnswer.send("data: one\n\n".utf8, to: socket) }
        silent.fire()
        return gate.pass() && false
      }
      return answer
    }
    defer {
      gate.fire()
      server.stop()
    }
    let host = server.host
    let task = Task { () -> TransferError.Kind? in
      do {
        _ = try await face.read(MoyaProvider<Probe>(session: .patient()), Probe(host, "/silent"))
        return nil
      } catch {
        return (error as? MoyaError)?.transferKind
      }
    }
    #expect(await silent.reached())
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `the session's cancel of all requests ends a loop`() async throws {
    let left = Signal()
    let server = try endless(left)
    defer { server.stop() }
    let provider = MoyaProvider<Probe>(session: .patient())
    do {
      for try await _ in provider.chunks(Probe(server.host, "/endless")) { provider.session.cancelAllRequests() }
      Issue.record("no error")
    } catch {
      #expect(error.transferKind == .cancelled)
    }
    #expect(await left.reached())
  }
}
