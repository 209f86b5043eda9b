import Moya
import MoyaTestSupport
import Testing

/// As in Moya, a stub's endpoint may have a URL without a scheme and a host.
@Suite struct PathOnlyStubTests {
  /// Sends the target with this URL, and returns the error's kind, or the URL of the response's request.
  private func result(
    _ url: String, stub: StubBehavior, plugins: [any PluginType] = [], _ target: Probe = Probe(),
    session: Session = Session()
  ) throws -> String {
    let provider = MoyaProvider<Probe>(
      endpointClosure: { target in
        Endpoint(
          url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: target.method, task: target.task,
          httpHeaderFields: target.headers)
      }, stubClosure: { _ in stub }, callbackQueue: DispatchQueue(label: "ends"), session: session, plugins: plugins)
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    switch try ending.result() {
    case .success(let response): return response.request?.urlText ?? ""
    case .failure(let error): return error.transferKind.map { "\($0)" } ?? "\(error.errorCode)"
    }
  }

  @Test(
    arguments: [
      // The endpoint's URL, and the URL of the request or the kind of the error.
      ("/zen", "/zen"), ("zen", "zen"), ("users/7?page=1#a", "users/7?page=1#a"), ("?page=1", "?page=1"),
      ("/a b", "/a%20b"), ("/a:b", "/a:b"), ("//host/zen", "invalidURL"), ("a:b", "invalidURL"),
      ("ftp://h/zen", "invalidURL"), ("http:/zen", "invalidURL"), ("", "7"),
    ], [StubBehavior.immediate, .delayed(seconds: 0)])
  func `a stub answers a path, and refuses every other URL that has no http host`(
    row: (String, String), stub: StubBehavior
  ) throws {
    #expect(try result(row.0, stub: stub) == row.1)
    #expect(try result(row.0, stub: stub, plugins: [MarkPlugin()]) == row.1)
  }

  @Test func `a path comes of a base URL without a host, too`() throws {
    var target = Probe()
    target.baseURL = try #require(URL(string: "/v1"))
    target.path = "zen"
    let ending = Ending()
    MoyaProvider<Probe>(stubClosure: MoyaProvider.immediatelyStub).request(target, completion: ending.completion)
    #expect(try ending.response().request?.urlText == "/v1/zen")
  }

  @Test func `the rest of the request is checked as ever`() throws {
    var target = Probe()
    target.method = .connect
    #expect(try result("/zen", stub: .immediate, target) == "invalidRequest")
    target.method = .get
    target.headers = ["X": "a\r\nb"]
    #expect(try result("/zen", stub: .immediate, target) == "invalidRequest")
  }

  @Test func `a request that is sent needs a host, also for stub rules`() throws {
    #expect(try result("/zen", stub: .never) == "invalidURL")
    let rules = StubRules(defaultAnswer: .networkResponse(200, Data()))
    #expect(try result("/zen", stub: .never, session: Session(backend: rules)) == "invalidURL")
  }
}
