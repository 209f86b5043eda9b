import Moya
import MoyaTestSupport
import Testing

/// Stub rules see and record the same request that a server would receive.
@Suite struct StubRecordTests {
  private func result(_ target: Probe, _ session: Session) throws -> Response {
    let ending = Ending()
    MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "record"), session: session)
      .request(target, completion: ending.completion)
    return try ending.response()
  }

  private static func targets(_ folder: TemporaryFolder) throws -> [Probe] {
    let file = folder.url.appending(path: "part.txt")
    try Data("of a file".utf8).write(to: file)
    func target(_ method: Moya.Method, _ task: Task, _ headers: [String: String]? = nil) -> Probe {
      var probe = Probe("h", "things")
      (probe.method, probe.task, probe.headers) = (method, task, headers)
      return probe
    }
    let parameters: [String: Any] = ["a": 1, "b": "x y", "c": [1, 2]]
    let form = MultipartFormData(
      boundary: "b-1",
      parts: [
        MultipartFormBodyPart(provider: .data(Data("one".utf8)), name: "a"),
        MultipartFormBodyPart(provider: .file(file), name: "b"),
        MultipartFormBodyPart(provider: .stream(DataStream(Data("two".utf8)), 3), name: "c"),
      ])
    return [
      target(.get, .requestPlain), target(.head, .requestPlain), target(.post, .requestPlain),
      target(.delete, .requestPlain, ["X-A": "1", "Accept": "text/plain", "User-Agent": "me"]),
      target(.get, .requestParameters(parameters: parameters, encoding: URLEncoding.default)),
      target(.post, .requestParameters(parameters: parameters, encoding: URLEncoding.httpBody)),
      target(.post, .requestParameters(parameters: parameters, encoding: JSONEncoding.default)),
      target(
        .put,
        .requestCompositeParameters(
          bodyParameters: ["a": 1], bodyEncoding: JSONEncoding.default, urlParameters: ["q": "1"])),
      target(.post, .requestData(Data("bytes".utf8)), ["Content-Type": "text/plain", "Authorization": "Bearer t"]),
      target(.post, .uploadFile(file)), target(.post, .uploadMultipartFormData(form)),
    ]
  }

  @Test func `the record is what a server receives, for each kind of task`() throws {
    let folder = TemporaryFolder()
    let server = try EchoServer()
    defer { server.stop() }
    for (sent, stubbed) in zip(try Self.targets(folder), try Self.targets(folder)) {
      let rules = StubRules(defaultAnswer: .networkResponse(200, Data()))
      var (target, other) = (sent, stubbed)
      target.baseURL = try #require(URL(string: "http://\(server.host)/v1"))
      other.baseURL = target.baseURL
      other.sampleData = Data()
      _ = try result(target, Session())
      _ = try result(other, Session(backend: rules))
      let (received, recorded) = (try #require(server.requests.last), try #require(rules.requests.first))
      #expect(recorded.httpMethod == received.method)
      #expect(recorded.urlText == "http://\(server.host)\(received.path)")
      #expect(
        recorded.headerFields.fields.map { "\($0.name): \($0.value)" }
          == received.headers.map { "\($0.name): \($0.value)" })
      #expect(recorded.httpBody ?? Data() == Data(received.body))
    }
  }

  @Test func `rules see header fields, the encoded body, and the order of equal names`() throws {
    var target = Probe("h", "things")
    target.method = .post
    target.headers = ["X-A": "1"]
    target.task = .requestCompositeData(bodyData: Data("{}".utf8), urlParameters: ["id": [1, 2]])
    target.sampleData = Data()
    let ids = [("id[]", "1"), ("id[]", "2")]
    for (matcher, isMatch) in [
      (.header("x-a"), true), (.header("X-A", "1"), true), (.header("X-A", "2"), false), (.header("X-B"), false),
      (.header("Content-Length", "2"), true), (.header("User-Agent"), true),
      (.body(Data("{}".utf8)), true), (.body(Data()), false),
      (.json(" { } "), true), (.json("[]"), false), (.query(ids), true), (.query(ids.reversed()), false),
      (.query(ids, exactly: true), true),
      (.query([ids[0]]), true), (.query([ids[0]], exactly: true), false), (.query([], exactly: true), false),
      (StubMatcher { $0.receivedRequest.httpBody == Data("{}".utf8) }, true),
    ] as [(StubMatcher, Bool)] {
      let rules = StubRules(defaultAnswer: .networkResponse(404, Data()))
      rules.add(matcher, answer: .text(200, ""))
      #expect(try (result(target, Session(backend: rules)).statusCode == 200) == isMatch)
    }
  }

  @Test func `a rule lets a request through, and the record says what answered none`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    let rules = StubRules(network: Session())
    let real = rules.add(.path("/echo"), answer: .passThrough)
    let once = rules.add(.path("/once"), answer: .sequence([.networkResponse(204, Data())]))
    func target(_ path: String) -> Probe {
      var target = Probe(server.host, path)
      target.sampleData = Data()
      return target
    }
    let session = Session(backend: rules)
    #expect(try result(target("echo"), session).statusCode == 200 && server.requests.count == 1)
    #expect(try result(target("once"), session).statusCode == 204)
    for path in ["once", "lost"] {
      #expect(throws: MoyaError.self) { try result(target(path), session) }
    }
    func paths(_ requests: [URLRequest]) -> [String?] { requests.map { $0.url?.path } }
    #expect(paths(rules.requests) == ["/echo", "/once", "/once", "/lost"])
    #expect(paths(rules.unmatched) == ["/once", "/lost"])
    #expect(paths(once.requests) == ["/once", "/once"] && once.count == 1 && real.count == 1)
    rules.forgetRequests()
    #expect(rules.requests.isEmpty && once.requests.isEmpty && once.count == 1)
    #expect(server.requests.count == 1)
  }

  @Test func `what is let through uploads its form`() throws {
    let folder = TemporaryFolder()
    let server = try EchoServer()
    defer { server.stop() }
    let rules = StubRules(network: Session())
    rules.add(.header("Content-Length"), answer: .passThrough)
    var target = try #require(try Self.targets(folder).last)
    target.baseURL = try #require(URL(string: "http://\(server.host)"))
    _ = try result(target, Session(backend: rules))
    let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
    #expect(body.contains("of a file") && body.contains("two"))
  }

  @Test func `without a network a request cannot be let through, and the record has its bound`() throws {
    let rules = StubRules(recordLimit: 1)
    rules.add(.any, answer: .passThrough)
    let error = #expect(throws: MoyaError.self) { try result(Probe("h"), Session(backend: rules)) }
    #expect("\(try #require(error))".contains("given no network"))
    #expect(throws: MoyaError.self) { try result(Probe("h"), Session(backend: rules)) }
    #expect(rules.requests.count == 1)
  }
}
