import Moya
import MoyaTestSupport
import Testing

/// The provider that a scenario describes.
extension FlowScenario {
  func makeProvider() throws -> MoyaProvider<GoldenTarget> {
    let behavior = try stubBehavior()
    return MoyaProvider(
      endpointClosure: try endpointClosure(stubbed: behavior != .never),
      requestClosure: try requestClosure(),
      stubClosure: { _ in behavior },
      callbackQueue: scenario["provider_callback_queue"]?.bool == true ? providerQueue : nil,
      session: session,
      plugins: try (scenario["plugins"]?.array ?? []).map(plugin),
      trackInflights: scenario["track_inflights"]?.bool == true)
  }

  private func stubBehavior() throws -> StubBehavior {
    if let delay = scenario["stub"]?["delayed"] {
      try scenario["stub"]?.only(["delayed"], at: "stub")
      return .delayed(seconds: delay.double)
    }
    return try scenario["stub"].meaning([nil: .never, "never": .never, "immediate": .immediate], at: "stub")
  }

  private func plugin(_ row: GoldenValue) throws -> any PluginType {
    try row.only(["name", "kind", "process"], at: "plugins")
    let name = row["name"]?.string ?? ""
    if try row["kind"].meaning([nil: false, "activity": true], at: "plugin") {
      return NetworkActivityPlugin { [journal] change, target in
        journal.write(name, change == .began ? "activity_began" : "activity_ended", FlowPlugin.id(target))
      }
    }
    let change = try row["process"].meaning(FlowPlugin.changes, at: "process")
    return FlowPlugin(name, change: change, journal: journal)
  }

  private func endpointClosure(stubbed: Bool) throws -> MoyaProvider<GoldenTarget>.EndpointClosure {
    let keys: Set<String> =
      try scenario["sample"]?["kind"].meaning(
        [
          nil: [], "networkError": ["domain", "code"], "networkResponse": ["status", "body"],
          "response": ["status", "body", "headers", "url"],
        ], at: "sample") ?? []
    try scenario["sample"]?.only(keys.union(["kind"]), at: "sample")
    let url = scenario["endpoint_url"]?.string?.replacing("{{HOST}}", with: server.host)
      .replacing("$RUN", with: self.row.id)
    return { [journal, scenario] target in
      let sample: Endpoint.SampleResponseClosure = {
        if stubbed { journal.write("endpoint", "sampleResponse", target.name) }
        return FlowScenario.sample(scenario["sample"], target)
      }
      return Endpoint(
        url: url ?? URL(target: target).absoluteString, sampleResponseClosure: sample,
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

  private func requestClosure() throws -> MoyaProvider<GoldenTarget>.RequestClosure {
    let row = scenario["request_closure"]
    let keys: Set<String> =
      try row?["kind"].meaning(
        [
          "fail_requestMapping": [], "fail_underlying": [], "async": ["ms"], "async_fail": ["ms"], "timeout": ["s"],
        ], at: "request_closure") ?? []
    try row?.only(keys.union(["kind"]), at: "request_closure")
    let milliseconds = UInt32(row?["ms"]?.int ?? 0)
    let later = { @Sendable [time] (work: @escaping @Sendable () -> Void) in
      _ = time.schedule(afterMilliseconds: milliseconds) { DispatchQueue.global().async { work() } }
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
      let seconds = row?["s"].map(\.double) ?? 0
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
}
