import Moya
import MoyaTestSupport
import Testing

/// Requests share one delayed response. Each request gets the response on the queue that it named.
@Suite struct StubRulesTests {
  private let rules = StubRules()
  /// Opens when all requests have reached the rule.
  private let gate = Signal()

  init() {
    _ = FlowJournal()
    let gate = gate
    let answer = StubRule.Answer.computed { _ in
      _ = gate.wait()
      return .networkResponse(200, Data("late".utf8))
    }
    rules.add(.any, delay: 0.001, answer: answer)
  }

  private func provider(_ plugins: [any PluginType] = []) -> MoyaProvider<Probe> {
    MoyaProvider(session: Session(backend: rules), plugins: plugins, trackInflights: true)
  }

  /// Holds the main queue until the test is over.
  private func whileMainIsHeld(_ test: () throws -> Void) rethrows {
    let free = Signal()
    DispatchQueue.main.async { _ = free.wait() }
    defer { free.fire() }
    try test()
  }

  @Test(arguments: [false, true])
  func `a delayed answer that is shared needs no main queue`(isHooked: Bool) throws {
    let provider = provider(isHooked ? [MarkPlugin()] : [])
    try whileMainIsHeld {
      let endings = [Ending(), Ending()]
      for (index, ending) in endings.enumerated() {
        provider.request(Probe(), callbackQueue: DispatchQueue(label: "own \(index)"), completion: ending.completion)
      }
      gate.fire()
      for ending in endings {
        let response = try ending.response()
        #expect(response.data == Data("late".utf8))
      }
    }
    #expect(rules.requests.count == 1)
  }

  @Test(arguments: [false, true], [false, true])
  func `who names a queue and who names none share an answer, each where it asked`(
    isFirst: Bool, isHooked: Bool
  ) throws {
    let queue = FlowJournal.queue("own")
    let provider = provider(isHooked ? [MarkPlugin()] : [])
    let places = Locked<[String]>([])
    let (own, main) = (Ending(), Ending())
    try whileMainIsHeld {
      for names in [isFirst, !isFirst] {
        provider.request(Probe(), callbackQueue: names ? queue : nil) { result in
          places.with { $0.append(FlowJournal.thread) }
          (names ? own : main).completion(result)
        }
      }
      gate.fire()
      _ = try own.response()
      #expect(places.current == ["own"])
    }
    _ = try main.response()
    #expect(places.current == ["own", "main"])
    #expect(rules.requests.count == 1)
  }

  @Test func `a shared answer that has no delay completes before the request returns`() {
    rules.add(.any, answer: .text(200, "now"))
    let ending = Ending()
    provider().request(Probe(), completion: ending.completion)
    #expect(ending.count == 1)
  }

  @Test(arguments: [
    ("A", "1\r\nEvil: 1"), ("A", "1\nEvil: 1"), ("A", "\u{1}"), ("A B", "1"), ("A\r\nEvil", "1"), ("", "1"),
  ])
  func `a response of a stub whose field could forge another fails the call`(name: String, value: String) throws {
    let url = try #require(URL(string: "http://probe.example"))
    let head = try #require(
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: [name: value, "B": "ok\t"]))
    let ending = Ending()
    rules.add(.any, answer: .fixed(.response(head, Data())))
    MoyaProvider<Probe>(session: Session(backend: rules)).request(Probe(), completion: ending.completion)
    let error = try ending.error()
    #expect(error.transferKind == .other)
    #expect("\(error)".contains("the stub's response is not valid"), "\(error)")
  }
}
