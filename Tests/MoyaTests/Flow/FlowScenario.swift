import Glibc
import Moya
import MoyaTestSupport
import Testing

/// Plays one row of flow.jsonl.
final class FlowScenario: @unchecked Sendable {
  let row: Golden
  let scenario: GoldenValue
  let journal = FlowJournal()
  let server: EchoServer
  let folder: URL
  let caller = FlowJournal.queue("caller")
  let queues = [
    "1": FlowJournal.queue("callback_queue"), "2": FlowJournal.queue("callback_queue_2"),
  ]
  let providerQueue = FlowJournal.queue("provider_queue")
  let session: Session
  var provider: MoyaProvider<GoldenTarget>?
  weak var releasedProvider: MoyaProvider<GoldenTarget>?
  let state = Locked(State())
  /// Fires when a request arrives at the server, gets half of its response, or completes.
  let changed = Signal()
  /// The clock of the row's time. The responses of the server and delayed stubs follow it.
  let time = ManualTime()

  struct State {
    var tokens: [String: any Cancellable] = [:]
    var requested: [String] = []
    /// For each request, the thread that makes it. `isDone` fires when the token of the request is in `tokens`.
    var makers: [String: (thread: pthread_t, isDone: Signal)] = [:]
    var completedEarly: [String: Bool] = [:]
    var results: [String: Result<Response, MoyaError>] = [:]
    var completions: [String: Int] = [:]
    var ends: [String: Signal] = [:]
    /// How much of the row's time has passed, in milliseconds. Only the pauses of the row take time.
    var clock = 0
    /// The times, in the row's time, at which requests end.
    var dues: [String: Int] = [:]
    /// For a body that comes in two halves, the time at which the head and the first half are due.
    var heads: [String: Int] = [:]
    /// For each path, the signals that let the server send the parts of a response that are due later.
    var parts: [String: (head: Signal, secondHalf: Signal)] = [:]
    var halfways: [String: Int] = [:]
    var cancelled: Set<String> = []

    /// Returns the request that is to end next.
    func next(besides ended: Set<String>) -> (id: String, due: Int, end: Signal)? {
      ends.filter { !ended.contains($0.key) }.map { ($0.key, dues[$0.key] ?? 0, $0.value) }.min { $0.1 < $1.1 }
    }
  }

  init(_ row: Golden, folder: URL) throws {
    self.row = row
    self.folder = folder
    scenario = try #require(row["scenario"])
    try FlowScenario.checkKeys(row.value, scenario)
    let limit = scenario["session_retry_limit"]?.int
    session = Session(
      interceptor: limit.map { [journal] in FlowInterceptor(limit: $0, journal: journal) },
      backend: scenario["stub"]?["delayed"] == nil ? nil : time)
    server = try EchoServer(
      handler: { [state] in FlowScenario.heldBack($0, by: state) }, onRequest: { [changed] in changed.fire() })
    for file in scenario["preexisting_files"]?.array ?? [] {
      try Data("old".utf8).write(to: folder.appending(path: file.string ?? ""))
    }
    provider = try makeProvider()
  }

  /// - Returns: everything that can be compared.
  func play() throws -> GoldenValue {
    defer {
      for part in state.current.parts.values.flatMap({ [$0.head, $0.secondHalf] }) { part.fire() }
      server.stop()
    }
    let steps = scenario["steps"]?.array ?? []
    let done = Signal()
    caller.async { [self] in
      for step in steps { perform(step) }
      done.fire()
    }
    #expect(done.wait(seconds: 30), "\(row.id): a step did not end")
    var ended: Set<String> = []
    while let next = state.with({ $0.next(besides: ended) }) {
      pass(until: next.due)
      #expect(next.end.wait(), "\(row.id): \(next.id) never completed")
      ended.insert(next.id)
    }
    drain()
    return .object([
      "events": .array(journal.events.map { .string($0) }),
      "results": .object(results()),
      "wire": row["wire_requests"] == nil
        ? .null
        : .array(
          server.requests.map { "\($0.method) \($0.path.replacing(row.id, with: "$RUN"))" }.sorted().map { .string($0) }
        ),
      "files": row["files"] == nil ? .null : .object(try files()),
    ])
  }

  // MARK: Steps

  func perform(_ step: GoldenValue) {
    let id = step["id"]?.string ?? ""
    switch step["op"]?.string {
    case "request": request(id, queue: step["queue"]?.string, progress: step["progress"]?.bool == true)
    case "cancel":
      state.with { _ = $0.cancelled.insert(id) }
      waitForToken(id)
      state.with { $0.tokens[id] }?.cancel()
    case "sleep": settle(step["ms"]?.int ?? 0)
    case "wait":
      let end = state.with { $0.ends[id] }
      pass(until: state.current.dues[id] ?? 0)
      #expect(end?.pass() == true, "\(row.id): \(id) never completed")
    case "inflight_count":
      journal.write("caller", "inflight_count", "", "\(provider?.inflightRequests.count ?? -1)")
    case "cancel_all_session":
      state.with { $0.cancelled.formUnion($0.requested) }
      session.cancelAllRequests()
    case "release_provider":
      releasedProvider = provider
      provider = nil
    case "provider_alive":
      drain()
      journal.write("caller", "provider_alive", "", "\(releasedProvider != nil)")
    default: Issue.record("\(row.id): unknown step \(step)")
    }
  }

  func request(_ id: String, queue: String?, progress: Bool) {
    guard let provider, let description = scenario["targets"]?[id],
      var target = try? GoldenTarget(description, host: server.host, folder: folder, run: row.id)
    else {
      Issue.record("\(row.id): no provider any more, or no target \(id)")
      return
    }
    target.name = id
    let comesInHalves = expect(id, description)
    let report: ProgressBlock = { [journal, state, changed, isAsked = progress] progress in
      let fraction = "\(progress.progress)"
      if isAsked { journal.write("client", "progress", id, "\(fraction) \(progress.completed)") }
      if progress.progress > 0, progress.progress < 1 { state.with { $0.halfways[id, default: 0] += 1 } }
      changed.fire()
    }
    let isDone = Signal()
    state.with { $0.makers[id] = (pthread_self(), isDone) }
    let token = provider.request(
      target, callbackQueue: queue.flatMap { queues[$0] }, progress: progress || comesInHalves ? report : nil
    ) { [self] result in completed(id, result) }
    state.with { state in
      state.tokens[id] = token
      state.completedEarly[id] = state.completions[id] != nil
    }
    isDone.fire()
  }

  /// Waits until the thread of the request has stored the token. On another thread, the completion may run before.
  private func waitForToken(_ id: String) {
    guard let maker = state.with({ $0.makers[id] }), pthread_equal(maker.thread, pthread_self()) == 0 else { return }
    #expect(maker.isDone.pass(), "\(row.id): the request of \(id) did not return")
  }

  func completed(_ id: String, _ result: Result<Response, MoyaError>) {
    journal.write("client", "completion", id, FlowJournal.brief(result))
    let end = state.with { state in
      state.results[id] = result
      state.completions[id, default: 0] += 1
      return state.ends[id]
    }
    for step in scenario["on_completion"]?[id]?.array ?? [] { perform(step) }
    end?.fire()
    changed.fire()
  }

  /// Waits until the jobs that were already posted to the queues have run, so that the journal is complete.
  func drain() {
    for queue in [DispatchQueue.main, providerQueue] + queues.values {
      let passed = Signal()
      queue.async { queue.async { passed.fire() } }
      #expect(passed.wait())
    }
  }
}
