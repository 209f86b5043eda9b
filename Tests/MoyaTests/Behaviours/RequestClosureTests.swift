import Moya
import MoyaTestSupport
import Testing

@Suite struct RequestClosureTests {
  private typealias Provider = MoyaProvider<GitHub>

  /// Makes a provider whose request closure answers on another queue when the gate opens.
  private func provider(_ gate: Signal) -> Provider {
    Provider(
      requestClosure: { endpoint, answer in
        DispatchQueue.global().async {
          #expect(gate.wait())
          Provider.defaultRequestMapping(for: endpoint, closure: answer)
        }
      }, stubClosure: Provider.immediatelyStub)
  }

  @Test func `behaviour 85: a request closure may answer later, on another queue`() throws {
    let gate = Signal()
    let ending = Ending()
    provider(gate).request(.zen, completion: ending.completion)
    #expect(ending.count == 0)
    gate.fire()
    #expect(try ending.response().data == GitHub.zen.sampleData)
  }

  @Test func `behaviour 86, behaviour 87: cancelled before there is a request, it still completes, as cancelled`()
    throws
  {
    let gate = Signal()
    let ending = Ending()
    let token = provider(gate).request(.zen, completion: ending.completion)
    token.cancel()
    #expect(try ending.error().transferKind == .cancelled)
    gate.fire()
    Signal.drainMain()
    #expect(ending.count == 1, "the late request changes nothing")
  }

  @Test func `behaviour 88: cancelled before the response, it fails`() throws {
    let arrived = Signal()
    let server = try EchoServer(onRequest: { arrived.fire() })
    defer { server.stop() }
    let ending = Ending()
    let token = MoyaProvider<Probe>(session: .patient())
      .request(Probe(server.host, "/_delay-600000"), completion: ending.completion)
    #expect(arrived.wait())
    token.cancel()
    #expect(try ending.error().transferKind == .cancelled)
  }

  @Test func `behaviour 89: a request closure of the caller's own is used`() throws {
    let asked = Locked(0)
    let provider = Provider(
      requestClosure: { endpoint, answer in
        asked.with { $0 += 1 }
        Provider.defaultRequestMapping(for: endpoint, closure: answer)
      }, stubClosure: Provider.immediatelyStub)
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    _ = try ending.response()
    #expect(asked.current == 1)
  }

  @Test(arguments: [GitHub.zen, .userProfile("x")])
  func `behaviour 93: a request closure's failure is the request's`(target: GitHub) throws {
    let provider = Provider(
      requestClosure: { _, answer in answer(.failure(.underlying(FlowError(domain: "app", code: 1), nil))) },
      stubClosure: Provider.immediatelyStub)
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    guard case .underlying(let inner as FlowError, nil) = try ending.error() else {
      Issue.record("another error")
      return
    }
    #expect(inner.code == 1)
  }

  @Test(arguments: [false, true])
  func `a request closure that answers twice sends once, what it answered first`(later: Bool) throws {
    struct Counting: PluginType {
      let sent: Locked<Int>
      func willSend(_ request: any RequestType, target: any TargetType) { sent.with { $0 += 1 } }
    }
    let (rules, sent, answered) = (StubRules(defaultAnswer: .networkResponse(200, Data())), Locked(0), Signal())
    let provider = MoyaProvider<Probe>(
      requestClosure: { _, answer in
        let twice: @Sendable () -> Void = {
          for path in ["first", "second"] { answer(.success(URLRequest(urlText: "http://h/\(path)"))) }
          answer(.failure(.requestMapping("third")))
          answered.fire()
        }
        if later { DispatchQueue.global().async(execute: twice) } else { twice() }
      }, callbackQueue: DispatchQueue(label: "twice"), session: Session(backend: rules),
      plugins: [Counting(sent: sent)])
    let ending = Ending()
    provider.request(Probe(), completion: ending.completion)
    #expect(answered.wait())
    #expect(try ending.response().request?.urlText == "http://h/first")
    #expect(rules.requests.map(\.urlText) == ["http://h/first"] && sent.current == 1)
    #expect(provider.session.requestCount == 0)
  }

  @Test func `a request closure that never answers ends with the total timeout`() throws {
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForResource = 0.05
    let provider = Provider(requestClosure: { _, _ in }, session: Session(configuration: configuration))
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    #expect(try ending.error().transferKind == .totalTimeout)
  }

  @Test func `a stub that its request closure holds up is cancelled with all`() throws {
    let provider = Provider(
      requestClosure: { _, _ in }, stubClosure: Provider.immediatelyStub, session: Session())
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    #expect(provider.session.requestCount == 1)
    provider.session.cancelAllRequests()
    #expect(try ending.error().transferKind == .cancelled)
    #expect(provider.session.requestCount == 0)
  }

  @Test func `a stub that is cancelled while its sample is asked for ends as cancelled`() throws {
    let session = Session()
    let provider = Provider(
      endpointClosure: { target in
        Endpoint(
          url: "https://api.example.com",
          sampleResponseClosure: {
            session.cancelAllRequests()
            return .networkResponse(200, Data())
          }, method: .get, task: .requestPlain, httpHeaderFields: nil)
      }, stubClosure: Provider.immediatelyStub, session: session)
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    #expect(try ending.error().transferKind == .cancelled)
    #expect(session.requestCount == 0)
  }

  @Test func `a stub that a plugin holds up is cancelled with all`() throws {
    struct Waiting: PluginType {
      func prepare(_ request: URLRequest, context: PluginContext) -> Preparation { .pending }
    }
    let provider = Provider(stubClosure: Provider.immediatelyStub, session: Session(), plugins: [Waiting()])
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    #expect(provider.session.requestCount == 1)
    provider.session.cancelAllRequests()
    #expect(try ending.error().transferKind == .cancelled)
    #expect(provider.session.requestCount == 0)
  }

  @Test func `behaviour 59: what is sent is the endpoint's task, not the target's`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    @Sendable func part(_ name: String) -> MultipartFormBodyPart {
      MultipartFormBodyPart(provider: .data(Data(name.utf8)), name: name)
    }
    var target = Probe(server.host, "/upload")
    target.method = .post
    target.task = .uploadMultipartFormData([part("test1")])
    let provider = MoyaProvider<Probe>(endpointClosure: { target in
      MoyaProvider.defaultEndpointMapping(for: target)
        .replacing(task: .uploadMultipartFormData([part("test1"), part("test2")]))
    })
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    _ = try ending.response()
    let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
    for name in ["test1", "test2"] {
      #expect(body.contains("Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(name)\r\n"))
    }
  }
}
