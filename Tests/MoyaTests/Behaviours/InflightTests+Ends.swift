import Moya
import MoyaTestSupport
import Testing

/// What is released when a shared exchange has ended.
extension InflightTests {
  @Test func `an exchange that ends late leaves the table to the equal one that came after it`() throws {
    let backend = HeldBackend()
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

  /// Fires a signal when its last copy is released.
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

  /// Both hold the target: the calls themselves, and the provider in its endpoint closure.
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
}
