import Moya
import MoyaTestSupport
import Testing

@Suite struct StubProviderTests {
  private let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)

  @Test(arguments: [GitHub.zen, .userProfile("ashfurrow")])
  func `behaviour 67, behaviour 68: an immediate stub answers with the sample`(target: GitHub) throws {
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    #expect(ending.count == 1, "it completes before request returns")
    #expect(try ending.response().data == target.sampleData)
  }

  /// If the levels of the chain had no limit, the chain would need more stack than a thread has.
  @Test(arguments: [false, true]) func `a completion may send the next of a long chain`(hasPlugin: Bool) {
    let plugins: [any PluginType] = hasPlugin ? [NetworkActivityPlugin { _, _ in }] : []
    let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: plugins)
    let ended = Locked(0)
    @Sendable func sendNext() {
      provider.request(.zen) { _ in
        ended.with { $0 += 1 }
        if ended.current < 50_000 { sendNext() }
      }
    }
    sendNext()
    #expect(ended.current == 50_000, "all of them before the first request returns")
  }

  @Test func `behaviour 69: a stub's response has its request`() throws {
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    #expect(try ending.response().request?.url?.absoluteString == "https://api.github.com/zen")
  }

  @Test func `behaviour 70: the same target gives equal endpoints`() {
    #expect(provider.endpoint(.zen) == provider.endpoint(.zen))
    #expect(provider.endpoint(.zen) != provider.endpoint(.userProfile("x")))
  }

  @Test func `behaviour 71: request returns something to cancel`() {
    let token = provider.request(.zen) { _ in }
    #expect(!token.isCancelled)
    token.cancel()
    #expect(token.isCancelled)
  }

  @Test func `behaviour 72: the default session starts nothing by itself`() {
    #expect(!MoyaProvider<GitHub>().session.startRequestsImmediately)
  }

  @Test(arguments: [nil, URLCredential(user: "user", password: "secret", persistence: .none)])
  func `behaviour 73, behaviour 74: the credentials closure is asked`(credential: URLCredential?) throws {
    let asked = Locked(0)
    let plugin = CredentialsPlugin { _ in
      asked.with { $0 += 1 }
      return credential
    }
    let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin])
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    _ = try ending.response()
    #expect(asked.current == 1)
  }

  @Test func `behaviour 75: a session of the caller's own is kept`() {
    let session = Session()
    #expect(MoyaProvider<GitHub>(session: session).session === session)
  }

  @Test func `behaviour 76, behaviour 77: activity begins and ends with its target`() throws {
    let changes = Locked<[String]>([])
    let plugin = NetworkActivityPlugin { change, target in changes.with { $0.append("\(change) \(target)") } }
    let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin])
    provider.request(.zen) { _ in }
    #expect(changes.current == ["began zen", "ended zen"])
  }

  @Test func `behaviour 79: a delayed stub does not answer before its time`() throws {
    let (time, queue) = (ManualTime(), DispatchQueue(label: "ends"))
    let provider = MoyaProvider<GitHub>(
      stubClosure: MoyaProvider.delayedStub(0.1), callbackQueue: queue, session: Session(backend: time))
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    time.pass(milliseconds: 99)
    queue.sync {}
    #expect(ending.count == 0)
    time.pass(milliseconds: 1)
    #expect(try ending.response().data == GitHub.zen.sampleData)
  }

  @Test func `behaviour 80, behaviour 81, behaviour 101: a cancelled delayed stub fails as cancelled`() throws {
    let received = Locked<[Bool]>([])
    let provider = MoyaProvider<GitHub>(
      stubClosure: MoyaProvider.delayedStub(60),
      plugins: [ResultPlugin { result in received.with { $0.append((try? result.get()) == nil) } }])
    let ending = Ending()
    let token = provider.request(.zen, completion: ending.completion)
    token.cancel()
    let error = try ending.error()
    #expect(error.transferKind == .cancelled)
    guard case .underlying(let inner as TransferError, nil) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(inner.urlErrorCode == -999)
    #expect(received.current == [true])
    #expect(token.isCancelled)
  }

  @Test func `behaviour 82: prepare runs before willSend`() throws {
    let seen = Locked<String?>(nil)
    let provider = MoyaProvider<GitHub>(
      stubClosure: MoyaProvider.immediatelyStub,
      plugins: [
        MarkPlugin(),
        WillSendPlugin { request in
          seen.with { $0 = request?.value(forHTTPHeaderField: "prepared") }
        },
      ])
    provider.request(.zen) { _ in }
    #expect(seen.current == "yes")
  }

  @Test func `behaviour 83: a delayed stub that is not cancelled succeeds`() throws {
    let ending = Ending()
    MoyaProvider<GitHub>(stubClosure: MoyaProvider.delayedStub(0)).request(.zen, completion: ending.completion)
    #expect(try ending.response().data == GitHub.zen.sampleData)
  }

  @Test func `behaviour 84: the completion sees what process made of the result`() throws {
    let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, plugins: [MarkPlugin()])
    let ending = Ending()
    provider.request(.zen, completion: ending.completion)
    #expect(try ending.response().statusCode == -1)
  }

  @Test func `behaviour 90: a sample closure of the caller's own answers`() throws {
    let ending = Ending()
    stubbed(.networkResponse(201, Data("custom".utf8))).request(.zen, completion: ending.completion)
    let response = try ending.response()
    #expect(response.statusCode == 201 && response.data == Data("custom".utf8))
    #expect(response.response == nil)
  }

  @Test func `behaviour 91: a sample's HTTPURLResponse is delivered as it is`() throws {
    let head = try #require(
      HTTPURLResponse(url: GitHub.base, statusCode: 200, httpVersion: nil, headerFields: ["a": "b"]))
    let ending = Ending()
    stubbed(.response(head, Data())).request(.zen, completion: ending.completion)
    #expect(try ending.response().response === head)
  }

  @Test(arguments: [GitHub.zen, .userProfile("x")])
  func `behaviour 92, behaviour 94: a sample's error is the underlying one, and keeps its text`(target: GitHub) throws {
    let ending = Ending()
    stubbed(.networkError(Houston())).request(target, completion: ending.completion)
    let error = try ending.error()
    guard case .underlying(let inner, nil) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(inner is Houston)
    #expect(error.errorDescription == "Houston, we have a problem")
  }

  @Test(arguments: [(400, false), (200, true)])
  func `behaviour 113, behaviour 114: a stub's status is validated`(status: Int, passes: Bool) throws {
    let ending = Ending()
    stubbed(.networkResponse(status, Data())).request(.zen, completion: ending.completion)
    if passes { return #expect(try ending.response().statusCode == 200) }
    let error = try ending.error()
    #expect(error.response?.statusCode == 400)
    guard case .underlying(MoyaError.statusCode, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  private func stubbed(_ sample: EndpointSampleResponse) -> MoyaProvider<GitHub> {
    MoyaProvider(
      endpointClosure: { target in
        Endpoint(
          url: URL(target: target).absoluteString, sampleResponseClosure: { sample }, method: target.method,
          task: target.task, httpHeaderFields: target.headers)
      }, stubClosure: MoyaProvider.immediatelyStub)
  }

  struct Houston: LocalizedError {
    var errorDescription: String? { "Houston, we have a problem" }
  }
}

/// Adds the field `prepared: yes` to the request, and sets the status of the response to −1.
struct MarkPlugin: PluginType {
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    var request = request
    request.addValue("yes", forHTTPHeaderField: "prepared")
    return request
  }

  func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    result.map { Response(statusCode: -1, data: $0.data, request: $0.request, response: $0.response) }
  }
}

struct WillSendPlugin: PluginType {
  let seen: (URLRequest?) -> Void

  func willSend(_ request: any RequestType, target: any TargetType) { seen(request.request) }
}

struct ResultPlugin: PluginType {
  let seen: (Result<Response, MoyaError>) -> Void

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) { seen(result) }
}
