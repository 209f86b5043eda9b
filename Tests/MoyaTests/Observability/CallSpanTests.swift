import Moya
import MoyaTestSupport
import Testing

/// A tracer that stores how its spans began and ended.
final class StoredTracer: MoyaTracer {
  private let stored = Locked<[String]>([])

  var lines: [String] { stored.current }

  func begin(_ attempt: CallAttempt, fields: inout [String: String]) -> any MoyaSpan {
    stored.with { $0.append("begin \(attempt.name) \(attempt.number) at \(attempt.host ?? "-")") }
    fields["traceparent"] = "trace-\(attempt.number)"
    return Span(tracer: self)
  }

  private struct Span: MoyaSpan {
    let tracer: StoredTracer

    func end(_ end: CallAttemptEnd) {
      let status = end.statusCode.map { "\($0)" } ?? "-"
      tracer.stored.with { $0.append("end \(end.wasSent ? "sent" : "unsent") \(status) \(end.errorKind ?? "-")") }
    }
  }
}

@Suite struct CallSpanTests {
  /// Supplies a response before the request is sent.
  private struct Cache: PluginType {
    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      .answered(.success(Response(statusCode: 200, data: Data("cached".utf8), request: request)))
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var answers: [EndpointSampleResponse] = []
    var isCached = false
    let lines: [String]
    let traces: [String]
  }

  static let rows = [
    Row(
      testDescription: "a response", answers: [.networkResponse(201, Data())],
      lines: ["begin GET Probe 1 at probe.example", "end sent 201 -"], traces: ["trace-1"]),
    Row(
      testDescription: "a failure", answers: [.networkError(TransferError(.connect, "refused"))],
      lines: ["begin GET Probe 1 at probe.example", "end sent - connect"], traces: ["trace-1"]),
    Row(
      testDescription: "two attempts", answers: [.networkResponse(503, Data()), .networkResponse(200, Data())],
      lines: [
        "begin GET Probe 1 at probe.example", "end sent 503 503", "begin GET Probe 2 at probe.example",
        "end sent 200 -",
      ], traces: ["trace-1", "trace-2"]),
    Row(
      testDescription: "a response of a cache", isCached: true,
      lines: ["begin GET Probe 1 at probe.example", "end unsent - -"], traces: []),
  ]

  @Test(arguments: CallSpanTests.rows)
  func `each attempt has one span, and the server learns its trace`(row: Row) throws {
    let (tracer, rules) = (StoredTracer(), StubRules())
    rules.add(.any, answer: .sequence(row.answers))
    var policy = RetryPolicy()
    policy.scale = 0
    policy.errors = []
    var plugins: [any PluginType] = [RetryPlugin(policy), CallSpanPlugin(tracer)]
    if row.isCached { plugins.append(Cache()) }
    var target = Probe()
    target.validationType = .successCodes
    let ending = Ending()
    MoyaXProvider(session: Session(backend: rules), plugins: plugins).request(target, completion: ending.completion)
    _ = try ending.result()
    #expect(tracer.lines == row.lines)
    #expect(rules.requests.compactMap { $0.value(forHTTPHeaderField: "traceparent") } == row.traces)
  }

  /// Lets a call wait forever.
  private struct Waiting: PluginType {
    let isAsked: Signal

    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      isAsked.fire()
      return .pending
    }
  }

  @Test func `a request that is cancelled before it is sent ends its span`() async throws {
    let (tracer, isAsked, ending) = (StoredTracer(), Signal(), Ending())
    let provider = MoyaXProvider(
      session: Session(backend: StubRules()), plugins: [CallSpanPlugin(tracer), Waiting(isAsked: isAsked)])
    let call = provider.request(Probe(), completion: ending.completion)
    try #require(await isAsked.reached())
    call.cancel()
    #expect(try await ending.reachedError().transferKind == .cancelled)
    #expect(tracer.lines == ["begin GET Probe 1 at probe.example", "end unsent - -"])
  }
}
