import Moya
import MoyaTestSupport
import Testing

/// What one attempt of a call leaves for the next attempt.
@Suite struct AttemptTests {
  private let queue = DispatchQueue(label: "attempts")

  /// Prepares as the test says, and wants another attempt after each 503.
  private struct Preparing: PluginType {
    let onPrepare: @Sendable (URLRequest, PluginContext) -> Preparation

    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation { onPrepare(request, context) }

    func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
      (try? result.get().statusCode) == 503 ? .after(seconds: 0) : .no
    }
  }

  private func send(
    _ backend: any Backend, _ onPrepare: @escaping @Sendable (URLRequest, PluginContext) -> Preparation
  ) -> (ending: Ending, token: any Cancellable) {
    let ending = Ending()
    let provider = MoyaXProvider(
      session: Session(backend: backend), plugins: [Preparing(onPrepare: onPrepare)], callbackQueue: queue)
    return (ending, provider.request(Probe(), completion: ending.completion))
  }

  @Test func `of two resumes before its pending a plugin's first one counts`() throws {
    let rules = StubRules(defaultAnswer: .networkResponse(200, Data()))
    let (ending, _) = send(rules) { _, context in
      for path in ["first", "second"] { context.resume(.ready(URLRequest(urlText: "http://h/\(path)"))) }
      return .pending
    }
    #expect(try ending.response().statusCode == 200)
    #expect(rules.requests.map(\.urlText) == ["http://h/first"])
  }

  @Test func `what a plugin resumed with and did not wait for is no answer of the next attempt`() throws {
    let rules = StubRules()
    rules.add(.any, answer: .sequence([503, 200].map { .networkResponse($0, Data()) }))
    let (ending, _) = send(rules) { request, context in
      if context.attempt == 1 { context.resume(.answered(.failure(.requestMapping("of the first attempt")))) }
      return .ready(request)
    }
    #expect(try ending.response().statusCode == 200)
    #expect(rules.requests.count == 2)
  }

  @Test func `a cancel while the next attempt is sent stops that one only`() throws {
    let backend = HeldBackend()
    defer { backend.forget() }
    let (ending, token) = send(backend) { request, _ in .ready(request) }
    #expect(backend.waitForExchange())
    let first = try #require(backend.handle(0))
    backend.onSend.with { $0 = { number in if number == 1 { token.cancel() } } }
    backend.end(0, 503)
    #expect(backend.waitForExchange())
    backend.end(1, .cancelled)
    #expect(try ending.error().transferKind == .cancelled)
    #expect(first.stops.current == 0)
    backend.onSend.with { $0 = nil }
  }

  @Test func `a token that is kept keeps nothing of the transfer that has ended`() throws {
    let backend = HeldBackend()
    defer { backend.forget() }
    let (ending, token) = send(backend) { request, _ in .ready(request) }
    #expect(backend.waitForExchange() && backend.handle(0) != nil)
    backend.end(0, 200)
    _ = try ending.response()
    #expect(backend.released.wait())
    withExtendedLifetime(token) {}
  }
}
