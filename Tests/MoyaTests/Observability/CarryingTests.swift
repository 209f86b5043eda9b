import Moya
import MoyaTestSupport
import Testing

/// A provider carries the values of task-locals from the caller into hooks, closures and streams. The mark is the value
/// of the task-local of these tests.
@Suite struct CarryingTests {
  /// Where the response comes from.
  enum Way: CaseIterable, Sendable {
    case immediateStub, delayedStub, network, ownSession, rules, laterRules

    var stub: StubBehavior {
      switch self {
      case .immediateStub: .immediate
      case .delayedStub: .delayed(seconds: 0.001)
      default: .never
      }
    }

    /// The hooks and closures that see the mark in a call of this kind.
    var places: [String] {
      let own =
        switch self {
        case .immediateStub, .delayedStub: ["sample"]
        case .network: ["adapt", "progress"]
        case .ownSession: ["adapt", "progress", "send"]
        case .rules, .laterRules: ["adapt", "progress", "matcher", "computed"]
        }
      return own + WitnessPlugin.places + ["endpoint", "stub", "request", "completion"]
    }

    func session(_ witness: Witness) -> Session {
      let interceptor = TestInterceptor(adapt: { request, answer in
        witness.see("adapt")
        answer(.success(request))
      })
      switch self {
      case .immediateStub, .delayedStub, .network: return Session(interceptor: interceptor)
      case .ownSession: return WitnessSession(witness, interceptor: interceptor)
      case .rules, .laterRules:
        let rules = StubRules()
        let matcher = StubMatcher { _ in
          witness.see("matcher")
          return true
        }
        let computed = StubRule.Answer.computed { _ in
          witness.see("computed")
          return .networkResponse(200, Data("computed".utf8))
        }
        rules.add(matcher, delay: self == .rules ? 0 : 0.001, answer: computed)
        return Session(interceptor: interceptor, backend: rules)
      }
    }
  }

  private func provider(
    _ way: Way, _ witness: Witness, carrying: [Carried] = [Carried(Caller.$mark)]
  ) -> MoyaProvider<Probe> {
    MoyaProvider<Probe>(
      endpointClosure: { target in
        witness.see("endpoint")
        let endpoint = MoyaProvider<Probe>.defaultEndpointMapping(for: target)
        let sample: Endpoint.SampleResponseClosure = {
          witness.see("sample")
          return .networkResponse(200, Data("sample".utf8))
        }
        return Endpoint(
          url: endpoint.url, sampleResponseClosure: sample, method: endpoint.method, task: endpoint.task,
          httpHeaderFields: endpoint.httpHeaderFields)
      },
      requestClosure: { endpoint, done in
        witness.see("request")
        MoyaProvider<Probe>.defaultRequestMapping(for: endpoint, closure: done)
      },
      stubClosure: { _ in
        witness.see("stub")
        return way.stub
      },
      callbackQueue: DispatchQueue(label: "carrying"), session: way.session(witness),
      plugins: [WitnessPlugin(witness: witness)], carrying: carrying)
  }

  private func expected(_ places: [String], _ mark: String?) -> [String: Set<String>] {
    var seen: [String: Set<String>] = [:]
    for place in places { seen[place] = [mark ?? Witness.nothing] }
    return seen
  }

  @Test(arguments: Way.allCases)
  func `every hook and closure sees the value that the task-local had where its call was made`(way: Way) async throws {
    let server = try EchoServer { _ in EchoAnswer(body: "body") }
    defer { server.stop() }
    let witness = Witness()
    let provider = provider(way, witness)
    for mark in ["first", nil, "second"] {
      let ending = Ending()
      Caller.$mark.withValue(mark) {
        _ = provider.request(Probe(server.host), progress: { _ in witness.see("progress") }) { result in
          witness.see("completion")
          ending.completion(result)
        }
      }
      #expect(try await ending.reachedResponse().statusCode == 200)
      #expect(witness.take() == expected(way.places, mark))
    }
  }

  @Test func `a provider that carries no task-local leaves threads as they are`() async throws {
    let server = try EchoServer { _ in EchoAnswer(body: "body") }
    defer { server.stop() }
    let witness = Witness()
    let provider = provider(.network, witness, carrying: [])
    let ending = Ending()
    Caller.$mark.withValue("caller") {
      _ = provider.request(Probe(server.host)) { result in
        witness.see("completion")
        ending.completion(result)
      }
    }
    _ = try await ending.reachedResponse()
    let seen = witness.take()
    #expect(seen["endpoint"] == ["caller"], "it runs on the caller's thread")
    #expect(seen["didReceive"] == [Witness.nothing])
    #expect(seen["completion"] == [Witness.nothing])
  }

  @Test func `a task that waits for a request has its marks in the hooks, and other tasks have theirs`() async throws {
    let witness = Witness()
    let provider = provider(.delayedStub, witness)
    for mark in ["one", "two"] {
      try await Caller.$mark.withValue(mark) {
        _ = try await provider.request(Probe())
        for try await _ in provider.requestWithProgress(Probe()) {}
      }
      #expect(witness.take()["process"] == [mark])
    }
  }

  @Test func `the interceptor's retrier sees the mark of the failed call`() async throws {
    let rules = StubRules()
    rules.add(.any, answer: .sequence([.networkResponse(500, Data()), .networkResponse(200, Data())]))
    let witness = Witness()
    let interceptor = TestInterceptor(retry: { _, _, answer in
      witness.see("retry")
      answer(.retry)
    })
    let provider = MoyaProvider<Probe>(
      callbackQueue: DispatchQueue(label: "carrying"), session: Session(interceptor: interceptor, backend: rules),
      carrying: [Carried(Caller.$mark)])
    var target = Probe()
    target.validationType = .successCodes
    let ending = Ending()
    Caller.$mark.withValue("caller") { _ = provider.request(target, completion: ending.completion) }
    #expect(try await ending.reachedResponse().statusCode == 200)
    #expect(witness.take() == ["retry": ["caller"]])
  }

  @Test func `of merged requests, each completes with its own mark, and the first one's mark is in the shared hooks`()
    async throws
  {
    let backend = HeldBackend()
    let witness = Witness()
    let provider = MoyaProvider<Probe>(
      callbackQueue: DispatchQueue(label: "carrying"), session: Session(backend: backend),
      plugins: [WitnessPlugin(witness: witness)], trackInflights: true, carrying: [Carried(Caller.$mark)])
    let completions = Locked<[String?]>([])
    let endings = ["first", "second"].map { mark in
      let ending = Ending()
      Caller.$mark.withValue(mark) {
        _ = provider.request(Probe()) { result in
          completions.with { $0.append(Caller.mark) }
          ending.completion(result)
        }
      }
      return ending
    }
    try #require(await backend.reachedExchange())
    backend.end(0, 200)
    for ending in endings { #expect(try await ending.reachedResponse().statusCode == 200) }
    #expect(backend.count == 1)
    #expect(completions.current == ["first", "second"])
    let seen = witness.take()
    #expect(seen["willSend"] == ["first"])
    #expect(seen["didReceive"] == ["first"])
    #expect(seen["process"] == ["first", "second"])
    backend.forget()
  }

  @Test func `a request that waits in a group sees the mark of the place where it was added`() async throws {
    let backend = HeldBackend()
    defer { backend.forget() }
    let witness = Witness()
    let provider = MoyaProvider<Probe>(
      endpointClosure: { target in
        witness.see("endpoint")
        return MoyaProvider<Probe>.defaultEndpointMapping(for: target)
      },
      callbackQueue: DispatchQueue(label: "carrying"), session: Session(backend: backend),
      carrying: [Carried(Caller.$mark)])
    let group = RequestGroup(limit: 1)
    let endings = ["first", "second"].map { mark in
      let ending = Ending()
      Caller.$mark.withValue(mark) {
        _ = provider.request(Probe(), in: group) { result in
          witness.see("completion")
          ending.completion(result)
        }
      }
      return ending
    }
    for (number, ending) in endings.enumerated() {
      try #require(await backend.reachedExchange())
      backend.end(number, 200)
      #expect(try await ending.reachedResponse().statusCode == 200)
    }
    #expect(witness.take() == ["endpoint": ["first", "second"], "completion": ["first", "second"]])
  }

  @Test func `the destination of a download sees the mark`() async throws {
    let server = try EchoServer { _ in EchoAnswer(body: "body") }
    defer { server.stop() }
    let (folder, witness) = (TemporaryFolder(), Witness())
    var target = Probe(server.host)
    target.task = .downloadDestination { [place = folder.url.appending(path: "file")] _, _ in
      witness.see("destination")
      return (place, [])
    }
    let provider = MoyaProvider<Probe>(
      callbackQueue: DispatchQueue(label: "carrying"), carrying: [Carried(Caller.$mark)])
    let ending = Ending()
    Caller.$mark.withValue("caller") { _ = provider.request(target, completion: ending.completion) }
    _ = try await ending.reachedResponse()
    #expect(folder.names == ["file"])
    #expect(witness.take() == ["destination": ["caller"]])
  }

  @Test(arguments: ["caller", nil]) func `the sequence of an upload sees the mark`(mark: String?) async throws {
    let server = try EchoServer { _ in EchoAnswer(body: "body") }
    defer { server.stop() }
    let (left, witness) = (Locked(3), Witness())
    let sequence = AsyncStream<Data> {
      witness.see("sequence")
      return left.with { left in
        left -= 1
        return left < 0 ? nil : Data("abc".utf8)
      }
    }
    var target = Probe(server.host)
    target.method = .put
    target.task = .uploadStream(sequence)
    let provider = MoyaProvider<Probe>(
      callbackQueue: DispatchQueue(label: "carrying"), carrying: [Carried(Caller.$mark)])
    let ending = Ending()
    Caller.$mark.withValue(mark) { _ = provider.request(target, completion: ending.completion) }
    _ = try await ending.reachedResponse()
    #expect(server.requests.map(\.body.count) == [9])
    #expect(witness.take() == expected(["sequence"], mark))
  }

  /// How a stream becomes the body, or a part of it. A small form is read into memory before it is sent.
  enum StreamUse: CaseIterable, Sendable {
    case smallForm, largeForm, passedForm, wholeBody

    var size: Int { self == .smallForm ? 9 : 1 << 20 }
  }

  /// Lets the call continue in a thread that has no mark.
  private struct LaterPlugin: PluginType {
    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      DispatchQueue.global().async { context.resume(.ready(request)) }
      return .pending
    }
  }

  @Test(arguments: StreamUse.allCases, ["caller", nil])
  func `the reads of a stream see the mark`(use: StreamUse, mark: String?) async throws {
    let server = try EchoServer { _ in EchoAnswer(body: "body") }
    defer { server.stop() }
    let witness = Witness()
    let stream = WitnessStream(witness, size: use.size)
    var target = Probe(server.host)
    target.method = .post
    target.task = .uploadMultipart([MultipartFormData(provider: .stream(stream, UInt64(use.size)), name: "part")])
    if use == .wholeBody { target.task = .requestPlain }
    let rules = StubRules(network: Session())
    rules.add(.any, answer: .passThrough)
    let session = use == .passedForm ? Session(backend: rules) : Session()
    let provider = MoyaProvider<Probe>(
      requestClosure: { endpoint, done in
        MoyaProvider<Probe>.defaultRequestMapping(for: endpoint) { result in
          done(
            result.map { request in
              var request = request
              if use == .wholeBody { request.body = .segments([.stream(stream, length: nil)]) }
              return request
            })
        }
      },
      callbackQueue: DispatchQueue(label: "carrying"), session: session, plugins: [LaterPlugin()],
      carrying: [Carried(Caller.$mark)])
    let ending = Ending()
    Caller.$mark.withValue(mark) { _ = provider.request(target, completion: ending.completion) }
    #expect(try await ending.reachedResponse().statusCode == 200)
    #expect(server.requests.map { $0.body.count >= use.size } == [true])
    #expect(witness.take() == expected(["read"], mark))
  }

  @Test func `a copy of a MoyaXProvider carries the same task-locals`() async throws {
    let witness = Witness()
    let rules = StubRules()
    rules.add(.any, delay: 0.001, answer: .text(200, "body"))
    let original = MoyaXProvider(
      session: Session(backend: rules), callbackQueue: DispatchQueue(label: "carrying"),
      carrying: [Carried(Caller.$mark)])
    let provider = original.copy(plugins: [WitnessPlugin(witness: witness)])
    let ending = Ending()
    Caller.$mark.withValue("caller") { _ = provider.request(Probe(), completion: ending.completion) }
    _ = try await ending.reachedResponse()
    #expect(witness.take() == expected(WitnessPlugin.places, "caller"))
  }

  private enum Second {
    @TaskLocal static var number = 0
  }

  @Test func `several task-locals are carried together`() async throws {
    let seen = Locked<[String]>([])
    let provider = MoyaProvider<Probe>(
      stubClosure: MoyaProvider<Probe>.delayedStub(0.001), callbackQueue: DispatchQueue(label: "carrying"),
      carrying: [Carried(Caller.$mark), Carried(Second.$number)])
    let ending = Ending()
    Caller.$mark.withValue("caller") {
      Second.$number.withValue(7) {
        _ = provider.request(Probe()) { result in
          seen.with { $0.append("\(Caller.mark ?? "-") \(Second.number)") }
          ending.completion(result)
        }
      }
    }
    _ = try await ending.reachedResponse()
    #expect(seen.current == ["caller 7"])
  }
}
