import Moya
import MoyaTestSupport
import Testing

@Suite struct NetworkTests {
  @Test(arguments: [GitHub.zen, .userProfile("x")])
  func `behaviour 115, behaviour 157: a request over the network gives its one answer`(target: GitHub) throws {
    let server = try EchoServer { request in
      EchoAnswer(
        body: String(decoding: request.path == "/zen" ? GitHub.zen.sampleData : target.sampleData, as: UTF8.self))
    }
    defer { server.stop() }
    let ending = Ending()
    MoyaProvider<Probe>().request(Probe(server.host, target.path), completion: ending.completion)
    let response = try ending.response()
    #expect(response.data == target.sampleData)
    #expect(response.metrics != nil, "timings come with it")
  }

  @Test func `behaviour 116: a failed validation keeps the answer`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    var target = Probe(server.host, "/_status-400")
    target.validationType = .successCodes
    let ending = Ending()
    MoyaProvider<Probe>().request(target, completion: ending.completion)
    let error = try ending.error()
    #expect(error.response?.statusCode == 400)
    #expect(error.response?.data == Data(#"{"code": 400}"#.utf8))
  }

  private final class CountingSession: Session, @unchecked Sendable {
    let count = Locked(0)

    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      count.with { $0 += 1 }
      return super.send(exchange, observer: observer)
    }
  }

  @Test func `behaviour 117: a session's own way to send is used`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    let session = CountingSession()
    let ending = Ending()
    MoyaProvider<Probe>(session: session).request(Probe(server.host), completion: ending.completion)
    _ = try ending.response()
    #expect(session.count.current == 1)
  }

  @Test(arguments: [true, false])
  func `behaviour 120: a credential answers the server's challenge`(hasCredential: Bool) throws {
    let server = try EchoServer { request in
      request.header("Authorization") == "Basic dXNlcjpwYXNzd2Q="
        ? EchoAnswer(body: "welcome")
        : EchoAnswer(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"test\"")], body: "")
    }
    defer { server.stop() }
    let credential = URLCredential(user: "user", password: "passwd", persistence: .none)
    let plugin = CredentialsPlugin { _ in hasCredential ? credential : nil }
    let ending = Ending()
    MoyaProvider<Probe>(plugins: [plugin]).request(Probe(server.host), completion: ending.completion)
    let response = try ending.response()
    #expect(response.statusCode == (hasCredential ? 200 : 401))
    if hasCredential { #expect(response.data == Data("welcome".utf8)) }
  }

  @Test func `behaviour 121: activity begins and ends on the network too`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    let changes = Locked<[NetworkActivityChangeType]>([])
    let plugin = NetworkActivityPlugin { change, _ in changes.with { $0.append(change) } }
    let ending = Ending()
    MoyaProvider<Probe>(plugins: [plugin]).request(Probe(server.host), completion: ending.completion)
    _ = try ending.response()
    #expect(changes.current == [.began, .ended])
  }

  @Test(arguments: [(ValidationType.customCodes([287]), false), (.successCodes, true)])
  func `behaviour 125, behaviour 126: a form's answer is validated`(validation: ValidationType, passes: Bool) throws {
    let server = try EchoServer()
    defer { server.stop() }
    var target = Probe(server.host, "/form")
    target.method = .post
    target.validationType = validation
    target.task = .uploadMultipartFormData([MultipartFormBodyPart(provider: .data(Data("x".utf8)), name: "f")])
    let ending = Ending()
    MoyaProvider<Probe>().request(target, completion: ending.completion)
    switch try ending.result() {
    case .success(let response): #expect(passes && response.statusCode == 200)
    case .failure(.underlying(MoyaError.statusCode(let response), _)): #expect(!passes && response.statusCode == 200)
    case .failure(let error): Issue.record("\(error)")
    }
  }

  @Test func `behaviour 158: the text of a failure reaches the caller`() async throws {
    let provider = MoyaProvider<GitHub>(
      endpointClosure: { target in
        Endpoint(
          url: URL(target: target).absoluteString,
          sampleResponseClosure: { .networkError(StubProviderTests.Houston()) }, method: .get, task: .requestPlain,
          httpHeaderFields: nil)
      }, stubClosure: MoyaProvider.immediatelyStub)
    await #expect {
      _ = try await provider.request(.zen)
    } throws: { error in
      (error as? MoyaError)?.errorDescription == "Houston, we have a problem"
    }
  }

  @Test func `behaviour 160: a progress stream ends with exactly one answer`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    var completed: [Bool] = []
    for try await step in MoyaProvider<Probe>().requestWithProgress(Probe(server.host, "/_len-4000/_slowbody-20")) {
      completed.append(step.completed)
    }
    #expect(completed.count >= 2)
    #expect(completed == Array(repeating: false, count: completed.count - 1) + [true])
  }

  /// A session whose requests time out, so that a request ends even if a fault prevents its cancel. The timeout is long
  /// enough for a task to run while all other tests run, too.
  private var mortal: Session {
    let configuration = URLSessionConfiguration()
    configuration.timeoutIntervalForRequest = 300
    configuration.timeoutIntervalForResource = 300
    return Session(configuration: configuration)
  }

  @Test func `a progress stream that is given up cancels its request`() async throws {
    let (arrived, stopped) = (Signal(), Signal())
    let server = try EchoServer(onRequest: { arrived.fire() })
    defer { server.stop() }
    let kind = Locked<TransferError.Kind?>(nil)
    let plugin = ResultPlugin { result in
      if case .failure(let error) = result { kind.with { $0 = error.transferKind } }
      stopped.fire()
    }
    let provider = MoyaProvider<Probe>(session: mortal, plugins: [plugin])
    let stream = provider.requestWithProgress(Probe(server.host, "/_delay-600000"))
    let task = _Concurrency.Task { for try await _ in stream {} }
    #expect(await arrived.reached())
    task.cancel()
    #expect(await stopped.reached())
    #expect(kind.current == .cancelled)
  }

  @Test func `a task that is cancelled before its request is known cancels it`() async {
    let provider = MoyaProvider<Probe>(
      requestClosure: { _, _ in withUnsafeCurrentTask { $0?.cancel() } }, session: mortal)
    await _Concurrency.Task {
      _ = await #expect { _ = try await provider.request(Probe()) } throws: {
        ($0 as? MoyaError)?.transferKind == .cancelled
      }
    }.value
  }

  /// Completes a request twice.
  private final class Twice: MoyaProvider<GitHub>, @unchecked Sendable {
    override func request(
      _ target: GitHub, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      super.request(target, callbackQueue: callbackQueue, progress: progress) { result in
        completion(result)
        completion(.failure(.requestMapping("twice")))
      }
    }
  }

  @Test func `a task that awaits a provider which completes twice gets the first end`() async throws {
    let provider = Twice(stubClosure: MoyaProvider.immediatelyStub)
    for _ in 0..<3 { #expect(try await provider.request(.zen).data == GitHub.zen.sampleData) }
  }

  @Test func `behaviour 162: a task gets the answer, the failure, or cancels the request`() async throws {
    let stub = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
    #expect(try await stub.request(.zen).data == GitHub.zen.sampleData)

    let arrived = Signal()
    let server = try EchoServer(onRequest: { arrived.fire() })
    defer { server.stop() }
    let host = server.host
    let task = _Concurrency.Task {
      _ = await #expect {
        _ = try await MoyaProvider<Probe>(session: .patient()).request(Probe(host, "/_delay-600000"))
      } throws: { ($0 as? MoyaError)?.transferKind == .cancelled }
    }
    #expect(await arrived.reached())
    task.cancel()
    await task.value
  }

  @Test func `a provider lives until its request has completed, and no longer`() throws {
    let held = try InflightTests.Held()
    let ending = Ending()
    var provider: MoyaProvider<Probe>? = MoyaProvider()
    weak let released = provider
    let token = provider?.request(Probe(held.server.host), completion: ending.completion)
    provider = nil
    #expect(released != nil)
    held.gate.fire()
    _ = try ending.response()
    Signal.drainMain()
    #expect(released == nil)
    #expect(token?.isCancelled == false)
  }
}
