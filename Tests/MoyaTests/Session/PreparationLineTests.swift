import Moya
import MoyaTestSupport
import Testing

/// A session prepares one request after another.
@Suite struct PreparationLineTests {
  private final class Line: PluginType {
    let entered = Signal()
    let gate = Signal()
    let prepared = Locked<[String]>([])
    /// The context of a request whose plugin has answered "pending".
    let waiting = Locked<PluginContext?>(nil)

    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      prepared.with { $0.append(context.target.path) }
      switch context.target.path {
      case "/slow":
        entered.fire()
        _ = gate.wait()
      case "/waiting":
        waiting.with { $0 = context }
        entered.fire()
        return .pending
      default: break
      }
      return .ready(request)
    }
  }

  @Test(arguments: ["/quick", "/waiting"])
  func `a cancel ends a request that stands in line behind another's prepare, and the line goes on`(path: String) throws
  {
    let server = try EchoServer()
    defer { server.stop() }
    let line = Line()
    let provider = MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "ends"), plugins: [line])
    let endings = [Ending(), Ending(), Ending()]
    var token: (any Cancellable)?
    let start = { token = provider.request(Probe(server.host, path), completion: endings[1].completion) }
    if path == "/waiting" {
      start()
      #expect(line.entered.wait())
    }
    provider.request(Probe(server.host, "/slow"), completion: endings[0].completion)
    #expect(line.entered.wait())
    if path != "/waiting" { start() }
    // Takes the context from the plugin. Otherwise the plugin and the call would hold references to each other.
    line.waiting.with { $0.take() }?.resume(.ready(URLRequest(urlText: "http://\(server.host)")))
    token?.cancel()
    let cancelled = Result { try endings[1].error() }
    line.gate.fire()
    #expect(try cancelled.get().transferKind == .cancelled)
    _ = try endings[0].response()
    provider.request(Probe(server.host, "/next"), completion: endings[2].completion)
    _ = try endings[2].response()
    #expect(line.prepared.current.count { $0 == path } == (path == "/waiting" ? 1 : 0))
    #expect(server.requests.count == 2 && endings[1].count == 1)
  }
}
