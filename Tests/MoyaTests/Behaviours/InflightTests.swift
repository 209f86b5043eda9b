import Moya
import MoyaTestSupport
import Testing

@Suite struct InflightTests {
  struct Held: ~Copyable {
    let server: EchoServer
    let gate = Signal()
    let arrived = Signal()

    /// The server responds when the gate opens.
    init() throws {
      let (gate, arrived) = (self.gate, self.arrived)
      server = try EchoServer(
        handler: { _ in
          _ = gate.wait()
          return EchoAnswer()
        }, onRequest: { arrived.fire() })
    }

    deinit { server.stop() }
  }

  let queue = DispatchQueue(label: "inflight")

  func provider(_ plugins: [any PluginType] = []) -> MoyaProvider<Probe> {
    MoyaProvider(callbackQueue: queue, plugins: plugins, trackInflights: true)
  }

  @Test
  func `behaviour 100, behaviour 159: equal requests share one answer, and the table is empty before it is heard`()
    throws
  {
    let held = try Held()
    let provider = provider()
    #expect(provider.inflightRequests.isEmpty)
    let endings = [Ending(), Ending()]
    let counts = Locked<[Int]>([])
    for ending in endings {
      provider.request(Probe(held.server.host)) { [provider] result in
        counts.with { $0.append(provider.inflightRequests.count) }
        ending.completion(result)
      }
    }
    #expect(provider.inflightRequests.count == 1)
    #expect(provider.inflightRequests.values.first?.count == 2)
    held.gate.fire()
    let responses = try endings.map { try $0.response() }
    #expect(responses[0] === responses[1])
    // In Moya the table of requests in flight still has the request here, so an equal request that is made now never
    // completes.
    #expect(counts.current == [0, 0])
    #expect(held.server.requests.count == 1)
  }

  @Test func `a joiner can be cancelled alone, the last one stops the transfer`() throws {
    let held = try Held()
    let stopped = Signal()
    let provider = provider([
      ResultPlugin { if case .failure(let error) = $0, error.transferKind == .cancelled { stopped.fire() } }
    ])
    let endings = [Ending(), Ending(), Ending()]
    let tokens = endings.map { provider.request(Probe(held.server.host), completion: $0.completion) }
    #expect(held.arrived.wait())
    tokens[0].cancel()
    #expect(try endings[0].error().transferKind == .cancelled)
    #expect(provider.inflightRequests.values.first?.count == 2)
    tokens[1].cancel()
    tokens[2].cancel()
    #expect(try endings[1].error().transferKind == .cancelled)
    #expect(try endings[2].error().transferKind == .cancelled)
    #expect(provider.inflightRequests.isEmpty)
    #expect(stopped.wait(), "the transfer goes on")
    held.gate.fire()
  }

  @Test(arguments: [[], ["P"]])
  func `nobody waits for another's queue, and plugins hear of the exchange once, before all`(names: [String]) throws {
    let held = try Held()
    let journal = FlowJournal()
    let plugins = names.map { FlowPlugin($0, change: "pass", journal: journal) }
    let stuck = DispatchQueue(label: "stuck")
    stuck.suspend()
    let provider = MoyaProvider<Probe>(plugins: plugins, trackInflights: true)
    let endings = [Ending(), Ending(), Ending()]
    let queues = [stuck, FlowJournal.queue("second"), stuck]
    for (ending, queue) in zip(endings, queues) {
      provider.request(Probe(held.server.host), callbackQueue: queue, completion: ending.completion)
    }
    held.gate.fire()
    #expect(try endings[1].response().statusCode == 200)
    #expect(held.server.requests.count == 1 && endings[0].count == 0 && endings[2].count == 0)
    if !plugins.isEmpty {
      #expect(journal.events.last?.hasPrefix("P.process") == true)
      #expect(journal.events.filter { $0.contains("didReceive") }.allSatisfy { $0.hasSuffix("@second") })
    }
    stuck.resume()
    for ending in [endings[0], endings[2]] { #expect(try ending.response().statusCode == 200) }
    #expect(journal.events.count { $0.contains("didReceive") } == plugins.count)
    #expect(journal.events.count { $0.contains("process") } == plugins.count * 3)
  }

  @Test(arguments: [StubBehavior.immediate, .delayed(seconds: 0), .delayed(seconds: 0.001)], [false, true])
  func `who shares a stub waits for nobody's queue, and is answered on a queue that waits`(
    stub: StubBehavior, isHooked: Bool
  ) throws {
    let queue = FlowJournal.queue("second")
    let stuck = DispatchQueue(label: "stuck")
    let asked = Locked<[String]>([])
    let provider = MoyaProvider<Probe>(
      endpointClosure: { target in
        Endpoint(
          url: "http://h",
          sampleResponseClosure: {
            asked.with { $0.append(FlowJournal.thread) }
            return .networkResponse(200, target.sampleData)
          }, method: .get, task: .requestPlain, httpHeaderFields: nil)
      }, stubClosure: { _ in stub },
      plugins: isHooked ? [FlowPlugin("P", change: "pass", journal: FlowJournal())] : [], trackInflights: true)
    let endings = [Ending(), Ending()]
    stuck.suspend()
    for (ending, queue) in zip(endings, [stuck, queue]) {
      provider.request(Probe(), callbackQueue: queue, completion: ending.completion)
    }
    let second = Result { try endings[1].response() }
    stuck.resume()
    #expect(try second.get().statusCode == 200)
    #expect(try endings[0].response().statusCode == 200)
    #expect(asked.current == ["second"])
  }

  @Test func `plugins hear once of an answer that several queues wait for`() throws {
    let held = try Held()
    let heard = Locked(0)
    let plugin = ResultPlugin { _ in heard.with { $0 += 1 } }
    let provider = MoyaProvider<Probe>(plugins: [plugin], trackInflights: true)
    let endings = (0..<4).map { _ in Ending() }
    let queues = endings.indices.map { DispatchQueue(label: "waiting \($0)") }
    for (ending, queue) in zip(endings, queues) {
      provider.request(Probe(held.server.host), callbackQueue: queue, completion: ending.completion)
    }
    held.gate.fire()
    for ending in endings { #expect(try ending.response().statusCode == 200) }
    for queue in queues { queue.sync {} }
    #expect(heard.current == 1)
  }

  @Test func `who joins when the answer has come waits for nobody's queue`() throws {
    let rules = StubRules()
    rules.add(.any, answer: .text(200, "shared"))
    let stuck = DispatchQueue(label: "stuck")
    stuck.suspend()
    let plugin = FlowPlugin("P", change: "pass", journal: FlowJournal())
    let provider = MoyaProvider<Probe>(session: Session(backend: rules), plugins: [plugin], trackInflights: true)
    let endings = [Ending(), Ending()]
    provider.request(Probe(), callbackQueue: stuck, completion: endings[0].completion)
    provider.request(Probe(), callbackQueue: queue, completion: endings[1].completion)
    #expect(try endings[1].response().data == Data("shared".utf8))
    #expect(rules.requests.count == 1 && endings[0].count == 0)
    stuck.resume()
    #expect(try endings[0].response().statusCode == 200)
  }

  @Test func `what plugins answer themselves reaches everybody on a queue of their own`() throws {
    struct Answering: PluginType {
      let gate: Signal

      func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
        DispatchQueue.global().async {
          _ = gate.wait()
          context.resume(.answered(.success(Response(statusCode: 203, data: Data()))))
        }
        return .pending
      }
    }
    let gate = Signal()
    let stuck = DispatchQueue(label: "stuck")
    stuck.suspend()
    defer { stuck.resume() }
    let provider = MoyaProvider<Probe>(plugins: [Answering(gate: gate)], trackInflights: true)
    let endings = [Ending(), Ending()]
    provider.request(Probe(), callbackQueue: stuck, completion: endings[0].completion)
    provider.request(Probe(), callbackQueue: queue, completion: endings[1].completion)
    gate.fire()
    #expect(try endings[1].response().statusCode == 203)
  }

  @Test func `a joiner keeps its own queue and its own progress`() throws {
    let held = try Held()
    let other = FlowJournal.queue("other")
    let provider = provider()
    let (first, second) = (Ending(), Ending())
    let places = Locked<[String]>([])
    provider.request(Probe(held.server.host), completion: first.completion)
    provider.request(
      Probe(held.server.host), callbackQueue: other,
      progress: { step in places.with { $0.append("\(step.completed) \(FlowJournal.thread)") } },
      completion: second.completion)
    held.gate.fire()
    _ = try first.response()
    _ = try second.response()
    #expect(places.current.last == "true other")
    #expect(places.current.allSatisfy { $0.hasSuffix("other") })
  }
}
