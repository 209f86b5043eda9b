import Testing

@testable import MoyaCore

@Suite struct RetrierTests {
  private final class Answering: Retrier {
    let decisions: Protected<[RetrierDecision]>
    let asked = Protected<[Int]>([])

    init(_ decisions: RetrierDecision...) { self.decisions = Protected(decisions) }

    func decide(on attempt: FailedAttempt, _ answer: @escaping @Sendable (RetrierDecision) -> Void) {
      asked.withLock { $0.append(attempt.number) }
      let decision = decisions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let decision { answer(decision) }
    }
  }

  private struct Numbering: PluginType {
    let journal: Journal

    func process(
      _ result: Result<Response, MoyaError>, context: PluginContext
    ) -> Result<Response, MoyaError> {
      journal.write("process \(context.attempt)")
      return result
    }
  }

  let journal = Journal()
  let backend = ScriptedBackend([503, 502, 200].map { ScriptedBackend.status($0) })

  private func plan(
    _ retrier: Answering, _ backend: any Backend & Executor, _ plugins: [any PluginHooks] = [],
    session: SessionRules = .none
  ) -> FlightPlan {
    var plan = FlightPlan(backend, executor: backend, plugins + [Numbering(journal: journal)])
    plan.session = session
    plan.description.validation = .successCodes
    plan.retrier = retrier
    return plan
  }

  private func call(_ plan: FlightPlan) -> Call {
    Call(plan) { [journal] in journal.write("completion \(Journal.brief($0))") }
  }

  private func call(_ retrier: Answering, _ hasty: Hasty? = nil, _ plugins: [any PluginHooks] = []) -> Call {
    call(plan(retrier, hasty ?? backend, plugins))
  }

  @Test func `a yes is another attempt, and a no leaves the failure and the attempt's number`() {
    let retrier = Answering(.after(seconds: 0.5), .fail(.requestMapping("no")))
    call(retrier).start()
    #expect(retrier.asked.withLock { $0 }.isEmpty, "not where the hooks run")
    for _ in 1...3 { backend.fireTimers() }
    #expect(backend.sent.count == 2 && backend.delays.contains(500))
    #expect(retrier.asked.withLock { $0 } == [1, 2])
    #expect(journal.all == ["process 2", "completion requestMapping(\"no\")"])
  }

  @Test(arguments: [300.0, 1e300, .infinity])
  func `a wait that outlasts the total timeout ends the call at once, with its failure`(seconds: Double) {
    call(Answering(.after(seconds: seconds))).start()
    backend.fireTimers()
    #expect(journal.all.first == "process 1" && journal.all.last?.hasPrefix("completion underlying(statusCode") == true)
    #expect(backend.sent.count == 1)
  }

  @Test(arguments: [
    TransferError.Kind.cancelled, .totalTimeout, .invalidRequest, .invalidURL, .body, .forked,
  ])
  func `nobody is asked about what another attempt cannot mend`(kind: TransferError.Kind) {
    let retrier = Answering(.after(seconds: 0))
    let plugin = RecordingPlugin("A", Journal())
    plugin.onRetry = { _, _ in .now }
    for plugins in [[], [plugin]] {
      let backend = ScriptedBackend([.failure(TransferError(kind, "no")), ScriptedBackend.status(200)])
      call(retrier, Hasty(backend), plugins).start()
      #expect(backend.sent.count == 1)
    }
    #expect(retrier.asked.withLock { $0 }.isEmpty)
    #expect(journal.all == ["process 1", "completion \(kind)", "process 1", "completion \(kind)"])
  }

  @Test func `nobody is asked about a request that cannot be sent`() {
    let retrier = Answering(.after(seconds: 0), .after(seconds: 0))
    let adding = RecordingPlugin("A", Journal())
    adding.onPrepare = { request, _ in
      var request = request
      request.body = .data(Data("x".utf8))
      return .ready(request)
    }
    let refused = plan(retrier, backend, [adding], session: SessionRules(refusesBodyInGET: true))
    var unreadable = plan(retrier, backend)
    let part = MultipartFormBodyPart(
      provider: .file(URL(filePath: "/nowhere/at.all")), name: "file", fileName: "f", mimeType: "a/b")
    unreadable.description.upload = try? Upload(.uploadMultipart([part]), method: .post)
    for plan in [refused, unreadable] {
      call(plan).start()
      backend.fireTimers()
    }
    #expect(retrier.asked.withLock { $0 }.isEmpty && backend.sent.isEmpty)
    #expect(journal.all.count { $0.hasPrefix("completion") } == 2)
  }

  @Test(arguments: [[], [RetrierDecision.after(seconds: 60)]])
  func `a cancel stops the wait for a retrier and the wait that it asked for`(decisions: [RetrierDecision]) {
    let retrier = Answering()
    retrier.decisions.withLock { $0 = decisions }
    var call: Call? = call(retrier)
    weak let released = call?.flight
    call?.start()
    backend.fireTimers()
    #expect(retrier.asked.withLock { $0 } == [1])
    call?.cancel()
    call = nil
    #expect(journal.all == ["process 1", "completion cancelled"])
    #expect(released == nil, "a timer keeps it")
    backend.fireTimers()
    #expect(backend.sent.count == 1)
  }

  @Test func `a retrier is not asked about a call that is cancelled before its turn`() {
    let retrier = Answering(.after(seconds: 0))
    let call = call(retrier)
    call.start()
    call.cancel()
    backend.fireTimers()
    #expect(retrier.asked.withLock { $0 }.isEmpty)
    #expect(journal.all == ["process 1", "completion cancelled"])
  }

  /// Runs work without a delay inside `schedule`, as if another thread were faster.
  private final class Hasty: Backend, Executor {
    let inner: ScriptedBackend

    init(_ inner: ScriptedBackend) { self.inner = inner }

    var traits: BackendTraits { inner.traits }

    func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      inner.send(exchange, observer: observer)
    }

    func schedule(afterMilliseconds: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
      if afterMilliseconds > 0 { return inner.schedule(afterMilliseconds: afterMilliseconds, work) }
      work()
      return inner.schedule(afterMilliseconds: 0) {}
    }
  }

  @Test func `a timer that has fired by the time it is known takes no other's place`() {
    let silent = Answering()
    call(silent, Hasty(backend)).start()
    #expect(silent.asked.withLock { $0 } == [1])
    backend.fireTimers()
    #expect(journal.all == ["process 1", "completion totalTimeout"])
  }

  @Test func `a wait that is over by the time its timer is known leaves the next wait its own`() {
    let plugin = RecordingPlugin("A", Journal())
    plugin.onRetry = { _, context in context.attempt > 2 ? .no : .after(seconds: context.attempt == 1 ? 0 : 1) }
    call(Answering(), Hasty(backend), [plugin]).start()
    #expect(backend.sent.count == 2)
    backend.fireTimers()
    #expect(journal.all == ["process 3", "completion 200"])
  }
}
