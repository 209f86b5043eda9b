import Moya
import MoyaTestSupport
import Testing

@Suite struct ConcurrencyTests {
  /// Makes a thousand requests on each of eight threads. About a third of them are cancelled at once, and another third
  /// are cancelled on another thread.
  private func storm(_ provider: MoyaProvider<Probe>, _ target: @escaping @Sendable (Int) -> Probe) async {
    let threads = 8
    let each = 1000
    let completions = Locked([Int](repeating: 0, count: threads * each))
    let ended = Signal()
    let returned = Signal()
    let cancels = DispatchQueue(label: "cancels")
    for thread in 0..<threads {
      Thread.detach {
        for index in 0..<each {
          let number = thread * each + index
          let token = provider.request(target(number)) { _ in
            completions.with { $0[number] += 1 }
            ended.fire()
          }
          switch Int.random(in: 0..<3) {
          case 0: token.cancel()
          case 1:
            let token = token
            cancels.async { token.cancel() }
          default: break
          }
        }
        returned.fire()
      }
    }
    // Waits on its own thread, because the threads that run tests are few, and also serve async tests.
    let allEnded = await withCheckedContinuation { done in
      Thread.detach {
        done.resume(returning: returned.wait(threads, seconds: 300) && ended.wait(threads * each, seconds: 300))
      }
    }
    #expect(allEnded, "some request never completed")
    cancels.sync {}
    #expect(completions.current.allSatisfy { $0 == 1 }, "exactly one completion each")
    #expect(provider.inflightRequests.isEmpty)
    #expect(provider.session.requestCount == 0)
  }

  private let queue = DispatchQueue(label: "storm", attributes: .concurrent)

  @Test(arguments: [StubBehavior.immediate, .delayed(seconds: 0.001)], [false, true])
  func `stubbed requests from eight threads complete once each`(stub: StubBehavior, tracks: Bool) async {
    let provider = MoyaProvider<Probe>(stubClosure: { _ in stub }, callbackQueue: queue, trackInflights: tracks)
    await storm(provider) { Probe(nil, "/\($0 % 10)") }
  }

  @Test(arguments: [false, true])
  func `requests over the network from eight threads complete once each`(tracks: Bool) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let configuration = URLSessionConfiguration()
    configuration.httpMaximumConnectionsPerHost = 8
    let provider = MoyaProvider<Probe>(
      callbackQueue: queue, session: Session(configuration: configuration), plugins: [MarkPlugin()],
      trackInflights: tracks)
    let host = server.host
    await storm(provider) { Probe(host, "/\($0 % 100)") }
  }

  @Test func `cancelling all ends everything that is under way, once`() throws {
    let provider = MoyaProvider<Probe>(stubClosure: MoyaProvider.delayedStub(60), callbackQueue: queue)
    let endings = (0..<50).map { _ in
      let ending = Ending()
      let token = provider.request(Probe(), completion: ending.completion)
      #expect(!token.isCancelled)
      return ending
    }
    #expect(provider.session.requestCount == 50)
    provider.session.cancelAllRequests()
    for ending in endings { #expect(try ending.error().transferKind == .cancelled) }
  }

  /// A session that holds every exchange until the test releases it.
  private final class Holding: Session, @unchecked Sendable {
    let arrived = Signal()
    private let held = Locked<[(path: String, observer: any TransferObserver)]>([])

    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      held.with { $0.append((exchange.target.path, observer)) }
      arrived.fire()
      return nil
    }

    /// Responds to all held exchanges, the last one first. Returns their number.
    func answer() -> Int {
      let held = held.with { held in
        defer { held = [] }
        return held
      }
      for (path, observer) in held.reversed() {
        observer.transferDidFinish(.success(TransferResponse(statusCode: 200, content: .data(Data(path.utf8)))))
      }
      return held.count
    }
  }

  /// Runs the jobs of a group's tasks in order. When a job that is added later has run, each task that could start has
  /// started.
  private final class InOrder: TaskExecutor {
    let queue = DispatchQueue(label: "in order")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test func `a group keeps its order and its limit`() async throws {
    let (session, executor) = (Holding(), InOrder())
    let paths = (0..<9).map { "/\($0)" }
    let group = _Concurrency.Task(executorPreference: executor) {
      await MoyaProvider<Probe>(session: session).requests(paths.map { Probe(nil, $0) }, limit: 3)
    }
    for _ in 1...3 {
      for _ in 1...3 { #expect(await session.arrived.reached()) }
      executor.queue.sync {}
      #expect(session.answer() == 3, "under way")
    }
    #expect(try await group.value.map { try $0.get().mapString() } == paths)
  }

  @Test(arguments: [Int.max, .min])
  func `a group takes any limit`(limit: Int) async throws {
    let provider = MoyaProvider<Probe>(stubClosure: MoyaProvider.immediatelyStub)
    #expect(await provider.requests([Probe(), Probe()], limit: limit).count == 2)
    #expect(await provider.requests([], limit: limit).isEmpty)
  }

  /// Waits without blocking one of the threads that run tests, because the awaited event needs such a thread.
  @Test(.timeLimitOfAll)
  func `async prepare adds what it awaits, and its error ends the request`() async throws {
    struct NoToken: Error {}
    let rules = StubRules(defaultAnswer: .networkResponse(200, Data()))
    func end(_ plugin: AsyncPreparePlugin) async -> Result<Response, MoyaError> {
      await withCheckedContinuation { ended in
        MoyaXProvider(backend: rules, plugins: [plugin]).request(Probe()) { ended.resume(returning: $0) }
      }
    }
    let adds = AsyncPreparePlugin { request, _ in
      await _Concurrency.Task.yield()
      var request = request
      request.setValue("1", forHTTPHeaderField: "X-Async")
      return request
    }
    _ = try await end(adds).get()
    #expect(rules.requests.last?.value(forHTTPHeaderField: "X-Async") == "1")
    guard case .failure(.underlying(is NoToken, nil)) = await end(AsyncPreparePlugin { _, _ in throw NoToken() }) else {
      Issue.record("it should fail")
      return
    }
    #expect(rules.requests.count == 1)
  }
}
