import Moya
import MoyaTestSupport
import Testing

/// Plays one row of flow.jsonl.
final class FlowScenario: @unchecked Sendable {
  private let row: Golden
  private let scenario: GoldenValue
  private let journal = FlowJournal()
  private let server: EchoServer
  private let folder: URL
  private let caller = FlowJournal.queue("caller")
  private let queues = [
    "1": FlowJournal.queue("callback_queue"), "2": FlowJournal.queue("callback_queue_2"),
  ]
  private let providerQueue = FlowJournal.queue("provider_queue")
  private let session: Session
  private var provider: MoyaProvider<GoldenTarget>?
  private weak var releasedProvider: MoyaProvider<GoldenTarget>?
  private let state = Locked(State())
  /// A request arrived at the server, or completed.
  private let changed = Signal()

  private struct State {
    var tokens: [String: any Cancellable] = [:]
    var requested: [String] = []
    var returned: Set<String> = []
    var completedEarly: [String: Bool] = [:]
    var results: [String: Result<Response, MoyaError>] = [:]
    var completions: [String: Int] = [:]
    var ends: [String: Signal] = [:]
  }

  init(_ row: Golden, folder: URL) throws {
    self.row = row
    self.folder = folder
    scenario = try #require(row["scenario"])
    let limit = scenario["session_retry_limit"]?.int
    session = Session(interceptor: limit.map { [journal] in FlowInterceptor(limit: $0, journal: journal) })
    server = try EchoServer(onRequest: { [changed] in changed.fire() })
    for file in scenario["preexisting_files"]?.array ?? [] {
      try Data("old".utf8).write(to: folder.appending(path: file.string ?? ""))
    }
    provider = makeProvider()
  }

  /// - Returns: everything that can be compared.
  func play() throws -> GoldenValue {
    defer { server.stop() }
    let steps = scenario["steps"]?.array ?? []
    let done = Signal()
    caller.async { [self] in
      for step in steps { perform(step) }
      done.fire()
    }
    #expect(done.wait(seconds: 30), "\(row.id): a step did not end")
    for (id, end) in state.current.ends { #expect(end.wait(), "\(row.id): \(id) never completed") }
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

  private func perform(_ step: GoldenValue) {
    let id = step["id"]?.string ?? ""
    switch step["op"]?.string {
    case "request": request(id, queue: step["queue"]?.string, progress: step["progress"]?.bool == true)
    case "cancel": state.with { $0.tokens[id] }?.cancel()
    case "sleep": settle()
    case "wait":
      let end = state.with { $0.ends[id] }
      #expect(end?.wait() == true, "\(row.id): \(id) never completed")
      end?.fire()
    case "inflight_count":
      journal.write("caller", "inflight_count", "", "\(provider?.inflightRequests.count ?? -1)")
    case "cancel_all_session": session.cancelAllRequests()
    case "release_provider":
      releasedProvider = provider
      provider = nil
    case "provider_alive":
      drain()
      journal.write("caller", "provider_alive", "", "\(releasedProvider != nil)")
    default: Issue.record("\(row.id): unknown step \(step)")
    }
  }

  /// A pause in the row: until everything that was requested has reached the server or is over.
  private func settle() {
    let expected = row["wire_requests"]?.array?.count ?? 0
    repeat {
      let open = state.with { state in state.requested.count { state.completions[$0] == nil } }
      let requested = state.with { $0.requested.count }
      if open == 0 || server.requests.count >= min(requested, expected) { return }
    } while changed.wait()
    Issue.record("\(row.id): the requests did not arrive")
  }

  private func request(_ id: String, queue: String?, progress: Bool) {
    guard let provider, let description = scenario["targets"]?[id] else { return }
    guard var target = try? GoldenTarget(description, host: server.host, folder: folder, run: row.id) else {
      Issue.record("\(row.id): no target \(id)")
      return
    }
    target.name = id
    state.with { state in
      state.requested.append(id)
      state.ends[id] = Signal()
    }
    let report: ProgressBlock = { [journal] progress in
      let fraction = "\(progress.progress)"
      journal.write("client", "progress", id, "\(fraction) \(progress.completed)")
    }
    let token = provider.request(
      target, callbackQueue: queue.flatMap { queues[$0] }, progress: progress ? report : nil
    ) { [self] result in completed(id, result) }
    state.with { state in
      state.tokens[id] = token
      state.completedEarly[id] = state.completions[id] != nil
    }
  }

  private func completed(_ id: String, _ result: Result<Response, MoyaError>) {
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

  /// What is still on its way to the queues arrives before the journal is read.
  private func drain() {
    for queue in [DispatchQueue.main, providerQueue] + queues.values {
      let passed = Signal()
      queue.async { queue.async { passed.fire() } }
      #expect(passed.wait())
    }
  }

  // MARK: The provider

  private func makeProvider() -> MoyaProvider<GoldenTarget> {
    let stub = scenario["stub"]
    let behavior: StubBehavior =
      stub?.string == "immediate"
      ? .immediate : stub?["delayed"].map { .delayed(seconds: GoldenNumber.double($0)) } ?? .never
    return MoyaProvider(
      endpointClosure: endpointClosure(stubbed: behavior != .never),
      requestClosure: requestClosure(),
      stubClosure: { _ in behavior },
      callbackQueue: scenario["provider_callback_queue"]?.bool == true ? providerQueue : nil,
      session: session,
      plugins: (scenario["plugins"]?.array ?? []).map(plugin),
      trackInflights: scenario["track_inflights"]?.bool == true)
  }

  private func plugin(_ row: GoldenValue) -> any PluginType {
    let name = row["name"]?.string ?? ""
    if row["kind"]?.string == "activity" {
      return NetworkActivityPlugin { [journal] change, target in
        journal.write(name, change == .began ? "activity_began" : "activity_ended", FlowPlugin.id(target))
      }
    }
    return FlowPlugin(name, change: row["process"]?.string ?? "pass", journal: journal)
  }

  private func endpointClosure(stubbed: Bool) -> MoyaProvider<GoldenTarget>.EndpointClosure {
    { [journal, scenario] target in
      let sample: Endpoint.SampleResponseClosure = {
        if stubbed { journal.write("endpoint", "sampleResponse", target.name) }
        return FlowScenario.sample(scenario["sample"], target)
      }
      return Endpoint(
        url: scenario["endpoint_url"]?.string ?? URL(target: target).absoluteString, sampleResponseClosure: sample,
        method: target.method, task: target.task, httpHeaderFields: target.headers)
    }
  }

  private static func sample(_ row: GoldenValue?, _ target: GoldenTarget) -> EndpointSampleResponse {
    switch row?["kind"]?.string {
    case "networkError":
      return .networkError(FlowError(domain: row?["domain"]?.string ?? "", code: row?["code"]?.int ?? 0))
    case "networkResponse":
      return .networkResponse(row?["status"]?.int ?? 0, Data((row?["body"]?.string ?? "").utf8))
    case "response":
      let headers = row?["headers"]?.object?.compactMapValues(\.string)
      guard let url = URL(string: row?["url"]?.string ?? "http://stub/"),
        let response = HTTPURLResponse(
          url: url, statusCode: row?["status"]?.int ?? 0, httpVersion: nil, headerFields: headers)
      else { return .networkError(FlowError(domain: "row", code: 0)) }
      return .response(response, Data((row?["body"]?.string ?? "").utf8))
    default: return .networkResponse(200, target.sampleData)
    }
  }

  private func requestClosure() -> MoyaProvider<GoldenTarget>.RequestClosure {
    let row = scenario["request_closure"]
    let milliseconds = row?["ms"]?.int ?? 0
    let later = { (work: @escaping () -> Void) in
      nonisolated(unsafe) let work = work
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { work() }
    }
    switch row?["kind"]?.string {
    case "fail_requestMapping": return { _, answer in answer(.failure(.requestMapping("x"))) }
    case "fail_underlying":
      return { _, answer in answer(.failure(.underlying(FlowError(domain: "app", code: 42), nil))) }
    case "async":
      return { endpoint, answer in
        later { MoyaProvider<GoldenTarget>.defaultRequestMapping(for: endpoint, closure: answer) }
      }
    case "async_fail": return { _, answer in later { answer(.failure(.requestMapping("x"))) } }
    case "timeout":
      let seconds = row?["s"].map(GoldenNumber.double) ?? 0
      return { endpoint, answer in
        answer(
          Result {
            var request = try endpoint.urlRequest()
            request.timeoutInterval = seconds
            return request
          }.mapError { .underlying($0, nil) })
      }
    default: return MoyaProvider<GoldenTarget>.defaultRequestMapping
    }
  }

  // MARK: What is compared

  private func results() -> [String: GoldenValue] {
    let state = self.state.current
    let observed = row["results"]?.object ?? [:]
    return observed.mapValues { _ in GoldenValue.null }.merging(
      state.requested.map { id in
        var fields: [String: GoldenValue] = [
          "completions": .number("\(state.completions[id] ?? 0)"),
          "token_is_cancelled": .bool(state.tokens[id]?.isCancelled ?? false),
        ]
        // Whether a background thread is faster than a return is nobody's promise.
        if observed[id]?["completed_before_request_returned"]?.bool == true {
          fields["completed_before_request_returned"] = .bool(state.completedEarly[id] ?? false)
        }
        switch state.results[id] {
        case .success(let response):
          fields["outcome"] = .string("success")
          fields["status"] = .number("\(response.statusCode)")
          fields["body"] = .string(String(decoding: response.data, as: UTF8.self))
          fields["has_http_response"] = .bool(response.response != nil)
          fields["request_headers_X"] = .array(FlowPlugin.marks(response.request).map { .string($0) })
        case .failure(let error):
          fields["outcome"] = .string("failure")
          fields["error"] = .string(FlowJournal.brief(.failure(error)))
          fields["response_body"] = error.response.map { .string(String(decoding: $0.data, as: UTF8.self)) } ?? .null
          if case .underlying(let inner as TransferError, _) = error, observed[id]?.urlErrorCode != nil {
            fields["code"] = .number("\(inner.urlErrorCode)")
          }
          if case .requestMapping(let url) = error { fields["request_mapping_url"] = .string(url) }
        case nil: fields["outcome"] = .string("never")
        }
        return (id, GoldenValue.object(fields))
      }
    ) { _, ours in ours }
  }

  /// The row's observation in the same form.
  static func observed(_ row: GoldenValue) -> GoldenValue {
    let events = (row["events"]?.array ?? []).map { event -> GoldenValue in
      let hook = event["hook"]?.string ?? ""
      let detail: String
      switch hook {
      case "prepare", "willSend", "adapt": detail = "\((event["sees_headers"]?.array ?? []).compactMap(\.string))"
      case "retry": detail = ""
      case "progress":
        detail = "\(event["progress"].map(GoldenNumber.double) ?? 0) \(event["completed"]?.bool ?? false)"
      case "inflight_count": detail = "\(event["count"]?.int ?? -1)"
      case "provider_alive": detail = "\(event["alive"]?.bool ?? false)"
      default: detail = FlowJournal.brief(observed: event["result"])
      }
      // An interceptor does not know whose request it is.
      let isSession = hook == "adapt" || hook == "retry"
      return .string(
        FlowJournal.line(
          isSession ? "session" : event["who"]?.string ?? "", hook, isSession ? "" : event["request"]?.string ?? "",
          event["thread"]?.string ?? "", detail))
    }
    let results = (row["results"]?.object ?? [:]).mapValues { result -> GoldenValue in
      var fields: [String: GoldenValue] = [:]
      for key in [
        "outcome", "status", "body", "completions", "has_http_response", "token_is_cancelled", "request_headers_X",
      ] { fields[key] = result[key] }
      if result["completed_before_request_returned"]?.bool == true {
        fields["completed_before_request_returned"] = .bool(true)
      }
      if let error = result["error"] {
        fields["error"] = .string(FlowJournal.brief(observed: error))
        fields["response_body"] = error["response_body"]
        fields["request_mapping_url"] = error["request_mapping_url"]
      }
      fields["code"] = result.urlErrorCode.map { .number("\($0)") }
      return .object(fields)
    }
    return .object([
      "events": .array(events), "results": .object(results),
      "wire": (row["wire_requests"]?.array).map { .array($0.sorted { $0.string ?? "" < $1.string ?? "" }) } ?? .null,
      "files": row["files"] ?? .null,
    ])
  }

  private func files() throws -> [String: GoldenValue] {
    var files: [String: GoldenValue] = [:]
    for name in scenario["check_files"]?.array ?? [] {
      let url = folder.appending(path: name.string ?? "")
      if let data = try? Data(contentsOf: url) {
        files[name.string ?? ""] = .string(String(decoding: data, as: UTF8.self))
      }
    }
    return files
  }
}

extension GoldenValue {
  /// The NSURLErrorDomain code inside a session's failure.
  fileprivate var urlErrorCode: Int? {
    let error = self["error"]?["underlying"]?["underlying"]
    return error?["domain"]?.string == "NSURLErrorDomain" ? error?["code"]?.int : nil
  }
}

enum GoldenNumber {
  static func double(_ value: GoldenValue) -> Double {
    if case .number(let text) = value { Double(text) ?? 0 } else { 0 }
  }
}
