import Moya
import PluginExamples
import Testing

private enum Blog: TargetType {
  case posts
  case drafts
  case publish(id: Int)

  var baseURL: URL { URL(string: "https://blog.example") ?? URL(filePath: "/") }
  var path: String {
    switch self {
    case .posts: "posts"
    case .drafts: "drafts"
    case .publish(let id): "drafts/\(id)/publish"
    }
  }
  var method: Moya.Method { if case .publish = self { .post } else { .get } }
  var validationType: ValidationType { .successCodes }
  var needsAuth: Bool { self.path != "posts" }
  var tags: Set<String> { if case .publish = self { [ActivityPlugin.tag] } else { [] } }
}

private final class RecordingScreen: Screen {
  private let seen = Protected<[String]>([])
  var events: [String] { seen.withLock { $0 } }

  func show(isBusy: Bool) { seen.withLock { $0.append(isBusy ? "busy" : "idle") } }
  func alert(_ message: String) { seen.withLock { $0.append("alert: \(message)") } }
}

@Suite struct PluginExamplesTests {
  private let screen = RecordingScreen()
  private let source = TokenSource()
  private let rules = StubRules(defaultAnswer: .networkResponse(200, Data()))

  private var provider: MoyaProvider<Blog> {
    MoyaProvider(
      session: Session(backend: rules),
      plugins: [TokenSourcePlugin(source: source), ActivityPlugin(screen: screen)])
  }

  private var authorizations: [String?] { rules.requests.map { $0.value(forHTTPHeaderField: "Authorization") } }

  @Test func `only targets that need the token carry it, once there is one`() async throws {
    let provider = provider
    _ = try await provider.request(.drafts)
    source.token = "t"
    _ = try await provider.request(.drafts)
    _ = try await provider.request(.posts)
    #expect(authorizations == [nil, "Bearer t", nil])
  }

  @Test func `a token that is refused is forgotten`() async {
    rules.add(.path("/drafts"), answer: .text(401, "no"))
    source.token = "old"
    let provider = provider
    await #expect(throws: MoyaError.self) { try await provider.request(.drafts) }
    #expect(source.token == nil)
    #expect(screen.events == ["alert: The server answered with status 401."])
  }

  @Test func `the screen is busy while a tagged request is under way`() async throws {
    let provider = provider
    _ = try await provider.request(.posts)
    #expect(screen.events.isEmpty)
    _ = try await provider.request(.publish(id: 1))
    #expect(screen.events == ["busy", "idle"])
  }

  @Test func `a failure is shown after the work has ended`() async {
    rules.add(.any, answer: .fixed(.networkError(TransferError(.connect, "the server was not reached"))))
    let provider = provider
    await #expect(throws: MoyaError.self) { try await provider.request(.publish(id: 1)) }
    #expect(screen.events == ["busy", "idle", "alert: the server was not reached"])
  }

  @Test func `a cancelled request ends the work and shows nothing`() async {
    rules.add(.any, delay: 3600, answer: .text(200, ""))
    let provider = provider
    let queue = DispatchQueue(label: "blog")
    let result = await withCheckedContinuation { continuation in
      let call = provider.request(.publish(id: 1), callbackQueue: queue) { continuation.resume(returning: $0) }
      call.cancel()
    }
    #expect(throws: MoyaError.self) { try result.get() }
    #expect(screen.events == ["busy", "idle"])
  }
}
