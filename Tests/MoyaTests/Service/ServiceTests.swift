import Moya
import MoyaTestSupport
import Testing

@Suite struct ServiceTests {
  private enum Shop: ServiceTarget {
    case list
    case order(Int)
    case absolute

    var path: String {
      switch self {
      case .list: "/list"
      case .order(let id): "/order/\(id)"
      case .absolute: "https://cdn.example/file?x=1"
      }
    }

    var method: Moya.Method { if case .order = self { .post } else { .get } }
    var parameters: [String: Any]? { if case .order = self { ["amount": 2] } else { nil } }
    var headers: [String: String]? { ["x-client": "shop"] }
  }

  private let rules = StubRules(defaultAnswer: .networkResponse(200, Data(#"{"ok":true}"#.utf8)))

  private func defaults(_ environment: String = "production") throws -> ServiceDefaults {
    ServiceDefaults(
      roots: [
        "production": try #require(URL(string: "https://shop.example/v1")),
        "test": try #require(URL(string: "http://test.example")),
      ], environment: environment, headers: ["X-Client": "default", "X-App": "1"], parameters: ["version": 3],
      timeout: 7)
  }

  private func sent(_ target: any TargetType, _ environment: String = "production") throws -> URLRequest {
    let ending = Ending()
    MoyaXProvider(session: Session(backend: rules), defaults: try defaults(environment))
      .request(target, completion: ending.completion)
    _ = try ending.response()
    return try #require(rules.requests.last)
  }

  @Test func `the root is that of the environment`() throws {
    #expect(try sent(Shop.list).urlText == "https://shop.example/v1/list?version=3")
    #expect(try sent(Shop.list, "test").urlText == "http://test.example/list?version=3")
  }

  @Test func `an environment without a root fails`() throws {
    let ending = Ending()
    MoyaXProvider(session: Session(backend: rules), defaults: try defaults("moon"))
      .request(Shop.list, completion: ending.completion)
    guard case .requestMapping = try ending.error() else {
      Issue.record("another error")
      return
    }
  }

  @Test func `headers, parameters and timeout lie under the target's own`() throws {
    let request = try sent(Shop.order(5))
    #expect(request.value(forHTTPHeaderField: "X-Client") == "shop")
    #expect(request.value(forHTTPHeaderField: "X-App") == "1")
    #expect(request.httpBody == Data(#"{"amount":2,"version":3}"#.utf8))
    #expect(request.timeoutInterval == 7)
    var own = Probe()
    own.timeout = 3
    #expect(try sent(own).timeoutInterval == 3)
  }

  @Test func `a path that is an absolute URL replaces the root`() throws {
    #expect(try sent(Shop.absolute).urlText == "https://cdn.example/file?x=1&version=3")
  }

  private struct Own: ServiceTarget {
    var path = "x"
    var url = "http://other.example/own"

    var endpoint: Endpoint {
      Endpoint(
        url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get, task: .requestPlain,
        httpHeaderFields: ["X-Own": "1"])
    }
  }

  @Test(arguments: ["x", "http://path.example/x"])
  func `an endpoint that says its URL itself keeps it, with the defaults under it`(path: String) throws {
    let request = try sent(Own(path: path))
    #expect(request.urlText == "http://other.example/own?version=3")
    #expect(request.value(forHTTPHeaderField: "X-Own") == "1")
    #expect(request.value(forHTTPHeaderField: "X-App") == "1")
    #expect(try sent(MultiTarget(Own(path: path))).urlText == request.urlText)
    #expect(try sent(Own(path: "x", url: "x")).urlText == "https://shop.example/v1/x?version=3")
  }

  @Test func `a whole URL as the path wins over any base, unless the endpoint says otherwise`() throws {
    #expect(try sent(Probe("base.example", "HTTPS://path.example/x")).urlText == "HTTPS://path.example/x?version=3")
    #expect(try sent(Shop.absolute, "moon").urlText == "https://cdn.example/file?x=1&version=3")
  }

  @Test func `the full URL is the path where that is one, and else has no root`() throws {
    #expect(Shop.absolute.fullURL.absoluteString == "https://cdn.example/file?x=1")
    #expect(Shop.list.fullURL.absoluteString == "service:/list")
    #expect(Probe("base.example", "http://x/y").fullURL.absoluteString == "http://base.example/http://x/y")
  }

  @Test func `without defaults a service target needs a whole URL`() throws {
    let endings = [Ending(), Ending()]
    let provider = MoyaXProvider(backend: rules)
    provider.request(Shop.absolute, completion: endings[0].completion)
    provider.request(Shop.list, completion: endings[1].completion)
    _ = try endings[0].response()
    #expect(rules.requests.first?.urlText == "https://cdn.example/file?x=1")
    #expect(try endings[1].error().transferKind == .invalidURL)
  }

  @Test(arguments: [
    Task.requestJSONEncodable(["a": 1]), .requestJSON([1, 2]), .uploadFile(URL(filePath: "/nowhere")),
    .requestCustomJSONEncodable(["a": 1], encoder: JSONEncoder()),
  ])
  func `a body without parameters leaves the defaults to the query`(task: Moya.Task) throws {
    var target = Probe()
    target.method = .post
    target.task = task
    #expect(try sent(target).urlText == "http://probe.example/?version=3")
  }

  private static let own = ["a": 1, "version": 4]

  @Test(arguments: [
    Task.requestParameters(parameters: own, encoding: URLEncoding.queryString),
    .requestCompositeData(bodyData: Data("x".utf8), urlParameters: own),
    .uploadCompositeMultipart([MultipartFormData(provider: .data(Data()), name: "f")], urlParameters: own),
    .downloadParameters(parameters: own, encoding: URLEncoding.queryString) { url, _ in (url, []) },
  ])
  func `a task's own parameters win over defaults of the same name`(task: Moya.Task) throws {
    var (target, defaults) = (Probe(), try defaults())
    target.task = task
    defaults.parameters["z"] = 9
    #expect(try defaults.endpoint(for: target).urlRequest().urlText == "http://probe.example?a=1&version=4&z=9")
  }

  @Test func `the typed provider takes the defaults as its endpoint closure`() throws {
    let defaults = try defaults()
    let ending = Ending()
    MoyaProvider<Shop>(endpointClosure: { defaults.endpoint(for: $0) }, session: Session(backend: rules))
      .request(.list, completion: ending.completion)
    _ = try ending.response()
    #expect(rules.requests.last?.urlText == "https://shop.example/v1/list?version=3")
  }

  @Test func `ad hoc requests need no target`() throws {
    let provider = MoyaXProvider(session: Session(backend: rules), defaults: try defaults())
    let seen = Locked<[String]>([])
    provider.get("/a", parameters: ["q": 1], headers: ["X-H": "2"]) { result in
      seen.with { $0.append("\((try? result.get().statusCode) ?? 0)") }
    }
    provider.post("https://other.example/b", parameters: ["n": 1]) { _ in }
    provider.getJSON("/c") { result in
      let object = try? result.get() as? [String: Any]
      seen.with { $0.append("\(object?["ok"] as? Bool ?? false)") }
    }
    provider.postJSON("/d") { _ in }
    #expect(seen.current == ["200", "true"])
    #expect(
      rules.requests.map(\.urlText) == [
        "https://shop.example/v1/a?q=1&version=3", "https://other.example/b", "https://shop.example/v1/c?version=3",
        "https://shop.example/v1/d?version=3",
      ])
    #expect(rules.requests[0].value(forHTTPHeaderField: "X-H") == "2")
    #expect(rules.requests[1].httpBody == Data(#"{"n":1,"version":3}"#.utf8))
  }

  @Test(arguments: [302, 404]) func `an ad hoc failure is flat`(status: Int) throws {
    rules.add(.any, answer: .text(status, "no"))
    let kind = Locked("")
    MoyaXProvider(backend: rules).get("https://h/x") { result in
      guard case .failure(.statusCode(let response)) = result else { return }
      kind.with { $0 = "\(response.statusCode)" }
    }
    #expect(kind.current == "\(status)")
  }

  @Test(arguments: [401, 403, 200])
  func `one place reacts to 401 and 403`(status: Int) throws {
    rules.add(.any, answer: .text(status, ""))
    let seen = Locked<[Int]>([])
    let provider = MoyaXProvider(
      backend: rules, plugins: [StatusPlugin { response, _ in seen.with { $0.append(response.statusCode) } }])
    provider.request(Probe()) { _ in }
    var validated = Probe()
    validated.validationType = .successCodes
    provider.request(validated) { _ in }
    #expect(seen.current == (status == 200 ? [] : [status, status]))
  }
}
