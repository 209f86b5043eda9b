import Moya
import MoyaTestSupport
import Testing

/// Tests the adapters of docs/observability.md. Stand-ins replace the packages that the adapters use.
@Suite struct AdapterTests {
  private func rules(_ answers: [EndpointSampleResponse]) -> Session {
    let rules = StubRules()
    rules.add(.any, delay: 0.001, answer: .sequence(answers))
    return Session(backend: rules)
  }

  private let queue = DispatchQueue(label: "adapters")

  @Test func `swift-log gets the entries that its level takes, with their metadata`() async throws {
    let logger = Logger(label: "http")
    let ending = Ending()
    MoyaXProvider(
      session: rules([.networkResponse(200, Data())]), plugins: [CallLogPlugin(SwiftLogHandler(logger: logger))],
      callbackQueue: queue
    ).request(Probe(nil, "/things"), completion: ending.completion)
    _ = try await ending.reachedResponse()
    let logged = logger.logged.current.filter { $0.2["features"] == nil }
    #expect(logged.map { $0.0 } == [.info])
    #expect(logged.map { $0.1 } == ["GET http://probe.example/things: 200"])
    #expect(logged.first?.2["status"] == .string("200"))
  }

  @Test func `swift-log has each level under its own name`() {
    for level in MoyaLogEntry.Level.allCases { #expect("\(level.ofSwiftLog)" == "\(level)") }
  }

  @Test func `swift-metrics gets a count and a duration for each attempt`() async throws {
    let records = Locked<[String]>([])
    var policy = RetryPolicy()
    policy.scale = 0
    let provider = MoyaXProvider(
      session: rules([.networkResponse(503, Data()), .networkResponse(200, Data())]),
      plugins: [RetryPlugin(policy), CallSpanPlugin(MetricsTracer())], callbackQueue: queue,
      carrying: [Carried(MetricsRecords.$current)])
    let ending = Ending()
    MetricsRecords.$current.withValue(records) { _ = provider.request(Probe(), completion: ending.completion) }
    _ = try await ending.reachedResponse()
    #expect(
      records.current == [
        "http_client_requests target=Probe method=GET result=503",
        "http_client_duration target=Probe method=GET result=503",
        "http_client_requests target=Probe method=GET result=200",
        "http_client_duration target=Probe method=GET result=200",
      ])
  }

  @Test func `swift-distributed-tracing gets a child of the caller's span, and the server gets the trace`() async throws
  {
    let records = Locked<[String]>([])
    let rules = StubRules()
    rules.add(.any, delay: 0.001, answer: .text(404, "missing"))
    let provider = MoyaXProvider(
      session: Session(backend: rules), plugins: [CallSpanPlugin(DistributedTracer())], callbackQueue: queue,
      carrying: [Carried(ServiceContext.$current)])
    var target = Probe("probe.example:8080", "/things")
    target.validationType = .successCodes
    let ending = Ending()
    ServiceContext.$current.withValue(ServiceContext(span: "checkout", records: records)) {
      _ = provider.request(target, completion: ending.completion)
    }
    _ = try await ending.reachedError()
    let attributes =
      "error.type=404 http.request.method=GET http.response.status_code=404 server.address=probe.example"
      + " server.port=8080 url.full=http://probe.example:8080/things"
    #expect(records.current == ["client GET Probe in checkout", "status error", "end \(attributes)"])
    #expect(rules.requests.first?.value(forHTTPHeaderField: "traceparent") == "GET Probe")
  }

  struct Converted: Sendable, CustomTestStringConvertible {
    let url: String
    let authority: String
    let path: String

    var testDescription: String { url }
  }

  @Test(arguments: [
    Converted(url: "http://probe.example", authority: "probe.example", path: "/"),
    Converted(url: "https://probe.example:8443/a%20b?q=1", authority: "probe.example:8443", path: "/a%20b?q=1"),
    Converted(url: "http://[::1]:80/", authority: "[::1]:80", path: "/"),
  ])
  func `swift-http-types gets the parts of a request`(row: Converted) throws {
    var request = URLRequest(urlText: row.url)
    request.httpMethod = "PUT"
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    let converted = try #require(HTTPRequest(request))
    #expect(converted.method.rawValue == "PUT")
    #expect(converted.scheme == String(row.url.prefix { $0 != ":" }))
    #expect(converted.authority == row.authority)
    #expect(converted.path == row.path)
    #expect(HeaderFields(converted.headerFields) == request.headerFields)
  }

  @Test func `swift-http-types gets the status and the fields of a response, in order`() {
    let fields = HeaderFields(fields: [
      HeaderFields.Field(name: "Set-Cookie", value: "a=1"), HeaderFields.Field(name: "Set-Cookie", value: "b=2"),
    ])
    let converted = HTTPResponse(HTTPURLResponse(urlText: "http://probe.example", statusCode: 204, fields: fields))
    #expect(converted.status.code == 204)
    #expect(converted.headerFields.map(\.value) == ["a=1", "b=2"])
  }

  private func start(_ service: SessionService, _ signal: AsyncStream<Void>) -> _Concurrency.Task<Void, any Error> {
    ServiceShutdown.$signal.withValue(signal) { _Concurrency.Task { try await service.run() } }
  }

  @Test(arguments: [false, true])
  func `a service ends the requests of its session at the shutdown, and if it is cancelled`(isCancelled: Bool)
    async throws
  {
    let session = Session()
    let provider = MoyaProvider<Probe>(
      stubClosure: MoyaProvider<Probe>.delayedStub(3600), callbackQueue: queue, session: session)
    let ending = Ending()
    provider.request(Probe(), completion: ending.completion)
    let (signal, trigger) = AsyncStream<Void>.makeStream()
    let running = start(SessionService(session: session), signal)
    if isCancelled { running.cancel() } else { trigger.yield() }
    let result = await running.result
    #expect(try await ending.reachedError().transferKind == .cancelled)
    if case .failure(let error) = result {
      #expect(isCancelled && error is CancellationError)
    } else {
      #expect(!isCancelled)
    }
  }
}
