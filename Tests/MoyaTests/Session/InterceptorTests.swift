import Moya
import MoyaTestSupport
import Testing

@Suite struct InterceptorTests {
  private struct Refused: Error {}

  private struct AuthorizationReader: PluginType {
    let seen = Locked<[String?]>([])

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      seen.with { $0.append(request.headers["Authorization"]) }
      return request
    }
  }

  private func refusing(_ statuses: [Int]) -> StubRules {
    let rules = StubRules()
    rules.add(.any, answer: .sequence(statuses.map { .networkResponse($0, Data("\($0)".utf8)) }))
    return rules
  }

  private var target: Probe {
    var target = Probe()
    target.validationType = .successCodes
    return target
  }

  private func send(
    _ target: Probe, _ interceptor: any RequestInterceptor, _ rules: StubRules, plugins: [any PluginType] = []
  ) throws -> Result<Response, MoyaError> {
    let session = Session(interceptor: interceptor, backend: rules)
    let ending = Ending()
    MoyaProvider<Probe>(session: session, plugins: plugins).request(target, completion: ending.completion)
    return try ending.result()
  }

  /// - Parameter later: if true, the interceptor calls the completion on another thread, after `retry` has returned.
  private static func answering(_ results: [RetryResult], later: Bool) -> TestInterceptor {
    let rest = Locked(results)
    return TestInterceptor(retry: { _, _, answer in
      let result = rest.with { $0.isEmpty ? RetryResult.doNotRetry : $0.removeFirst() }
      if later { DispatchQueue.global().async { answer(result) } } else { answer(result) }
    })
  }

  @Test(arguments: [false, true])
  func `every attempt is adapted before the plugins prepare it, and prepared and announced again`(later: Bool) throws {
    let journal = FlowJournal()
    let interceptor = FlowInterceptor(limit: 1, journal: journal, answersLater: later)
    let plugin = FlowPlugin("P", change: "pass", journal: journal)
    _ = try send(target, interceptor, refusing([503, 200]), plugins: [plugin]).get()
    let attempt = ["session.adapt []", "P.prepare ? []", "P.willSend ? [\"X-P\"]"]
    #expect(
      // A retrier may block the thread on which it is asked, so it is never asked on the caller's queue.
      journal.events.filter { $0.hasPrefix("session") }.allSatisfy { $0.hasSuffix("@background") })
    #expect(
      journal.events.map { $0.prefix { $0 != "@" }.split(separator: " ").joined(separator: " ") }
        == attempt + ["P.didReceive ? underlying 503 statusCode", "session.retry"]
        + attempt + ["P.didReceive ? 200", "P.process ? 200"])
  }

  @Test func `the plugins see what the adapter added, which is not there before it`() throws {
    let adapter = TestInterceptor(adapt: { request, answer in
      var request = request
      request.headers.add(.authorization(bearerToken: "t"))
      answer(.success(request))
    })
    let reader = AuthorizationReader()
    _ = try send(target, adapter, refusing([200]), plugins: [reader]).get()
    #expect(adapter.adapted.current.map { $0.headers["Authorization"] } == [nil])
    #expect(reader.seen.current == ["Bearer t"])
  }

  @Test(arguments: [false, true])
  func `the retrier decides, now or later from any thread`(later: Bool) throws {
    let retrying = InterceptorTests.answering([.retry, .retryWithDelay(0.001)], later: later)
    let rules = refusing([401, 503, 200])
    #expect(try send(target, retrying, rules).get().statusCode == 200)
    #expect(rules.requests.count == 3)
    #expect(retrying.asked.current.map(\.retryCount) == [0, 1])
    #expect(Set(retrying.asked.current).count == 1, "one request, tried twice")
    #expect(retrying.asked.current.map { ($0.task?.response as? HTTPURLResponse)?.statusCode } == [401, 503])
    #expect(retrying.asked.current.first?.request?.url == target.baseURL)
  }

  @Test(arguments: [false, true])
  func `without a retry the failure stays what it was`(later: Bool) throws {
    let interceptor = InterceptorTests.answering([.doNotRetry], later: later)
    let rules = refusing([401, 200])
    guard case .failure(.underlying(MoyaError.statusCode, let response?)) = try send(target, interceptor, rules) else {
      Issue.record("another result")
      return
    }
    #expect(response.data == Data("401".utf8))
    #expect(rules.requests.count == 1)
  }

  @Test(arguments: [false, true])
  func `a retrier's own error is the error, with the answer that was refused`(later: Bool) throws {
    let interceptor = InterceptorTests.answering([.doNotRetryWithError(Refused())], later: later)
    let rules = refusing([401, 200])
    guard case .failure(.underlying(is Refused, let response?)) = try send(target, interceptor, rules) else {
      Issue.record("another result")
      return
    }
    #expect(response.statusCode == 401)
    #expect(rules.requests.count == 1)
  }

  @Test func `a retrier hears of failures only, and after the plugins`() throws {
    let interceptor = TestInterceptor(retry: { _, error, answer in
      #expect(error is TransferError)
      answer(.doNotRetry)
    })
    #expect(try send(Probe(), interceptor, refusing([503])).get().statusCode == 503)
    #expect(interceptor.asked.current.isEmpty, "no validation, no failure")

    let rules = StubRules()
    rules.add(.any, answer: .sequence([.networkError(TransferError(.connect, "x")), .networkResponse(200, Data())]))
    var policy = RetryPolicy()
    policy.scale = 0.001
    #expect(try send(target, interceptor, rules, plugins: [RetryPlugin(policy)]).get().statusCode == 200)
    #expect(interceptor.asked.current.isEmpty, "a plugin wanted the retry")

    let refused = StubRules()
    refused.add(.any, answer: .sequence([.networkError(TransferError(.connect, "x"))]))
    _ = try send(target, interceptor, refused)
    #expect(interceptor.asked.current.count == 1)
  }

  @Test(arguments: [false, true])
  func `an adapter's error is the request's, and nothing is sent`(later: Bool) throws {
    let interceptor = TestInterceptor(adapt: { _, answer in
      if later { DispatchQueue.global().async { answer(.failure(Refused())) } } else { answer(.failure(Refused())) }
    })
    let rules = refusing([200])
    guard case .failure(.underlying(is Refused, nil)) = try send(target, interceptor, rules) else {
      Issue.record("another result")
      return
    }
    #expect(rules.requests.isEmpty)
  }

  @Test func `the total timeout wins over a retrier that is silent`() throws {
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForResource = 600
    let rules = refusing([503, 200])
    let (time, asked) = (ManualTime(rules), Signal())
    let session = Session(
      configuration: configuration, interceptor: TestInterceptor(retry: { _, _, _ in asked.fire() }), backend: time)
    let ending = Ending()
    MoyaProvider<Probe>(session: session).request(target, completion: ending.completion)
    // The first timer lets the retrier run. The second timer is the total timeout.
    #expect(time.waitForTimer())
    time.pass(milliseconds: 0)
    #expect(asked.wait() && time.waitForTimer() && ending.count == 0)
    time.pass(milliseconds: 600_000)
    #expect(try ending.error().transferKind == .totalTimeout)
    #expect(rules.requests.count == 1)
  }

  @Test(arguments: [false, true])
  func `a retrier's wait that outlasts the total timeout leaves the failure as it is`(later: Bool) throws {
    let rules = refusing([503, 200])
    let slow = InterceptorTests.answering([.retryWithDelay(600)], later: later)
    guard case .failure(.underlying(MoyaError.statusCode, let response?)) = try send(target, slow, rules) else {
      Issue.record("another result")
      return
    }
    #expect(response.statusCode == 503)
    #expect(rules.requests.count == 1)
  }

  @Test func `a request that waits for its retrier can be cancelled; what was cancelled is not asked about`() throws {
    let asked = Signal()
    let answer = Locked<(@Sendable (RetryResult) -> Void)?>(nil)
    let interceptor = TestInterceptor(retry: { _, _, reply in
      answer.with { $0 = reply }
      asked.fire()
    })
    let rules = refusing([503, 200])
    let ending = Ending()
    let token = MoyaProvider<Probe>(session: Session(interceptor: interceptor, backend: rules))
      .request(target, completion: ending.completion)
    #expect(asked.wait())
    token.cancel()
    #expect(try ending.error().transferKind == .cancelled)
    answer.with { $0 }?(.retry)
    answer.with { $0 = nil }
    #expect(rules.requests.count == 1)

    let arrived = Signal()
    let server = try EchoServer(onRequest: { arrived.fire() })
    defer { server.stop() }
    let other = Ending()
    let sent = MoyaProvider<Probe>(session: .patient(interceptor: interceptor))
      .request(Probe(server.host, "/_delay-600000"), completion: other.completion)
    #expect(arrived.wait())
    sent.cancel()
    #expect(try other.error().transferKind == .cancelled)
    #expect(interceptor.asked.current.count == 1)
  }

  @Test func `a second answer changes nothing`() throws {
    let interceptor = TestInterceptor(
      adapt: { request, answer in
        answer(.success(request))
        answer(.failure(Refused()))
      },
      retry: { _, _, answer in
        answer(.retry)
        answer(.doNotRetryWithError(Refused()))
      })
    let rules = refusing([503, 200])
    #expect(try send(target, interceptor, rules).get().statusCode == 200)
    #expect(rules.requests.count == 2)
  }

  @Test func `a provider of any target goes through the session's interceptor too`() throws {
    let interceptor = InterceptorTests.answering([.retry], later: true)
    let rules = refusing([503, 200])
    let ending = Ending()
    MoyaXProvider(session: Session(interceptor: interceptor, backend: rules))
      .request(target, completion: ending.completion)
    #expect(try ending.response().statusCode == 200)
    #expect(interceptor.adapted.current.count == 2)
  }

  @Test func `a target's stub does not use the session, and is not intercepted`() throws {
    let interceptor = TestInterceptor()
    var target = target
    target.stubBehavior = .immediate
    _ = try send(target, interceptor, refusing([]))
    #expect(interceptor.adapted.current.isEmpty)
  }

  @Test func `requests that share an exchange share its interceptor`() throws {
    let bothAreMade = Signal()
    let interceptor = TestInterceptor(
      adapt: { request, answer in
        DispatchQueue.global().async {
          #expect(bothAreMade.wait())
          answer(.success(request))
        }
      }, retry: { _, _, answer in answer(.retry) })
    let rules = refusing([503, 200])
    let session = Session(interceptor: interceptor, backend: rules)
    let provider = MoyaProvider<Probe>(session: session, trackInflights: true)
    let endings = (0..<2).map { _ in Ending() }
    for ending in endings { provider.request(target, completion: ending.completion) }
    for _ in 1...2 { bothAreMade.fire() }
    for ending in endings { #expect(try ending.response().statusCode == 200) }
    #expect(rules.requests.count == 2)
    #expect(interceptor.adapted.current.count == 2)
    #expect(interceptor.asked.current.count == 1)
  }

  @Test func `several interceptors adapt in a row, and are asked until one says more than no`() throws {
    func marking(_ name: String, _ result: RetryResult) -> TestInterceptor {
      TestInterceptor(
        adapt: { request, answer in
          var request = request
          request.headers.add(name: "X-Row", value: (request.headers["X-Row"] ?? "") + name)
          answer(.success(request))
        }, retry: { _, _, answer in answer(result) })
    }
    let row = [marking("a", .doNotRetry), marking("b", .retry), marking("c", .doNotRetry)]
    let rules = refusing([503, 200])
    _ = try send(target, Interceptor(interceptors: row), rules).get()
    #expect(rules.requests.map { $0.headers["X-Row"] } == ["abc", "abc"])
    #expect(row.map { $0.asked.current.count } == [1, 1, 0])
    let pair = Interceptor(adapter: marking("a", .retry), retrier: marking("b", .doNotRetry))
    #expect(throws: MoyaError.self) { try send(target, pair, refusing([503])).get() }
  }
}
