import Moya
import MoyaTestSupport
import Testing

/// What is released when a shared exchange has ended.
extension InflightTests {
  @Test func `an exchange that ends late leaves the table to the equal one that came after it`() throws {
    let backend = HeldBackend()
    defer { backend.forget() }
    let provider = MoyaProvider<Probe>(
      callbackQueue: queue, session: Session(backend: backend), trackInflights: true)
    let endings = [Ending(), Ending(), Ending()]
    provider.request(Probe(), completion: endings[0].completion).cancel()
    provider.request(Probe(), completion: endings[1].completion)
    #expect(backend.count == 2)
    backend.end(0, .cancelled)
    provider.request(Probe(), completion: endings[2].completion)
    #expect(provider.inflightRequests.values.map(\.count) == [2])
    #expect(backend.count == 2, "the third one joins")
    backend.end(1, 200)
    #expect(try endings[0].error().transferKind == .cancelled)
    for ending in endings[1...] { #expect(try ending.response().statusCode == 200) }
    #expect(provider.inflightRequests.isEmpty)
  }

  /// Fires a signal when the last reference to this object is released.
  private struct Watched: TargetType {
    final class Witness: Sendable {
      let released = Signal()

      deinit { released.fire() }
    }

    let probe: Probe
    let witness = Witness()
    var baseURL: URL { probe.baseURL }
    var path: String { probe.path }
  }

  /// The calls hold the target, and so does the endpoint closure of the provider.
  @Test(arguments: [false, true])
  func `requests that were shared are released with their provider when they have completed`(isHooked: Bool) throws {
    let held = try Held()
    let released = try { () throws -> Signal in
      let target = Watched(probe: Probe(held.server.host))
      let provider = MoyaProvider<Watched>(
        endpointClosure: { _ in MoyaProvider<Watched>.defaultEndpointMapping(for: target) }, callbackQueue: queue,
        plugins: isHooked ? [MarkPlugin()] : [], trackInflights: true)
      let endings = [Ending(), Ending()]
      for ending in endings { provider.request(target, completion: ending.completion) }
      held.gate.fire()
      for ending in endings { _ = try ending.response() }
      return target.witness.released
    }()
    #expect(held.server.requests.count == 1)
    #expect(released.wait())
  }

  /// One thread reads the table. Other threads run and release the completions.
  @Test func `the table may be read while its requests complete`() throws {
    let rules = StubRules()
    rules.add(.any, answer: .text(200, "shared"))
    let provider = MoyaProvider<Probe>(session: Session(backend: rules), trackInflights: true)
    let queues = (0..<4).map { DispatchQueue(label: "ends \($0)") }
    let isOver = Locked(false)
    let read = Signal()
    Thread.detach {
      while !isOver.current { _ = provider.inflightRequests.values.map(\.count) }
      read.fire()
    }
    for _ in 0..<200 {
      let endings = queues.map { _ in Ending() }
      for (ending, queue) in zip(endings, queues) {
        provider.request(Probe(), callbackQueue: queue, completion: ending.completion)
      }
      for ending in endings { #expect(try ending.response().statusCode == 200) }
    }
    isOver.with { $0 = true }
    #expect(read.wait())
  }

  /// A session may cancel all its requests after it has registered a request and before this request starts.
  @Test func `requests that are given up while they begin end once`() throws {
    let backend = HeldBackend()
    defer { backend.forget() }
    let session = Session(backend: backend)
    let provider = MoyaProvider<Probe>(callbackQueue: queue, session: session, trackInflights: true)
    let isOver = Locked(false)
    let stopped = Signal()
    Thread.detach {
      while !isOver.current { session.cancelAllRequests() }
      stopped.fire()
    }
    let endings = (0..<500).map { _ in Ending() }
    for ending in endings { provider.request(Probe(), completion: ending.completion) }
    isOver.with { $0 = true }
    #expect(stopped.wait())
    session.cancelAllRequests()
    for number in 0..<backend.count { backend.end(number, .cancelled) }
    for ending in endings { #expect(try ending.error().transferKind == .cancelled) }
    #expect(session.requestCount == 0 && provider.inflightRequests.isEmpty)
  }
}
