import Moya
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct RetryTests {
  private var quick: RetryPolicy {
    var policy = RetryPolicy()
    policy.scale = 0.001
    policy.jitter = 0
    return policy
  }

  private func send(
    _ rules: StubRules, _ plugin: RetryPlugin, method: Moya.Method = .get, session: Session? = nil
  ) throws -> Result<Response, MoyaError> {
    var target = Probe()
    target.method = method
    let ending = Ending()
    MoyaXProvider(session: session ?? Session(backend: rules), plugins: [plugin])
      .request(target, completion: ending.completion)
    return try ending.result()
  }

  private func answers(_ statuses: [Int], _ body: String = "") -> StubRules {
    let rules = StubRules()
    rules.add(.any, answer: .sequence(statuses.map { .networkResponse($0, Data(body.utf8)) }))
    return rules
  }

  @Test func `a status is retried until it is a good one`() throws {
    let rules = answers([503, 500, 200])
    #expect(try send(rules, RetryPlugin(quick)).get().statusCode == 200)
    #expect(rules.requests.count == 3)
  }

  @Test func `after the limit the last result is the result`() throws {
    let rules = answers([503, 503, 503, 200])
    #expect(try send(rules, RetryPlugin(quick)).get().statusCode == 503)
    #expect(rules.requests.count == 3)
  }

  @Test func `a method that may not be sent twice is not`() throws {
    let rules = answers([503, 200])
    #expect(try send(rules, RetryPlugin(quick), method: .post).get().statusCode == 503)
    #expect(rules.requests.count == 1)
  }

  @Test func `a transport error is retried, a cancel is not`() throws {
    let rules = StubRules()
    rules.add(.any, answer: .sequence([.networkError(TransferError(.connect, "x")), .networkResponse(200, Data())]))
    #expect(try send(rules, RetryPlugin(quick)).get().statusCode == 200)
    #expect(!RetryPolicy().covers(.failure(.underlying(TransferError.cancelled, nil))))
  }

  @Test func `an answer that broke off is retried for the break, whatever its status`() {
    let begun = Response(statusCode: 200, data: Data("half of".utf8))
    #expect(RetryPolicy().covers(.failure(.underlying(TransferError(.incompleteBody, "x"), begun))))
    #expect(!RetryPolicy().covers(.failure(.underlying(TransferError(.decode, "x"), begun))))
  }

  @Test func `the caller decides on what is in the body`() throws {
    let rules = StubRules()
    rules.add(
      .any,
      answer: .sequence([
        .networkResponse(200, Data(#"{"code": 7}"#.utf8)), .networkResponse(200, Data(#"{"code": 0}"#.utf8)),
      ]))
    let plugin = RetryPlugin(quick) { result, attempt in
      guard let response = try? result.get(), attempt < 5 else { return nil }
      return (try? response.map(Int.self, atKeyPath: "code")) == 7
    }
    #expect(try send(rules, plugin).get().map(Int.self, atKeyPath: "code") == 0)
  }

  /// If each request adds half a retry to the budget, the third request may retry once, and the fourth may not.
  @Test(arguments: zip([0, 0.5], [3 + 0, 3 + 1]))
  func `a budget limits retries over all requests, and only new requests add to it`(ratio: Double, retries: Int) throws
  {
    let budget = RetryBudget(ratio: ratio, reserve: 3)
    let rules = answers(Array(repeating: 503, count: 20))
    for _ in 0..<4 { _ = try send(rules, RetryPlugin(quick, budget: budget)) }
    #expect(rules.requests.count == 4 + retries)
  }

  @Test(arguments: [5, 2 << 20])
  func `a form with a stream is sent once, and the answer to it is the result`(length: Int) throws {
    let server = try EchoServer { _ in EchoAnswer(status: 503, body: "later") }
    defer { server.stop() }
    var target = Probe(server.host, "/form")
    target.method = .put
    let stream = DataStream(Data(repeating: 0x78, count: length))
    target.task = .uploadMultipart([
      .init(provider: .stream(stream, UInt64(length)), name: "s", fileName: "s", mimeType: "t/t")
    ])
    let ending = Ending()
    MoyaXProvider(plugins: [RetryPlugin(quick)]).request(target, completion: ending.completion)
    #expect(try ending.response().statusCode == 503)
    #expect(server.requests.count == 1)
  }

  @Test func `a request whose preparation took all its time is not sent`() throws {
    struct Slow: PluginType {
      func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(60) {}
        return .ready(request)
      }
    }
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForResource = 0.05
    let rules = answers([200])
    let ending = Ending()
    MoyaXProvider(session: Session(configuration: configuration, backend: rules), plugins: [Slow()])
      .request(Probe(), completion: ending.completion)
    #expect(try ending.error().transferKind == .totalTimeout)
    #expect(rules.requests.isEmpty)
  }

  @Test func `the total timeout wins over a wait`() throws {
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForResource = 600
    let rules = answers([503, 200])
    var policy = quick
    policy.base = 1
    policy.scale = 600
    policy.maximumDelay = 3600
    let session = Session(configuration: configuration, backend: rules)
    #expect(try send(rules, RetryPlugin(policy), session: session).get().statusCode == 503)
    #expect(rules.requests.count == 1)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -1, 0])
  func `any number in a policy gives a finite wait`(number: Double) {
    let fields: [WritableKeyPath<RetryPolicy, Double>] = [
      \.base, \.scale, \.jitter, \.maximumDelay, \.maximumRetryAfter,
    ]
    let result = Result<Response, MoyaError>.success(Response(statusCode: 503, data: Data()))
    for first in fields {
      for second in fields {
        var policy = RetryPolicy()
        policy[keyPath: first] = number
        policy[keyPath: second] = number
        for attempt in [.min, 1, 2, .max] {
          let delay = policy.delay(afterAttempt: attempt, result: result)
          #expect(delay >= 0 && delay.isFinite)
        }
      }
    }
  }

  @Test func `the wait doubles up to its limit, and Retry-After wins, cut down`() throws {
    var policy = RetryPolicy()
    policy.jitter = 0
    policy.maximumDelay = 3
    let plain = Result<Response, MoyaError>.success(Response(statusCode: 503, data: Data()))
    #expect((1...4).map { policy.delay(afterAttempt: $0, result: plain) } == [0.5, 1, 2, 3])
    func asking(_ field: String) throws -> Result<Response, MoyaError> {
      let head = try #require(
        HTTPURLResponse(url: GitHub.base, statusCode: 503, httpVersion: nil, headerFields: ["Retry-After": field]))
      return .success(Response(statusCode: 503, data: Data(), response: head))
    }
    #expect(policy.delay(afterAttempt: 1, result: try asking("7")) == 7)
    #expect(policy.delay(afterAttempt: 1, result: try asking("7200")) == 60)
    #expect(policy.delay(afterAttempt: 1, result: try asking("Sun, 06 Nov 1994 08:49:37 GMT")) == 0)
    #expect(policy.delay(afterAttempt: 1, result: try asking("soon")) == 0.5)
  }

  @Test func `a date says how long to wait`() {
    // The first date is the example of RFC 9110 §5.6.7. It is 784111777 in seconds.
    #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: 784_111_700) == 77)
    #expect(RetryAfter.seconds("Thu, 29 Feb 2024 00:00:00 GMT", now: 1_709_164_800 - 5) == 5)
    // The two obsolete forms, which a client must accept.
    #expect(RetryAfter.seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: 784_111_700) == 77)
    #expect(RetryAfter.seconds("Sun Nov  6 08:49:37 1994", now: 784_111_700) == 77)
    #expect(RetryAfter.seconds("Wed Nov 16 08:49:37 1994", now: 784_975_700) == 77)
    // In 2026, the year 76 is 2076. The year 77 would be more than 50 years ahead, so it is 1977.
    let now: Int64 = 1_796_000_000
    #expect(RetryAfter.seconds("Sunday, 01-Nov-26 00:00:00 GMT", now: now) == 0)
    #expect(RetryAfter.seconds("Friday, 25-Dec-26 00:00:00 GMT", now: now) == 2_156_800)
    #expect(RetryAfter.seconds("Wednesday, 01-Jan-76 00:00:00 GMT", now: now) == 1_549_062_400)
    #expect(RetryAfter.seconds("Saturday, 01-Jan-77 00:00:00 GMT", now: now) == 0)
    for bad in [
      "", "-1", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "1 2",
      "Sun, 31 Nov 1994 08:49:37 GMT",
      "Sunday, 06-Nov-94 08:49:37", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov 08:49:37 GMT",
      "Sunday, 06-Nov--4 08:49:37 GMT", "Sun Nov 31 08:49:37 1994", "Sun Nov  6 08:49:37 94",
      "Sun Nov  6 24:49:37 1994",
      "Sun Nov  6 08:49 1994", "Sun Nov  6 08::37 1994", "Sun, 06 Nov 1994 08:49:37", "Mon Nov",
    ] {
      #expect(RetryAfter.seconds(bad) == nil, "\(bad)")
    }
  }
}
