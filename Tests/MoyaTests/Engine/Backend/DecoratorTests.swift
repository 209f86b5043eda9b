import Moya
import MoyaTestSupport
import Testing

/// Backends that wrap the session's own backend.
@Suite struct DecoratorTests {
  /// Returns a server. For `/tagged` it sends a body with an entity tag, or 304 to a client that has this tag. Its
  /// other responses are those of `EchoAnswer`.
  private func server() throws -> EchoServer {
    try EchoServer { request in
      guard request.path == "/tagged" else { return nil }
      if request.header("If-None-Match") == "\"v1\"" {
        return EchoAnswer(status: 304, headers: [("ETag", "\"v1\"")], body: "")
      }
      return EchoAnswer(headers: [("ETag", "\"v1\"")], body: "first")
    }
  }

  private func target(_ server: EchoServer, _ path: String) -> Probe {
    var target = Probe()
    target.baseURL = URL(string: "http://127.0.0.1:\(server.port)") ?? target.baseURL
    target.path = path
    return target
  }

  @Test func `a backend around another sends a changed request`() throws {
    let server = try server()
    defer { server.stop() }
    let stamping = Stamping(Session())
    let ending = Ending()
    MoyaXProvider(backend: stamping).request(target(server, "/plain"), completion: ending.completion)
    #expect(try ending.response().statusCode == 200)
    #expect(stamping.count == 1)
    #expect(server.requests.first?.header("X-Tenant") == "seven")
    #expect(server.requests.first?.header("User-Agent") != nil, "the session's own fields are there as well")
  }

  @Test func `an answer from memory takes the place of a 304`() throws {
    let server = try server()
    defer { server.stop() }
    let provider = MoyaXProvider(backend: Revalidating(Stamping(Session())))
    for _ in 1...3 {
      let ending = Ending()
      provider.request(target(server, "/tagged"), completion: ending.completion)
      let response = try ending.response()
      #expect(response.statusCode == 200)
      #expect(response.data == Data("first".utf8))
    }
    #expect(server.requests.map { $0.header("If-None-Match") } == [nil, "\"v1\"", "\"v1\""])
    #expect(server.requests.allSatisfy { $0.header("X-Tenant") == "seven" })
  }

  @Test func `a retry goes through the backends again`() throws {
    let server = try server()
    defer { server.stop() }
    let stamping = Stamping(Session())
    var policy = RetryPolicy()
    policy.scale = 0.001
    let ending = Ending()
    MoyaXProvider(backend: Revalidating(stamping), plugins: [RetryPlugin(policy)])
      .request(target(server, "/_flaky-1"), completion: ending.completion)
    #expect(try ending.response().statusCode == 200)
    #expect(stamping.count == 2)
  }

  @Test func `a cancel reaches the transfer below, and ends the call once`() throws {
    let arrived = Signal()
    let release = Signal()
    let server = try EchoServer { _ in
      arrived.fire()
      _ = release.wait()
      return EchoAnswer()
    }
    defer { server.stop() }
    let ending = Ending()
    let call = MoyaXProvider(backend: Revalidating(Stamping(Session())))
      .request(target(server, "/held"), completion: ending.completion)
    #expect(arrived.wait())
    call.cancel()
    #expect(try ending.error().transferKind == .cancelled)
    release.fire()
    Signal.drainMain()
    #expect(ending.count == 1)
  }

  @Test func `equal requests in flight share one exchange below`() throws {
    let arrived = Signal()
    let release = Signal()
    let server = try EchoServer { _ in
      arrived.fire()
      _ = release.wait()
      return EchoAnswer(body: "shared")
    }
    defer { server.stop() }
    let stamping = Stamping(Session())
    let provider = MoyaProvider<Probe>(session: Session(backend: Revalidating(stamping)), trackInflights: true)
    let endings = [Ending(), Ending(), Ending()]
    for ending in endings { provider.request(target(server, "/shared"), completion: ending.completion) }
    #expect(arrived.wait())
    release.fire()
    for ending in endings { #expect(try ending.response().data == Data("shared".utf8)) }
    #expect(stamping.count == 1)
  }

  /// Ends each exchange twice.
  private final class Twice: Backend {
    func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      observer.transferDidFinish(.success(TransferResponse(statusCode: 201, content: .data(Data()))))
      observer.transferDidFinish(.success(TransferResponse(statusCode: 202, content: .data(Data()))))
      return nil
    }
  }

  @Test func `the first of two ends is the end, through other backends too`() throws {
    let ending = Ending()
    MoyaXProvider(backend: Revalidating(Stamping(Twice()))).request(Probe(), completion: ending.completion)
    #expect(try ending.response().statusCode == 201)
    Signal.drainMain()
    #expect(ending.count == 1)
  }

  @Test func `a delayed stub below another backend answers`() throws {
    let rules = StubRules()
    rules.add(.any, delay: 0.001, answer: .fixed(.networkResponse(204, Data())))
    let ending = Ending()
    MoyaXProvider(backend: Revalidating(Stamping(rules))).request(Probe(), completion: ending.completion)
    #expect(try ending.response().statusCode == 204)
    #expect(rules.requests.first?.value(forHTTPHeaderField: "X-Tenant") == "seven")
  }
}
