import Moya
import MoyaTestSupport
import Testing

@Suite struct TokenRefreshTests {
  private struct Refused: Error {}

  /// Makes a server that accepts one token, and a plugin that has another.
  private func setting(_ valid: Locked<String>) throws -> EchoServer {
    try EchoServer { request in
      request.header("Authorization") == "Bearer \(valid.current)" ? EchoAnswer() : EchoAnswer(status: 401, body: "")
    }
  }

  private func target(_ host: String, _ path: String = "") -> Probe {
    var target = Probe(host, path)
    target.needsAuth = true
    return target
  }

  @Test func `many refused requests cause one refresh and are all sent again`() throws {
    let server = try setting(Locked("new"))
    defer { server.stop() }
    let refreshes = Locked(0)
    let plugin = TokenRefreshPlugin(token: "old") { answer in
      refreshes.with { $0 += 1 }
      DispatchQueue.global().async { answer(.success("new")) }
    }
    let provider = MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "refresh"), plugins: [plugin])
    let endings = (0..<20).map { index in
      let ending = Ending()
      provider.request(target(server.host, "/\(index)"), completion: ending.completion)
      return ending
    }
    for ending in endings { #expect(try ending.response().statusCode == 200) }
    #expect(refreshes.current == 1)
    #expect(plugin.token == "new")
  }

  @Test func `without a token the first request waits for one`() throws {
    let server = try setting(Locked("first"))
    defer { server.stop() }
    let ending = Ending()
    MoyaProvider<Probe>(plugins: [TokenRefreshPlugin { $0(.success("first")) }])
      .request(target(server.host), completion: ending.completion)
    #expect(try ending.response().statusCode == 200)
    #expect(server.requests.count == 1)
  }

  @Test func `a failed refresh is what the waiting requests fail with`() throws {
    let server = try setting(Locked("never"))
    defer { server.stop() }
    let ending = Ending()
    MoyaProvider<Probe>(plugins: [TokenRefreshPlugin(token: "old") { $0(.failure(Refused())) }])
      .request(target(server.host), completion: ending.completion)
    guard case .underlying(is Refused, nil) = try ending.error() else {
      Issue.record("another error")
      return
    }
  }

  @Test func `a token that is refused at once is renewed once, not for ever`() throws {
    let server = try setting(Locked("never"))
    defer { server.stop() }
    let refreshes = Locked(0)
    let plugin = TokenRefreshPlugin(token: "old") { answer in
      answer(.success("token \(refreshes.with { $0 += 1; return $0 })"))
    }
    let ending = Ending()
    MoyaProvider<Probe>(plugins: [plugin]).request(target(server.host), completion: ending.completion)
    #expect(try ending.response().statusCode == 401)
    #expect(refreshes.current == 1)
    #expect(server.requests.count == 2)
  }

  @Test func `targets that need no token are left alone`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    let ending = Ending()
    MoyaProvider<Probe>(plugins: [TokenRefreshPlugin { _ in Issue.record("asked for a token") }])
      .request(Probe(server.host), completion: ending.completion)
    _ = try ending.response()
    #expect(server.requests.first?.header("Authorization") == nil)
  }

  @Test func `a request that waits for a token can be cancelled`() throws {
    let answer = Locked<((Result<String, any Error>) -> Void)?>(nil)
    defer { answer.with { $0 = nil } }  // ends a cycle: `answer` holds the plugin, which holds `answer`
    let asked = Signal()
    let plugin = TokenRefreshPlugin { reply in
      answer.with { $0 = reply }
      asked.fire()
    }
    let ending = Ending()
    let token = MoyaProvider<Probe>(plugins: [plugin]).request(target("127.0.0.1:9"), completion: ending.completion)
    #expect(asked.wait())
    token.cancel()
    #expect(try ending.error().transferKind == .cancelled)
    answer.current?(.success("late"))
  }

  @Test func `waiting requests may be cancelled while the token arrives`() throws {
    let answer = Locked<((Result<String, any Error>) -> Void)?>(nil)
    defer { answer.with { $0 = nil } }
    let asked = Signal()
    let plugin = TokenRefreshPlugin { reply in
      answer.with { $0 = reply }
      asked.fire()
    }
    let provider = MoyaProvider<Probe>(
      stubClosure: MoyaProvider.delayedStub(0), callbackQueue: .global(), plugins: [plugin])
    let endings = (0..<200).map { _ in Ending() }
    let tokens = endings.map { provider.request(target("127.0.0.1:9"), completion: $0.completion) }
    #expect(asked.wait())
    Thread.detach { for token in tokens { token.cancel() } }
    answer.current?(.success("token"))
    for ending in endings { _ = try ending.result() }
  }

  /// Who makes the request for the new token. This request itself needs the token.
  enum Maker: CaseIterable { case closure, completion, task }

  @Test(arguments: Maker.allCases)
  func `a refresh that needs its own token fails at once and says why`(maker: Maker) async throws {
    let server = try setting(Locked("never"))
    defer { server.stop() }
    let held = Locked<MoyaProvider<Probe>?>(nil)
    defer { held.with { $0 = nil } }
    let needy = target(server.host, "/token")
    let free = Probe(server.host, "/free")
    let plugin = TokenRefreshPlugin { answer in
      guard let provider = held.current else { return }
      let end: Completion = { answer($0.map { _ in "token" }.mapError { $0 }) }
      switch maker {
      case .closure: provider.request(needy, completion: end)
      case .completion: provider.request(free) { _ in provider.request(needy, completion: end) }
      case .task:
        _Concurrency.Task {
          do { end(.success(try await provider.request(needy))) } catch {
            answer(.failure(error))
          }
        }
      }
    }
    let queue = DispatchQueue(label: "refresh of itself")
    let provider = MoyaProvider<Probe>(callbackQueue: queue, plugins: [plugin])
    held.with { $0 = provider }
    let endings = (0..<3).map { _ in
      let ending = Ending()
      provider.request(target(server.host), completion: ending.completion)
      return ending
    }
    for ending in endings {
      let error = try await ending.reachedError()
      #expect("\(error)".contains("it would wait for itself"), "\(error)")
    }
    #expect(!server.requests.contains { $0.header("Authorization") != nil })
  }

  @Test func `requests that others make during a refresh wait for it`() throws {
    let server = try setting(Locked("new"))
    defer { server.stop() }
    let held = Locked<MoyaProvider<Probe>?>(nil)
    defer { held.with { $0 = nil } }
    let free = Probe(server.host, "/free")
    let needy = target(server.host)
    let other = Ending()
    let plugin = TokenRefreshPlugin { answer in
      // This request comes from another thread, which has nothing to do with the refresh.
      Thread.detach {
        held.current?.request(needy, completion: other.completion)
        held.current?.request(free) { _ in answer(.success("new")) }
      }
    }
    let provider = MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "others"), plugins: [plugin])
    held.with { $0 = provider }
    let ending = Ending()
    provider.request(needy, completion: ending.completion)
    #expect(try ending.response().statusCode == 200)
    #expect(try other.response().statusCode == 200)
  }

  /// Notes the paths of the requests before a token plugin prepares them.
  private struct Watch: PluginType {
    let onPath: @Sendable (String) -> Void

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      onPath(request.url?.path ?? "")
      return request
    }
  }

  /// Makes a server that sends the response for `/free` when `goes` has fired, and that accepts the token `new`.
  private func server(holding goes: Signal) throws -> EchoServer {
    try EchoServer { request in
      if request.path == "/free" { _ = goes.wait() }
      let isAccepted = request.path == "/free" || request.header("Authorization") == "Bearer new"
      return isAccepted ? EchoAnswer() : EchoAnswer(status: 401, body: "")
    }
  }

  @Test func `a request that begins when a request of the refresh leaves a group waits for the refresh`() throws {
    let goes = Signal()
    let server = try server(holding: goes)
    defer { server.stop() }
    let held = Locked<MoyaProvider<Probe>?>(nil)
    let answer = Locked<((Result<String, any Error>) -> Void)?>(nil)
    defer {
      held.with { $0 = nil }
      answer.with { $0 = nil }
    }
    let group = RequestGroup(limit: 2)
    let (free, third) = (Probe(server.host, "/free"), Probe(server.host, "/third"))
    let asked = Signal()
    let plugin = TokenRefreshPlugin { reply in
      answer.with { $0 = reply }
      held.current?.request(free, in: group) { _ in }
      asked.fire()
    }
    // Requests are prepared one after another. So when `watch` sees `/third`, the plugin has already prepared `/late`.
    let watch = Watch { path in
      if path == "/late" { held.current?.request(third) { _ in } }
      if path == "/third" { answer.current?(.success("new")) }
    }
    let provider = MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "group"), plugins: [watch, plugin])
    held.with { $0 = provider }
    let (first, late) = (Ending(), Ending())
    provider.request(target(server.host, "/first"), in: group, completion: first.completion)
    #expect(asked.wait())
    provider.request(target(server.host, "/late"), in: group, completion: late.completion)
    goes.fire()
    #expect(try first.response().statusCode == 200)
    #expect(try late.response().statusCode == 200)
  }

  @Test func `a request of the refresh that has waited in a group still fails at once if it needs the token`() throws {
    let goes = Signal()
    let server = try server(holding: goes)
    defer { server.stop() }
    let held = Locked<MoyaProvider<Probe>?>(nil)
    defer { held.with { $0 = nil } }
    let group = RequestGroup(limit: 1)
    let needy = target(server.host, "/token")
    let plugin = TokenRefreshPlugin { answer in
      held.current?.request(needy, in: group) { answer($0.map { _ in "token" }.mapError { $0 }) }
      goes.fire()
    }
    let provider = MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "group"), plugins: [plugin])
    held.with { $0 = provider }
    provider.request(Probe(server.host, "/free"), in: group) { _ in }
    let ending = Ending()
    provider.request(target(server.host, "/first"), completion: ending.completion)
    let error = try ending.error()
    #expect("\(error)".contains("it would wait for itself"), "\(error)")
  }
}
