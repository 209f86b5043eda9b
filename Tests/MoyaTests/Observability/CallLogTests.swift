import Moya
import MoyaTestSupport
import Testing

/// A log handler that stores its entries.
final class StoredLog: MoyaLogHandler {
  private let lowest: MoyaLogEntry.Level
  private let stored = Locked<[MoyaLogEntry]>([])

  init(from lowest: MoyaLogEntry.Level = .trace) { self.lowest = lowest }

  /// The entries about calls. An entry about the machine's libcurl is left out, because it depends on the machine.
  var entries: [MoyaLogEntry] { stored.current.filter { $0.metadata["features"] == nil } }

  func takes(_ level: MoyaLogEntry.Level) -> Bool { level >= lowest }

  func log(_ entry: MoyaLogEntry) { stored.with { $0.append(entry) } }
}

@Suite struct CallLogTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var sample = EndpointSampleResponse.networkResponse(200, Data("body".utf8))
    var path = "/things"
    /// Level, message, status and kind of error of each entry.
    let entries: [[String]]

    static let all: [Row] = [
      Row(
        testDescription: "a response",
        entries: [
          ["debug", "GET http://probe.example/things is sent", "-", "-"],
          ["info", "GET http://probe.example/things: 200", "200", "-"],
        ]),
      Row(
        testDescription: "a status that validation refuses", sample: .networkResponse(404, Data()),
        entries: [
          ["debug", "GET http://probe.example/things is sent", "-", "-"],
          ["warning", "GET http://probe.example/things: The server answered with status 404.", "404", "404"],
        ]),
      Row(
        testDescription: "no response", sample: .networkError(TransferError(.resolve, "there is no such host")),
        entries: [
          ["debug", "GET http://probe.example/things is sent", "-", "-"],
          ["warning", "GET http://probe.example/things: there is no such host", "-", "resolve"],
        ]),
      Row(
        testDescription: "a cancelled request", sample: .networkError(TransferError.cancelled),
        entries: [
          ["debug", "GET http://probe.example/things is sent", "-", "-"],
          ["info", "GET http://probe.example/things: the request was cancelled", "-", "cancelled"],
        ]),
    ]
  }

  private func request(
    _ target: Probe, _ sample: EndpointSampleResponse, _ plugins: [any PluginType]
  ) throws -> Result<Response, MoyaError> {
    let rules = StubRules()
    rules.add(.any, answer: .fixed(sample))
    let ending = Ending()
    MoyaXProvider(session: Session(backend: rules), plugins: plugins).request(target, completion: ending.completion)
    return try ending.result()
  }

  private func shown(_ entry: MoyaLogEntry) -> [String] {
    ["\(entry.level)", entry.message, entry.metadata["status"] ?? "-", entry.metadata["error"] ?? "-"]
  }

  @Test(arguments: Row.all)
  func `an attempt has an entry when it is sent and one when it ends`(row: Row) throws {
    let log = StoredLog()
    var target = Probe(nil, row.path)
    target.validationType = .successCodes
    _ = try request(target, row.sample, [CallLogPlugin(log)])
    #expect(log.entries.map(shown) == row.entries)
    #expect(log.entries.allSatisfy { $0.metadata["target"] == "Probe" && $0.metadata["attempt"] == "1" })
    #expect(log.entries.last?.metadata["milliseconds"].flatMap { Int($0) } != nil)
  }

  @Test func `a handler gets only the levels that it takes`() throws {
    let log = StoredLog(from: .info)
    _ = try request(Probe(), .networkResponse(200, Data()), [CallLogPlugin(log)])
    #expect(log.entries.map(\.level) == [.info])
  }

  @Test func `each attempt of a call is logged with its number`() async throws {
    let log = StoredLog()
    let rules = StubRules()
    rules.add(.any, answer: .sequence([.networkResponse(503, Data()), .networkResponse(200, Data())]))
    var policy = RetryPolicy()
    policy.scale = 0
    let ending = Ending()
    MoyaXProvider(session: Session(backend: rules), plugins: [RetryPlugin(policy), CallLogPlugin(log)])
      .request(Probe(), completion: ending.completion)
    #expect(try await ending.reachedResponse().statusCode == 200)
    #expect(log.entries.compactMap { $0.metadata["attempt"] } == ["1", "1", "2", "2"])
    #expect(log.entries.compactMap { $0.metadata["status"] } == ["503", "200"])
  }

  /// Ends a call before an attempt is sent.
  private struct Refusing: PluginType {
    let error: MoyaError
    var attempt = 1

    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      context.attempt == attempt ? .answered(.failure(error)) : .ready(request)
    }
  }

  @Test func `a call that fails before it is sent has one entry`() throws {
    let log = StoredLog()
    let error = MoyaError.underlying(TransferError(.invalidRequest, "there is no key"), nil)
    _ = try request(Probe(), .networkResponse(200, Data()), [CallLogPlugin(log), Refusing(error: error)])
    #expect(log.entries.map(\.message) == ["GET http://probe.example was not sent: there is no key"])
    #expect(log.entries.map(\.level) == [.warning])
  }

  @Test func `a call that fails before its second attempt is sent has an entry that says so`() async throws {
    let log = StoredLog()
    let rules = StubRules()
    rules.add(.any, answer: .fixed(.networkResponse(503, Data())))
    var policy = RetryPolicy()
    policy.scale = 0
    let error = MoyaError.underlying(TransferError(.invalidRequest, "there is no key"), nil)
    let plugins: [any PluginType] = [RetryPlugin(policy), CallLogPlugin(log), Refusing(error: error, attempt: 2)]
    let ending = Ending()
    MoyaXProvider(session: Session(backend: rules), plugins: plugins).request(Probe(), completion: ending.completion)
    await #expect(throws: MoyaError.self) { try await ending.reachedResponse() }
    #expect(
      log.entries.map(\.message) == [
        "GET http://probe.example is sent", "GET http://probe.example: 503",
        "GET http://probe.example was not sent: there is no key",
      ])
    #expect(log.entries.map { $0.metadata["attempt"] } == ["1", "1", "2"])
    #expect(log.entries.last?.metadata["milliseconds"] == nil)
  }

  @Test func `no entry shows a user, a query or a secret of an error`() throws {
    let log = StoredLog()
    var target = Probe(nil, "/login")
    target.baseURL = URL(string: "http://ann:letmein@probe.example") ?? target.baseURL
    target.task = .requestParameters(parameters: ["q": "hidden-word"], encoding: URLEncoding.queryString)
    target.headers = ["Authorization": "Bearer hidden-token"]
    let error = TransferError(.other, "the backend refused token=hidden-token")
    _ = try request(target, .networkError(error), [CallLogPlugin(log)])
    #expect(log.entries.count == 2)
    let text = log.entries.map { "\($0.message) \($0.metadata)" }.joined()
    for secret in ["ann", "letmein", "hidden-word", "hidden-token"] { #expect(!text.contains(secret)) }
    #expect(text.contains("http://probe.example/login"))
  }

  // MARK: The libcurl in use

  @Test func `the first handler that takes warnings learns once that the libcurl is old`() {
    let notice = LibraryNotice("it is old")
    let (deaf, first, second) = (StoredNotices(takes: false), StoredNotices(), StoredNotices())
    for handler in [deaf, first, second, first] { notice.give(to: handler) }
    #expect(deaf.messages.isEmpty)
    #expect(first.messages == ["it is old"])
    #expect(second.messages.isEmpty)
  }

  @Test func `no handler learns anything if the libcurl is not old`() {
    let handler = StoredNotices()
    LibraryNotice(nil).give(to: handler)
    #expect(handler.messages.isEmpty)
  }

  /// Stores the messages about libcurl, and takes warnings only if the test says so.
  private final class StoredNotices: MoyaLogHandler {
    private let wants: Bool
    private let stored = Locked<[String]>([])

    init(takes: Bool = true) { wants = takes }

    var messages: [String] { stored.current }

    func takes(_ level: MoyaLogEntry.Level) -> Bool { wants }

    func log(_ entry: MoyaLogEntry) {
      if entry.level == .warning, entry.metadata["features"] == Moya.features {
        stored.with { $0.append(entry.message) }
      }
    }
  }

  @Test func `features names libcurl with its origin, and the other libraries`() {
    let words = Moya.features.split(separator: " ")
    #expect(words.first?.hasPrefix("libcurl/") == true)
    #expect(words.contains("(bundled)") || words.contains("(system)"))
    for library in ["OpenSSL/", "zlib/", "brotli/"] {
      #expect(words.contains { $0.hasPrefix(library) }, "\(library) is missing")
    }
  }
}
