import Moya
import MoyaTestSupport
import Testing

@Suite struct MoyaXTests {
  private final class ClassTarget: TargetType {
    let baseURL = GitHub.base
    let path = "/class"
  }

  /// A target that builds its endpoint itself.
  private struct EndpointTarget: TargetType {
    let baseURL = GitHub.base
    let path = "/ignored"
    var endpoint: Endpoint {
      Endpoint(
        url: "https://own.example/endpoint", sampleResponseClosure: { .networkResponse(200, Data()) }, method: .put,
        task: .requestPlain, httpHeaderFields: ["X-Own": "1"])
    }
  }

  private let rules = StubRules(defaultAnswer: .networkResponse(204, Data()))

  private func send(_ provider: MoyaXProvider, _ target: any TargetType, backend: (any Backend)? = nil) throws
    -> Result<
      Response, MoyaError
    >
  {
    let ending = Ending()
    provider.request(target, backend: backend, completion: ending.completion)
    return try ending.result()
  }

  @Test func `one provider takes enums, structs and classes that say only where they are`() throws {
    let provider = MoyaXProvider(backend: rules)
    for target in [ClassTarget(), Probe(), EndpointTarget()] as [any TargetType] {
      _ = try send(provider, target).get()
    }
    #expect(try send(provider, GitHub.zen).get().data == GitHub.zen.sampleData, "a sample wins over the default")
    #expect(
      rules.requests.map(\.urlText) == [
        "https://api.github.com/class", "http://probe.example/", "https://own.example/endpoint",
        "https://api.github.com/zen",
      ])
    #expect(rules.requests[2].value(forHTTPHeaderField: "X-Own") == "1")
    #expect(GitHub.zen.fullURL.absoluteString == "https://api.github.com/zen")
  }

  @Test func `prepareForEndpoint changes every endpoint, and a copy may have another`() throws {
    let provider = MoyaXProvider(
      session: Session(backend: rules),
      prepareForEndpoint: { endpoint, _ in endpoint.adding(newHTTPHeaderFields: ["X-A": "1"]) })
    let copy = provider.copy(prepareForEndpoint: { endpoint, _ in endpoint.adding(newHTTPHeaderFields: ["X-B": "2"]) })
    _ = try send(provider, GitHub.zen)
    _ = try send(copy, GitHub.zen)
    #expect(rules.requests.map { $0.value(forHTTPHeaderField: "X-A") } == ["1", nil])
    #expect(rules.requests.map { $0.value(forHTTPHeaderField: "X-B") } == [nil, "2"])
  }

  @Test func `a copy keeps what it is not given`() throws {
    let provider = MoyaXProvider(
      session: Session(backend: rules), defaults: ServiceDefaults(root: GitHub.base, headers: ["X-App": "1"]),
      callbackQueue: FlowJournal.queue("own"))
    let (ending, place) = (Ending(), Locked(""))
    provider.copy().request(ClassTarget()) { result in
      place.with { $0 = FlowJournal.thread }
      ending.completion(result)
    }
    #expect(try ending.response().request?.value(forHTTPHeaderField: "X-App") == "1")
    #expect(place.current == "own")
  }

  @Test func `a request may have a backend of its own`() throws {
    let other = StubRules(defaultAnswer: .networkResponse(299, Data()))
    #expect(try send(MoyaXProvider(backend: rules), ClassTarget(), backend: other).get().statusCode == 299)
    #expect(rules.requests.isEmpty)
  }

  @Test func `a target's own stub behaviour and sample response come first`() throws {
    var target = Probe()
    target.stubBehavior = .immediate
    target.sampleResponse = .networkResponse(418, Data("tea".utf8))
    #expect(try send(MoyaXProvider(), target).get().statusCode == 418)
    let ending = Ending()
    MoyaProvider<Probe>().request(target, completion: ending.completion)
    #expect(try ending.response().statusCode == 418)
    target.stubBehavior = nil
    #expect(try send(MoyaXProvider(backend: rules), target).get().statusCode == 418)
  }

  @Test func `rules match on target, method, URL, path and query, the last added first`() throws {
    func text(_ text: String) -> StubRule.Answer { .text(200, text) }
    rules.add(.any, answer: text("any"))
    rules.add(.method(.post), answer: text("post"))
    rules.add(.path("/a b"), answer: text("path"))
    rules.add(.url("http://probe.example/u"), answer: text("url"))
    rules.add(.query(["q": "x y"]), answer: text("query"))
    let zen = rules.add(
      .target { (target: GitHub) in if case .zen = target { true } else { false } }, answer: text("zen"))
    rules.add(.path("/both") && !.method(.get), answer: text("both"))
    let provider = MoyaXProvider(backend: rules)
    func body(_ target: any TargetType) throws -> String { try send(provider, target).get().mapString() }
    var post = Probe(nil, "/p")
    post.method = .post
    #expect(try body(post) == "post")
    #expect(try body(Probe(nil, "/a b")) == "path")
    var url = Probe(nil, "/u")
    url.task = .requestParameters(parameters: ["z": 1], encoding: URLEncoding.queryString)
    #expect(try body(url) == "url")
    url.task = .requestParameters(parameters: ["q": "x y", "z": 1], encoding: URLEncoding.queryString)
    #expect(try body(url) == "query")
    #expect(try body(Probe("probe.example/?z=1#?q=x%20y")) == "any", "a fragment has no query")
    #expect(try body(GitHub.zen) == "zen")
    #expect(try body(MultiTarget(GitHub.zen)) == "zen")
    #expect(try body(GitHub.userProfile("x")) == "any")
    post.path = "/both"
    #expect(try body(post) == "both")
    #expect(zen.count == 2)
    rules.remove(zen)
    #expect(try body(GitHub.zen) == "any")
  }

  @Test func `answers are fixed, in sequence or computed, at once or later`() throws {
    let provider = MoyaXProvider(backend: rules)
    rules.add(
      .path("/s"), answer: .sequence([.networkResponse(1, Data()), .networkResponse(2, Data())], repeatsLast: true))
    #expect(try (0..<3).map { _ in try send(provider, Probe(nil, "/s")).get().statusCode } == [1, 2, 2])
    rules.add(.path("/c"), answer: .computed { .networkResponse(200, Data(($0.request.httpMethod ?? "").utf8)) })
    #expect(try send(provider, Probe(nil, "/c")).get().mapString() == "GET")
    rules.add(.path("/d"), delay: 0.01, answer: .text(200, "later"))
    #expect(try send(provider, Probe(nil, "/d")).get().mapString() == "later")
  }

  @Test func `a request that no rule answers is named without its user and its query`() throws {
    var target = Probe("user:s3cret@probe.example", "/p")
    target.task = .requestParameters(parameters: ["token": "s3cret"], encoding: URLEncoding.default)
    target.sampleData = Data()
    guard case .failure(let error) = try send(MoyaXProvider(backend: StubRules()), target) else {
      Issue.record("it should fail")
      return
    }
    #expect(!"\(error)".contains("s3cret") && "\(error)".contains("http://probe.example/p"))
  }

  @Test func `a request that no rule answers fails and is named, and so does a sequence at its end`() throws {
    let rules = StubRules()
    let provider = MoyaXProvider(backend: rules)
    guard case .failure(.underlying(let error as TransferError, nil)) = try send(provider, ClassTarget()) else {
      Issue.record("it should fail")
      return
    }
    #expect(error.message == "no stub rule matches GET https://api.github.com/class of ClassTarget")
    rules.add(.any, answer: .sequence([]))
    guard case .failure(.underlying(let end as TransferError, nil)) = try send(provider, ClassTarget()) else {
      Issue.record("it should fail")
      return
    }
    #expect(end.message.hasPrefix("the stub rule has no answer left for GET"))
    #expect(rules.requests.count == 2)
    rules.reset()
    #expect(rules.requests.isEmpty)
  }

  @Test func `a rule counts what it answered, and not what it had no answer for`() throws {
    let rules = StubRules()
    let rule = rules.add(.any, answer: .sequence([.networkResponse(1, Data()), .networkResponse(2, Data())]))
    let provider = MoyaXProvider(backend: rules)
    for _ in 0..<4 { _ = try send(provider, Probe()) }
    #expect(rule.count == 2)
    #expect(rules.requests.count == 4)
  }

  @Test func `a delayed rule needs no main queue where the caller has one of its own`() throws {
    let (rules, free) = (StubRules(), Signal())
    rules.add(.path("/soon"), delay: 0.001, answer: .text(200, "soon"))
    rules.add(.path("/late"), delay: 60, answer: .text(200, "late"))
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForResource = 0.05
    let provider = MoyaXProvider(
      session: Session(configuration: configuration, backend: rules), callbackQueue: DispatchQueue(label: "own"))
    DispatchQueue.main.async { _ = free.wait() }
    defer { free.fire() }
    let (soon, late) = (Ending(), Ending())
    provider.request(Probe(nil, "/soon"), completion: soon.completion)
    provider.request(Probe(nil, "/late"), completion: late.completion)
    #expect(try soon.response().data == Data("soon".utf8))
    #expect(try late.error().transferKind == .totalTimeout)
  }

  /// Sends nothing, and returns no object that stops the request. The session's own backend would return one.
  private final class Silent: Session, @unchecked Sendable {
    let arrived = Signal()

    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      arrived.fire()
      return nil
    }
  }

  @Test(.timeLimitOfAll)
  func `what is never answered ends when it is cancelled, with all or with its task, and out of time`() async throws {
    func kind(
      _ session: Silent, _ stop: (_Concurrency.Task<Void, Never>) -> Void
    ) async -> TransferError.Kind? {
      let end = Locked<TransferError.Kind?>(nil)
      let task = _Concurrency.Task {
        do throws(MoyaError) { _ = try await MoyaProvider<Probe>(session: session).request(Probe()) } catch {
          end.with { $0 = error.transferKind }
        }
      }
      #expect(await session.arrived.reached())
      stop(task)
      await task.value
      return end.current
    }
    let session = Silent()
    #expect(await kind(session) { _ in session.cancelAllRequests() } == .cancelled)
    #expect(await kind(session) { $0.cancel() } == .cancelled)
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForResource = 0.02
    #expect(await kind(Silent(configuration: configuration)) { _ in } == .totalTimeout)
    #expect(session.requestCount == 0)
  }

  @Test func `the typed provider is the same`() throws {
    let ending = Ending()
    MoyaXGenericProvider<GitHub>(backend: rules).request(.zen, completion: ending.completion)
    #expect(try ending.response().data == GitHub.zen.sampleData)
  }

  /// A target that says how to map its response, as applications of Moya write it.
  private struct Mapped: TargetType {
    var baseURL: URL { Probe().baseURL }
    var path: String { "" }
    var endpoint: Endpoint {
      MoyaProvider<Mapped>.defaultEndpointMapping(for: self).adding(newHTTPHeaderFields: ["X-Own": "1"])
    }
  }

  @Test func `a target's own endpoint may start from the default mapping`() throws {
    let ending = Ending()
    MoyaProvider<Mapped>(stubClosure: MoyaProvider.immediatelyStub).request(Mapped(), completion: ending.completion)
    #expect(try ending.response().request?.value(forHTTPHeaderField: "X-Own") == "1")
  }
}
