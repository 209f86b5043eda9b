import Moya
import MoyaTestSupport
import Testing

/// The provider that a scenario describes.
extension FlowScenario {
  func makeProvider() -> MoyaProvider<GoldenTarget> {
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
}
