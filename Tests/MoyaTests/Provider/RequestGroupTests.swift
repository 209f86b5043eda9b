import Moya
import MoyaTestSupport
import Testing

@Suite(.timeLimitOfAll) struct RequestGroupTests {
  private let queue = DispatchQueue(label: "group")
  private let backend = HeldBackend()

  /// A provider whose exchanges the test ends.
  private var provider: MoyaProvider<Probe> {
    MoyaProvider(callbackQueue: queue, session: Session(backend: backend))
  }

  private func send(_ count: Int, _ provider: MoyaProvider<Probe>, in group: RequestGroup) -> [Ending] {
    (0..<count).map { number in
      let ending = Ending()
      provider.request(Probe(nil, "/\(number)"), in: group, completion: ending.completion)
      return ending
    }
  }

  @Test(arguments: [1, 2, 3, 5])
  func `at most as many requests as the limit run, in the order in which they came`(limit: Int) async throws {
    defer { backend.forget() }
    let group = RequestGroup(limit: limit)
    let endings = send(5, provider, in: group)
    for _ in 0..<limit { try #require(await backend.reachedExchange()) }
    #expect(backend.count == limit && group.count == 5)
    for (number, ending) in endings.enumerated() {
      backend.end(number, 200 + number)
      // The backend numbers the exchanges as they arrive. Each exchange belongs to the request with the same number, so
      // the requests were sent in order.
      #expect(try await ending.reachedResponse().statusCode == 200 + number)
      #expect(group.count == 4 - number)
      if number + limit < 5 { try #require(await backend.reachedExchange()) }
      #expect(backend.count == min(5, number + limit + 1))
    }
  }

  @Test(arguments: [0, -1, Int.max])
  func `without a limit, all run`(limit: Int) async throws {
    defer { backend.forget() }
    let endings = send(20, provider, in: RequestGroup(limit: limit))
    for _ in 0..<20 { try #require(await backend.reachedExchange()) }
    for number in 0..<20 { backend.end(number, 200) }
    for ending in endings { #expect(try await ending.reachedResponse().statusCode == 200) }
  }

  @Test func `requests of several providers share a limit`() async throws {
    defer { backend.forget() }
    let group = RequestGroup(limit: 1)
    let first = send(1, provider, in: group)
    try #require(await backend.reachedExchange())
    let second = Ending()
    let untyped = MoyaXProvider(session: Session(backend: backend), callbackQueue: queue)
    untyped.request(Probe(), in: group, completion: second.completion)
    #expect(backend.count == 1)
    backend.end(0, 201)
    #expect(try await first[0].reachedResponse().statusCode == 201)
    try #require(await backend.reachedExchange())
    backend.end(1, 202)
    #expect(try await second.reachedResponse().statusCode == 202)
  }

  @Test func `a request that is cancelled in the line is never sent, and the next one is`() async throws {
    defer { backend.forget() }
    let (group, provider) = (RequestGroup(limit: 1), self.provider)
    let endings = [Ending(), Ending(), Ending()]
    let tokens = endings.map { provider.request(Probe(), in: group, completion: $0.completion) }
    try #require(await backend.reachedExchange())
    tokens[1].cancel()
    tokens[1].cancel()
    #expect(try await endings[1].reachedError().transferKind == .cancelled)
    #expect(tokens.map(\.isCancelled) == [false, true, false])
    backend.end(0, 201)
    #expect(try await endings[0].reachedResponse().statusCode == 201)
    try #require(await backend.reachedExchange())
    backend.end(1, 202)
    #expect(try await endings[2].reachedResponse().statusCode == 202)
    #expect(backend.count == 2 && endings[1].count == 1)
  }

  @Test func `a cancelled group ends its requests, and takes new ones`() async throws {
    defer { backend.forget() }
    let group = RequestGroup(limit: 1)
    let endings = send(3, provider, in: group)
    try #require(await backend.reachedExchange())
    group.cancel()
    for ending in endings.dropFirst() { #expect(try await ending.reachedError().transferKind == .cancelled) }
    backend.end(0, .cancelled)
    #expect(try await endings[0].reachedError().transferKind == .cancelled)
    let late = send(1, provider, in: group)
    try #require(await backend.reachedExchange())
    #expect(backend.count == 2, "the requests in the line were not sent")
    backend.end(1, 200)
    #expect(try await late[0].reachedResponse().statusCode == 200)
  }

  @Test(arguments: [1, 7, 0])
  func `a wait ends when every completion has returned`(limit: Int) async {
    let group = RequestGroup(limit: limit)
    let provider = MoyaProvider<Probe>(stubClosure: MoyaProvider.delayedStub(0), callbackQueue: queue)
    let ended = Locked(0)
    await group.wait()
    for _ in 0..<50 { provider.request(Probe(), in: group) { _ in ended.with { $0 += 1 } } }
    await group.wait()
    #expect(ended.current == 50 && group.count == 0)
  }

  /// If each completion started the next request inside itself, a long line of requests would overflow the stack.
  @Test func `a long line of stubs needs no more stack than a short one`() async throws {
    defer { backend.forget() }
    let group = RequestGroup(limit: 1)
    let first = send(1, provider, in: group)
    try #require(await backend.reachedExchange())
    let stubs = MoyaProvider<Probe>(stubClosure: MoyaProvider.immediatelyStub)
    let ended = Locked(0)
    for _ in 0..<20_000 { stubs.request(Probe(), in: group) { _ in ended.with { $0 += 1 } } }
    #expect(ended.current == 0)
    backend.end(0, 200)
    await group.wait()
    #expect(ended.current == 20_000 && first[0].count == 1)
  }

  /// A provider that responds from memory.
  private final class Remembering: MoyaProvider<Probe>, @unchecked Sendable {
    override func request(
      _ target: Probe, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      completion(.success(Response(statusCode: 200, data: Data())))
      return CancellableToken {}
    }
  }

  @Test(arguments: [1, 2])
  func `a long line of responses from memory needs no more stack than a short one`(limit: Int) async throws {
    defer { backend.forget() }
    let group = RequestGroup(limit: limit)
    let first = send(limit, provider, in: group)
    for _ in 0..<limit { try #require(await backend.reachedExchange()) }
    let (remembering, ended) = (Remembering(), Locked<[Int]>([]))
    for number in 0..<20_000 { remembering.request(Probe(), in: group) { _ in ended.with { $0.append(number) } } }
    #expect(ended.current.isEmpty)
    for number in 0..<limit { backend.end(number, 200) }
    await group.wait()
    #expect(ended.current.count == 20_000 && first[0].count == 1)
    if limit == 1 { #expect(ended.current == Array(0..<20_000), "in the order in which they were added") }
  }

  @Test func `completions that add requests to their group need no more stack than one`() async {
    let (group, remembering, ended) = (RequestGroup(), Remembering(), Locked(0))
    @Sendable func add() {
      remembering.request(Probe(), in: group) { _ in
        let count = ended.with { count in
          count += 1
          return count
        }
        if count < 20_000 { add() }
      }
    }
    add()
    await group.wait()
    #expect(ended.current == 20_000)
  }

  /// Counts the requests that are between `willSend` and `didReceive`.
  private struct Counting: PluginType {
    let running = Locked(0)
    let most = Locked(0)

    func willSend(_ request: any RequestType, target: any TargetType) {
      let now = running.with { running in
        running += 1
        return running
      }
      most.with { $0 = max($0, now) }
    }

    func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) { running.with { $0 -= 1 } }
  }

  @Test func `requests from eight threads complete once each, and never more than the limit run`() async {
    let (group, counting) = (RequestGroup(limit: 3), Counting())
    let provider = MoyaProvider<Probe>(
      stubClosure: MoyaProvider.delayedStub(0), callbackQueue: .global(), plugins: [counting])
    let (ended, added) = (Locked(0), Signal())
    for _ in 0..<8 {
      Thread.detach {
        for number in 0..<250 {
          let token = provider.request(Probe(), in: group) { _ in ended.with { $0 += 1 } }
          if number % 3 == 0 { token.cancel() }
        }
        added.fire()
      }
    }
    for _ in 0..<8 { #expect(await added.reached()) }
    await group.wait()
    #expect(ended.current == 2000 && group.count == 0)
    #expect(counting.running.current == 0 && 1...3 ~= counting.most.current)
  }

  private final class Holder: Sendable {
    let token = Locked<(any Cancellable)?>(nil)
  }

  @Test func `a completion may hold what holds its request`() {
    let stubs = MoyaProvider<Probe>(stubClosure: MoyaProvider.immediatelyStub)
    weak var released: Holder?
    do {
      let holder = Holder()
      released = holder
      let token = stubs.request(Probe(), in: RequestGroup()) { _ in _ = holder }
      holder.token.with { $0 = token }
      #expect(released != nil)
    }
    #expect(released == nil)
  }

  @Test func `a task waits for its request`() async throws {
    let group = RequestGroup(limit: 1)
    let stubs = MoyaProvider<Probe>(stubClosure: MoyaProvider.delayedStub(0))
    #expect(try await stubs.request(Probe(), in: group).mapString() == "sample")
    let untyped = MoyaXProvider(backend: StubRules(defaultAnswer: .networkResponse(204, Data())))
    var target = Probe()
    target.sampleData = Data()
    #expect(try await untyped.request(target, in: group).statusCode == 204)
    await group.wait()
  }

  @Test func `a task that was cancelled sends nothing`() async {
    let (group, provider) = (RequestGroup(), self.provider)
    let kind = await _Concurrency.Task { () -> TransferError.Kind? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(MoyaError) {
        _ = try await provider.request(Probe(), in: group)
        return nil
      } catch {
        return error.transferKind
      }
    }.value
    #expect(kind == .cancelled && backend.count == 0 && group.count == 0)
  }
}
