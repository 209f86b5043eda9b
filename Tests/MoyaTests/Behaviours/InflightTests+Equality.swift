import Moya
import MoyaTestSupport
import Testing

/// Which requests share an exchange, and for how long.
extension InflightTests {
  @Test func `requests with different bodies, headers or kinds of task are sent each`() throws {
    let held = try Held()
    let provider = provider()
    var targets = (0..<4).map { _ in Probe(held.server.host) }
    for index in targets.indices { targets[index].method = .post }
    targets[0].task = .requestData(Data("a".utf8))
    targets[1].task = .requestData(Data("b".utf8))
    targets[2].task = .requestData(Data("a".utf8))
    targets[2].headers = ["X": "1"]
    targets[3].task = .downloadDestination { temporary, _ in (temporary.appendingPathExtension("x"), []) }
    let endings = targets.map { target in
      let ending = Ending()
      provider.request(target, completion: ending.completion)
      return ending
    }
    #expect(provider.inflightRequests.count == 4)
    #expect(held.arrived.wait(4))
    for _ in endings { held.gate.fire() }
    for ending in endings {
      if let file = try ending.response().fileURL { try FileManager.default.removeItem(at: file) }
    }
  }

  @Test func `an answer is shared by those who judge it, and wait for it, in the same way`() throws {
    let held = try Held()
    let provider = provider()
    var targets = Array(repeating: Probe(held.server.host), count: 3)
    targets[1].validationType = .customCodes([201])
    targets[2].timeout = 20
    let endings = targets.map { target in
      let ending = Ending()
      provider.request(target, completion: ending.completion)
      return ending
    }
    #expect(provider.inflightRequests.values.map(\.count) == [3])
    #expect(held.arrived.wait(3))
    for _ in endings { held.gate.fire() }
    for index in [0, 2] { #expect(try endings[index].response().statusCode == 200) }
    guard case .underlying(MoyaError.statusCode, _) = try endings[1].error() else {
      Issue.record("another's validation was used")
      return
    }
  }

  @Test func `a timeout that is no number leaves the table too`() throws {
    let provider = MoyaProvider<Probe>(
      stubClosure: MoyaProvider.immediatelyStub, callbackQueue: queue, trackInflights: true)
    var target = Probe()
    target.timeout = .nan
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    _ = try ending.response()
    #expect(provider.inflightRequests.isEmpty)
  }

  @Test func `a request that cannot be built leaves the table`() throws {
    var target = Probe()
    target.method = .post
    target.task = .requestParameters(parameters: ["x": Double.nan], encoding: JSONEncoding.default)
    let provider = provider()
    for _ in 0..<2 {
      let ending = Ending()
      provider.request(target, completion: ending.completion)
      guard case .parameterEncoding = try ending.error() else {
        Issue.record("another error")
        return
      }
      #expect(provider.inflightRequests.isEmpty)
    }
  }

  @Test func `an equal request made in a completion is sent again`() throws {
    let server = try EchoServer()
    defer { server.stop() }
    let provider = provider()
    let (first, second) = (Ending(), Ending())
    provider.request(Probe(server.host)) { [provider] result in
      provider.request(Probe(server.host), completion: second.completion)
      first.completion(result)
    }
    _ = try first.response()
    _ = try second.response()
    #expect(server.requests.count == 2)
  }
}
