import Moya
import MoyaTestSupport
import Testing

@Suite struct CallbackQueueTests {
  private let onRequest = FlowJournal.queue("request")
  private let onProvider = FlowJournal.queue("provider")

  init() { _ = FlowJournal() }

  private func place(provider: DispatchQueue?, request: DispatchQueue?) throws -> String {
    let server = try EchoServer()
    defer { server.stop() }
    let place = Locked("")
    let ending = Ending()
    MoyaProvider<Probe>(callbackQueue: provider).request(Probe(server.host), callbackQueue: request) { result in
      place.with { $0 = FlowJournal.thread }
      ending.completion(result)
    }
    _ = try ending.response()
    return place.current
  }

  @Test func `behaviour 109: the request's queue wins over the provider's`() throws {
    #expect(try place(provider: onProvider, request: onRequest) == "request")
  }

  @Test func `behaviour 110: the provider's queue is used when the request names none`() throws {
    #expect(try place(provider: onProvider, request: nil) == "provider")
  }

  @Test func `behaviour 111, behaviour 118: a request's queue needs none of the provider's`() throws {
    #expect(try place(provider: nil, request: onRequest) == "request")
  }

  @Test func `behaviour 112, behaviour 119: the main queue is used when nobody names one`() throws {
    #expect(try place(provider: nil, request: nil) == "main")
  }

  @Test func `behaviour 161: a task awaits on whatever queue the provider names`() async throws {
    let place = Locked("")
    let plugin = ResultPlugin { _ in place.with { $0 = FlowJournal.thread } }
    let provider = MoyaProvider<GitHub>(
      stubClosure: MoyaProvider.delayedStub(0), callbackQueue: onProvider, plugins: [plugin])
    _ = try await provider.request(.zen)
    #expect(place.current == "provider")
  }
}
