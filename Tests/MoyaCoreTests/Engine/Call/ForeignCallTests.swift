import Dispatch
import MoyaTestSupport
import Testing

@testable import MoyaCore

/// The engine's features for a call without a Swift target. The C API describes such calls.
@Suite struct ForeignOrderTests {
  private let journal = Journal()
  private let request = URLRequest(urlText: "http://h/pets?token=secret")

  private func plan(
    _ backend: any Backend & Executor, _ plugins: [any PluginHooks] = [],
    subject: ForeignSubject = ForeignSubject("API.pets")
  ) -> FlightPlan {
    var plan = FlightPlan(backend, executor: backend, plugins)
    plan.description = CallDescription(subject, source: .ready(request))
    return plan
  }

  private func call(_ plan: FlightPlan) -> Call {
    Call(plan) { [journal] in journal.write("completion \(Journal.brief($0))") }
  }

  private func statuses(_ statuses: Int...) -> ScriptedBackend {
    ScriptedBackend(statuses.map { ScriptedBackend.status($0) })
  }

  private func authorizations(_ backend: ScriptedBackend) -> [String] {
    backend.sent.map { $0.value(forHTTPHeaderField: "Authorization") ?? "-" }
  }

  // MARK: Validation, download, progress

  @Test(arguments: [
    (ValidationType.none, 500, true), (.successCodes, 204, true), (.successCodes, 304, false),
    (.successAndRedirectCodes, 304, true), (.customCodes([418]), 418, true), (.customCodes([418]), 200, false),
  ])
  func `its answer is validated`(validation: ValidationType, status: Int, isAccepted: Bool) {
    var plan = plan(statuses(status))
    plan.description.validation = validation
    var end: Result<Response, MoyaError>?
    Call(plan) { end = $0 }.start()
    #expect((try? end?.get().statusCode) == (isAccepted ? status : nil))
    #expect(end?.response?.statusCode == status)
  }

  @Test func `its download is moved to its destination`() throws {
    let folder = TemporaryFolder()
    let target = folder.url.appending(path: "pets.json")
    let backend = ScriptedBackend()
    var plan = plan(backend)
    plan.description.download = DestinationPlan { _, _ in (target, []) }
    var end: Result<Response, MoyaError>?
    Call(plan) { end = $0 }.start()
    let path = try #require(backend.options.first?.downloadPath)
    try Data("[]".utf8).write(to: URL(filePath: path))
    let head = HTTPURLResponse(urlText: request.urlText, statusCode: 200, fields: HeaderFields())
    backend.finish(.success(TransferResponse(response: head, body: Data(), downloadedPath: path)))
    #expect(try end?.get().fileURL == target)
    #expect(try Data(contentsOf: target) == Data("[]".utf8))
  }

  @Test func `its progress is reported`() {
    let backend = ScriptedBackend()
    var plan = plan(backend)
    plan.progress = { [journal] in journal.write("\($0.progress) \($0.completed)") }
    call(plan).start()
    backend.progress(1, of: 4)
    backend.finish(ScriptedBackend.status(200))
    #expect(backend.options.map(\.wantsProgress) == [true])
    #expect(journal.all == ["0.25 false", "1.0 true", "completion 200"])
  }

  // MARK: Sharing

  @Test func `equal calls share one exchange, and each has its own process and end`() throws {
    let backend = ScriptedBackend()
    let plugin = RecordingPlugin("A", journal)
    let open = OpenFlights()
    let roster = Roster([plugin])
    for name in ["first", "second"] {
      let description = CallDescription(ForeignSubject(name), source: .ready(request))
      let end: Waiter.Closure = { [journal] in journal.write("\(name) \(Journal.brief($0))") }
      let lane = Lane(backend, executor: backend)
      open.start(
        Waiter(description.subject, nil, closure: end), description, try #require(SharingKey(description)),
        roster: roster,
        session: .none, lane: lane)
    }
    backend.finish(ScriptedBackend.status(200))
    #expect(backend.sent.count == 1)
    #expect(
      journal.all == [
        "A.prepare 1", "A.willSend A", "A.didReceive 200", "A.process 200", "first 200", "A.process 200", "second 200",
      ])
  }

  // MARK: Stubs

  @Test(arguments: [StubMoment.immediate, .next, .delayed(milliseconds: 5)])
  func `it is stubbed with its own sample`(moment: StubMoment) throws {
    let time = ManualTime()
    var plan = plan(time, subject: ForeignSubject("API.pets", sample: ScriptedBackend.status(207)))
    plan.description.stub = moment
    plan.lane = moment.lane(executor: time)
    call(plan).start()
    time.pass(milliseconds: 5)
    #expect(journal.all == ["completion 207"])
  }

  @Test func `stub rules answer it, then its own sample, then the default`() {
    let rules = StubRules(defaultAnswer: .networkResponse(203, Data()))
    rules.add(.method(.post), answer: .text(201, ""))
    for (method, sample) in [("POST", 207), ("GET", 207), ("GET", nil)] {
      var plan = plan(
        ScriptedBackend(), subject: ForeignSubject("API.pets", sample: sample.map { ScriptedBackend.status($0) }))
      plan.lane = Lane(rules)
      var request = request
      request.httpMethod = method
      plan.description.source = .ready(request)
      call(plan).start()
    }
    #expect(journal.all == ["completion 201", "completion 207", "completion 203"])
  }

  @Test func `what no rule answers is an error that names it`() {
    var plan = plan(ScriptedBackend())
    plan.lane = Lane(StubRules())
    var end: Result<Response, MoyaError>?
    Call(plan) { end = $0 }.start()
    guard case .failure(.underlying(let error as TransferError, _)) = end else {
      Issue.record("\(String(describing: end))")
      return
    }
    #expect(error.message.hasSuffix(" of API.pets") && !error.message.contains("secret"))
  }

  // MARK: Retry

  @Test func `a retry plugin tries it again`() {
    var policy = RetryPolicy()
    policy.limit = 1
    let backend = statuses(503, 200)
    call(plan(backend, [RetryPlugin(policy)])).start()
    backend.fireTimers()
    #expect(journal.all == ["completion 200"] && backend.sent.count == 2)
  }

  private struct Once: Retrier {
    func decide(on attempt: FailedAttempt, _ answer: @escaping @Sendable (RetrierDecision) -> Void) {
      answer(attempt.number == 1 ? .after(seconds: 0) : .fail(attempt.error))
    }
  }

  @Test func `a retrier tries it again`() {
    let backend = statuses(503, 200)
    var plan = plan(backend)
    plan.description.validation = .successCodes
    plan.retrier = Once()
    plan.plugins = [RecordingPlugin("A", Journal())]
    call(plan).start()
    backend.fireTimers()
    backend.fireTimers()
    #expect(journal.all == ["completion 200"] && backend.sent.count == 2)
  }

  // MARK: Built-in plugins

  @Test(arguments: [
    (AuthorizationType?.none, "-"), (.bearer, "Bearer API.pets"), (.custom("Key"), "Key API.pets"),
  ])
  func `an access token goes to what names a scheme`(type: AuthorizationType?, value: String) {
    let backend = statuses(200)
    let plugin = AccessTokenPlugin { $0.path }
    call(plan(backend, [plugin], subject: ForeignSubject("API.pets", authorizationType: type))).start()
    #expect(authorizations(backend) == [value])
  }

  @Test func `a token that is refused is renewed`() {
    let backend = statuses(401, 200)
    let plugin = TokenRefreshPlugin(token: "old") { $0(.success("new")) }
    call(plan(backend, [plugin], subject: ForeignSubject("API.pets", needsAuth: true))).start()
    backend.fireTimers()
    #expect(authorizations(backend) == ["Bearer old", "Bearer new"])
    #expect(journal.all == ["completion 200"])
  }

  @Test func `a token does not go to what needs none`() {
    let backend = statuses(401)
    call(plan(backend, [TokenRefreshPlugin(token: "old") { $0(.success("new")) }])).start()
    #expect(authorizations(backend) == ["-"])
  }

  @Test func `a credential, activity and a status are for what its labels say`() {
    let backend = statuses(403)
    let plugins: [any PluginHooks] = [
      CredentialsPlugin { $0.tags == ["a"] ? URLCredential(user: "u", password: "p", persistence: .none) : nil },
      NetworkActivityPlugin { [journal] in journal.write("\($0) \($1.tags)") },
      StatusPlugin { [journal] in journal.write("\($0.statusCode) \($1.tags)") },
    ]
    call(plan(backend, plugins, subject: ForeignSubject("API.pets", tags: ["a"]))).start()
    #expect(backend.options.first?.credential?.user == "u")
    #expect(journal.all == ["began [\"a\"]", "ended [\"a\"]", "403 [\"a\"]", "completion 403"])
  }

  @Test(arguments: [Redaction.default, .none])
  func `the log names it`(redaction: Redaction) {
    let written = Locked<[String]>([])
    let logger = NetworkLoggerPlugin(
      configuration: .init(
        output: { _, items in written.with { $0 += items } }, logOptions: .verbose, redaction: redaction))
    call(plan(statuses(200), [logger])).start()
    call(plan(ScriptedBackend([.failure(TransferError(.network, "it broke"))]), [logger])).start()
    let lines = written.current
    #expect(lines.contains { $0.contains("Request: http://h/pets") })
    #expect(lines.contains { $0.hasSuffix("Received empty network response for API.pets.") })
    #expect(lines.contains { $0.contains("Error calling API.pets : ") })
    #expect(lines.contains { $0.contains("secret") } == redaction.isNone)
  }
}
