import Moya
import MoyaTestSupport
import Testing

/// What is left of an exchange that has ended.
extension InflightTests {
  @Test func `an exchange that ends late leaves the table to the equal one that came after it`() throws {
    let backend = HeldBackend()
    let provider = MoyaProvider<Probe>(
      callbackQueue: queue, session: Session(backend: backend), trackInflights: true)
    let flights = [Flight(), Flight(), Flight()]
    provider.request(Probe(), completion: flights[0].completion).cancel()
    provider.request(Probe(), completion: flights[1].completion)
    #expect(backend.count == 2)
    backend.end(0, .cancelled)
    provider.request(Probe(), completion: flights[2].completion)
    #expect(provider.inflightRequests.values.map(\.count) == [2])
    #expect(backend.count == 2, "the third one joins")
    backend.end(1, 200)
    #expect(try flights[0].error().transferKind == .cancelled)
    for flight in flights[1...] { #expect(try flight.response().statusCode == 200) }
    #expect(provider.inflightRequests.isEmpty)
  }

  /// Says when it is released.
  private final class Witness: Sendable {
    let released = Signal()

    deinit { released.fire() }
  }

  @Test(arguments: [false, true])
  func `a provider whose requests were shared is released when they have completed`(isHooked: Bool) throws {
    let held = try Held()
    let flights = [Flight(), Flight()]
    var witness: Witness? = Witness()
    let released = try #require(witness?.released)
    var provider: MoyaProvider<Probe>? = MoyaProvider(
      endpointClosure: { [witness] target in
        withExtendedLifetime(witness) { MoyaProvider<Probe>.defaultEndpointMapping(for: target) }
      }, callbackQueue: queue, plugins: isHooked ? [MarkPlugin()] : [], trackInflights: true)
    for flight in flights { provider?.request(Probe(held.server.host), completion: flight.completion) }
    (provider, witness) = (nil, nil)
    held.gate.fire()
    for flight in flights { _ = try flight.response() }
    #expect(held.server.requests.count == 1)
    #expect(released.wait())
  }
}
