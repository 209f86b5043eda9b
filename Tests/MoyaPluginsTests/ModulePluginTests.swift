import Moya
import MoyaPlugins
import MoyaTestSupport
import Testing

/// A plugin of a module in a Swift provider. probe.c is the module.
@Suite(.timeLimitOfAll) struct ModulePluginTests {
  private func answering(_ status: Int = 200, _ body: String = "body") -> StubRules {
    let rules = StubRules()
    rules.add(.any, answer: .fixed(.networkResponse(status, Data(body.utf8))))
    return rules
  }

  private func provider(_ plugins: [any PluginType], _ backend: any Backend) -> MoyaProvider<ProbeTarget> {
    MoyaProvider(session: Session(backend: backend), plugins: plugins)
  }

  private func failure(_ provider: MoyaProvider<ProbeTarget>, _ target: ProbeTarget = ProbeTarget()) async -> MoyaError?
  {
    do {
      _ = try await provider.request(target)
      return nil
    } catch { return error }
  }

  private func sent(_ rules: StubRules, _ name: String) -> [String?] {
    rules.requests.map { $0.value(forHTTPHeaderField: name) }
  }

  // MARK: Loading

  @Test func `a plugin has an id, a version and a name`() throws {
    let probe = try LoadedProbe(name: "my probe")
    #expect(probe.plugin.id == "org.example.probe" && probe.plugin.version == "1.0.0")
    #expect(probe.plugin.name == "my probe")
    #expect(try LoadedProbe().plugin.name == "org.example.probe")
  }

  @Test func `the engine gets a module's plugin unchanged from a provider that carries task-locals`() throws {
    let probe = try LoadedProbe()
    #expect(CarryingPlugin.around(probe.plugin) as AnyObject === probe.plugin)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> ModulePlugin

    init(_ reason: String, _ make: @escaping @Sendable () throws -> ModulePlugin) {
      testDescription = reason
      self.make = make
    }
  }

  static let refused = [
    Refused("No such file") { try ModulePlugin(path: "/no/such.so") },
    Refused("no.such.module") { try ModulePlugin(path: "no.such.module") },
    Refused("contains a NUL") { try ModulePlugin(path: ProbeModule.path + "\0") },
    Refused("has no plugin org.example.other") { try ModulePlugin(path: ProbeModule.path, id: "org.example.other") },
    Refused(#"knows no key "other""#) { try ModulePlugin(path: ProbeModule.path, options: ["other": 1]) },
    Refused("after_ms") { try ModulePlugin(path: ProbeModule.path, options: ["after_ms": "soon"]) },
    Refused("are not JSON") { try ModulePlugin(path: ProbeModule.path, options: ["after_ms": Double.nan]) },
    Refused("control character") { try ModulePlugin(path: ProbeModule.path, name: "a\nb") },
  ]

  @Test(arguments: refused) func `what cannot be loaded is refused with the reason`(_ row: Refused) throws {
    let error = #expect(throws: ModuleError.self) { try row.make() }
    #expect(error?.message.contains(row.testDescription) == true, "\(error?.message ?? "none")")
    #expect((error?.status ?? 0) < 0)
  }

  // MARK: Hooks

  @Test func `hooks see the target, change the request and the response, and use their slot`() async throws {
    let (probe, rules) = (try LoadedProbe(["key": "a secret"]), answering())
    let response = try await provider([probe.plugin], rules).request(ProbeTarget())
    #expect(sent(rules, "X-Target") == ["ProbeTarget"] && sent(rules, "X-Key") == ["a secret"])
    #expect(response.response?.value(forHTTPHeaderField: "X-Processed") == "slot")
    #expect(probe.lines.all == ["info org.example.probe: released"])
  }

  @Test func `sign reads the fields that the session adds`() async throws {
    let (probe, server) = (try LoadedProbe(), try EchoServer())
    defer { server.stop() }
    var target = ProbeTarget()
    target.baseURL = URL(string: "http://127.0.0.1:\(server.port)") ?? target.baseURL
    target.path = "/echo"
    _ = try await MoyaProvider<ProbeTarget>(plugins: [probe.plugin]).request(target)
    let request = server.requests.first
    #expect(request?.header("User-Agent") != nil && request?.header("X-Signed") == request?.header("User-Agent"))
  }

  @Test func `a plugin that reads the fields in sign leaves the stream of a form unread`() async throws {
    let (probe, server) = (try LoadedProbe(), try EchoServer())
    defer { server.stop() }
    var target = ProbeTarget()
    target.baseURL = URL(string: "http://127.0.0.1:\(server.port)") ?? target.baseURL
    target.path = "/echo"
    target.method = .post
    let stream = DataStream(Data("nine byte".utf8))
    target.task = .uploadMultipart([MultipartFormData(provider: .stream(stream, 9), name: "part")])
    _ = try await MoyaProvider<ProbeTarget>(plugins: [probe.plugin]).request(target)
    let request = try #require(server.requests.first)
    #expect(request.header("X-Signed") == request.header("User-Agent"))
    #expect(String(decoding: request.body, as: UTF8.self).contains("nine byte"))
  }

  @Test func `a plugin answers a call itself, also a stubbed one`() async throws {
    let (probe, rules) = (try LoadedProbe(["in": "answer"]), answering())
    let answer = try await provider([probe.plugin], rules).request(ProbeTarget())
    #expect(answer.statusCode == 203 && answer.data == Data("made".utf8) && rules.requests.isEmpty)
    let stubbed = MoyaProvider<ProbeTarget>(stubClosure: { _ in .immediate }, plugins: [probe.plugin])
    #expect(try await stubbed.request(ProbeTarget()).statusCode == 203)
  }

  @Test func `a hook that fails names the plugin and the hook, without secrets`() async throws {
    let (probe, rules) = (try LoadedProbe(["in": "fail", "key": "s3cr3t value"]), answering())
    let error = await failure(provider([probe.plugin], rules))?.underlyingError as? ModuleError
    #expect(error?.message == "plugin org.example.probe failed in prepare: <redacted>")
    #expect(rules.requests.isEmpty)
  }

  @Test func `a logger redacts the secret header fields of a plugin`() async throws {
    let (probe, rules, lines) = (try LoadedProbe(["key": "s3cr3t value"]), answering(), Lines())
    for options in [.verbose, .formatAsJSON, .formatRequestAscURL] as [NetworkLoggerPlugin.Configuration.LogOptions] {
      let logger = NetworkLoggerPlugin(
        configuration: .init(
          output: { _, items in lines.add(items.joined(separator: "\n")) },
          logOptions: options.union(.requestHeaders)))
      _ = try await provider([probe.plugin, logger], rules).request(ProbeTarget())
    }
    #expect(sent(rules, "X-Key").allSatisfy { $0 == "s3cr3t value" })
    #expect(lines.all.count { $0.contains("X-Key") } == 3 && !lines.all.contains { $0.contains("s3cr3t") })
  }

  @Test func `a plugin asks for other attempts`() async throws {
    let (probe, rules) = (try LoadedProbe(["in": "retry"]), answering(503))
    #expect(try await provider([probe.plugin], rules).request(ProbeTarget()).statusCode == 503)
    #expect(rules.requests.count == 3)
  }

  @Test func `a plugin changes bodies`() async throws {
    let (probe, rules) = (try LoadedProbe(["in": "body"]), answering())
    #expect(try await provider([probe.plugin], rules).request(ProbeTarget()).data == Data("ody".utf8))
  }

  private enum Caller {
    @TaskLocal static var mark: String?
  }

  @Test(arguments: ["", "wait", "ask", "process"])
  func `the closure for a plugin's log lines sees the task-locals of their call`(place: String) async throws {
    let seen = Locked<Set<String>>([])
    let options: [String: Any] = ["in": place, "talks": true, "after_ms": 1, "url": "http://token.example/"]
    let plugin = try ModulePlugin(path: ProbeModule.path, options: options) { _, line in
      let hook = line.split(separator: " ").last ?? "none"
      seen.with { _ = $0.insert("\(hook) \(Caller.mark ?? "without")") }
    }
    let provider = MoyaProvider<ProbeTarget>(
      session: Session(backend: answering(503)), plugins: [plugin], carrying: [Carried(Caller.$mark)])
    let hooks =
      ["prepare", "sign", "chunk", "should_retry", "process", "released"] + (place == "ask" ? ["answered"] : [])
    for mark in ["first", nil, "second"] {
      seen.with { $0 = [] }
      _ = try await Caller.$mark.withValue(mark) { try await provider.request(ProbeTarget()) }
      #expect(seen.current == Set(hooks.map { "\($0) \(mark ?? "without")" }))
    }
  }

  // MARK: Which calls

  static let filters: [(only: String?, not: String?, tags: Set<String>, isSeen: Bool)] = [
    ("a", nil, ["a"], true), ("a", nil, ["b"], false), (nil, "a", ["a"], false), (nil, "a", [], true),
    ("a", "b", ["a", "b"], false),
  ]

  @Test(arguments: filters)
  func `tags choose the targets`(_ row: (only: String?, not: String?, tags: Set<String>, isSeen: Bool)) async throws {
    let (probe, rules) = (try LoadedProbe(onlyTag: row.only, notTag: row.not), answering())
    var target = ProbeTarget()
    target.tags = row.tags
    _ = try await provider([probe.plugin], rules).request(target)
    #expect(sent(rules, "X-Target") == [row.isSeen ? "ProbeTarget" : nil])
  }

  @Test func `a plugin that is off sees no call`() async throws {
    let (probe, rules) = (try LoadedProbe(), answering())
    let provider = provider([probe.plugin], rules)
    for isEnabled in [true, false, true] {
      probe.plugin.isEnabled = isEnabled
      let response = try await provider.request(ProbeTarget())
      #expect((response.response?.value(forHTTPHeaderField: "X-Processed") != nil) == isEnabled)
    }
    #expect(sent(rules, "X-Target") == ["ProbeTarget", nil, "ProbeTarget"])
  }

  @Test func `calls that share a request share the slot, which is released once`() async throws {
    let probe = try LoadedProbe(["in": "wait", "after_ms": 20])
    let rules = answering()
    let provider = MoyaProvider<ProbeTarget>(
      session: Session(backend: rules), plugins: [probe.plugin], trackInflights: true)
    let results = await provider.requests(Array(repeating: ProbeTarget(), count: 5))
    #expect(results.allSatisfy { (try? $0.get().statusCode) == 200 })
    #expect(probe.lines.all.filter { $0.hasSuffix("released") }.count == rules.requests.count)
  }

  @Test(arguments: ProbeModule.needingPaths, [false, true])
  func `the hooks of a plugin that needs a slot run only after it is set`(path: String, isIdle: Bool) async throws {
    func probe(_ place: String) throws -> LoadedProbe { try LoadedProbe(["in": place, "idle": isIdle], path: path) }
    for (place, status) in [("", 200), ("retry", 503), ("body", 200)] {
      let (probe, rules) = (try probe(place), answering(status))
      let response = try await provider([probe.plugin], rules).request(ProbeTarget())
      #expect(sent(rules, "X-Target") == Array(repeating: "ProbeTarget", count: place == "retry" && !isIdle ? 3 : 1))
      #expect(sent(rules, "X-Signed").allSatisfy { ($0 == nil) == isIdle })
      #expect(response.response?.value(forHTTPHeaderField: "X-Processed") == (isIdle ? nil : "slot"))
      #expect(response.data == Data(place == "body" && !isIdle ? "ody".utf8 : "body".utf8))
      #expect(probe.lines.all.contains { $0.hasSuffix("released") } == !isIdle)
    }
    // Calls that share a request share the slot. Stubs and streams take other paths through the engine.
    let (shared, rules) = (try probe(""), answering())
    let sharing = MoyaProvider<ProbeTarget>(
      session: Session(backend: rules), plugins: [shared.plugin], trackInflights: true)
    for result in await sharing.requests(Array(repeating: ProbeTarget(), count: 5)) {
      #expect(try result.get().response?.value(forHTTPHeaderField: "X-Processed") == (isIdle ? nil : "slot"))
    }
    let (stubbed, streamed) = (try probe("body"), try probe("body"))
    let stub = MoyaProvider<ProbeTarget>(stubClosure: { _ in .immediate }, plugins: [stubbed.plugin])
    #expect(try await stub.request(ProbeTarget()).data == Data(isIdle ? "sample".utf8 : "ample".utf8))
    var chunks = Data()
    for try await chunk in provider([streamed.plugin], answering()).chunks(ProbeTarget()) { chunks.append(chunk) }
    #expect(chunks == Data(isIdle ? "body".utf8 : "ody".utf8))
  }

  // MARK: Waiting

  @Test(arguments: ["wait", "process"]) func `a hook may wait`(_ place: String) async throws {
    let (probe, rules) = (try LoadedProbe(["in": place, "after_ms": 1]), answering())
    #expect(try await provider([probe.plugin], rules).request(ProbeTarget()).statusCode == 200)
  }

  @Test(arguments: ["wait", "process"]) func `a hook that waits too long fails its call`(_ place: String) async throws {
    let lines: Lines
    do {
      let probe = try LoadedProbe(["in": place, "after_ms": 2000], waitLimit: 0.01)
      lines = probe.lines
      let error = await failure(provider([probe.plugin], answering()))?.underlyingError as? ModuleError
      let hook = place == "wait" ? "prepare" : "process"
      #expect(error?.message == "plugin org.example.probe failed in \(hook): it did not resume within 10 ms")
    }
    // The plugin lives until its timer resumes the context of the hook. The resume has no effect, because the call
    // has ended.
    #expect(await lines.reachDestroyed())
  }

  @Test func `a call that is cancelled while a hook waits ends at once`() async throws {
    let (probe, rules) = (try LoadedProbe(["in": "wait", "after_ms": 600_000]), answering())
    let provider = provider([probe.plugin], rules)
    let ended = Signal()
    let call = provider.request(ProbeTarget(), callbackQueue: .global()) { result in
      if case .failure = result { ended.fire() }
    }
    call.cancel()
    #expect(await ended.reached())
    #expect(rules.requests.isEmpty)
  }

  // MARK: Requests of the plugin

  private final class Stamp: PluginType {
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      var request = request
      request.setValue(target.path, forHTTPHeaderField: "X-Stamp")
      return request
    }
  }

  @Test(arguments: [false, true])
  func `a plugin's own request passes the session and the later plugins`(isBare: Bool) async throws {
    let rules = answering(204)
    let options: [String: Any] = ["in": "ask", "url": "http://token.example/", "bare": isBare]
    let probe = try LoadedProbe(options)
    _ = try await provider([Stamp(), probe.plugin, Stamp()], rules).request(ProbeTarget())
    #expect(rules.requests.map(\.url?.absoluteString) == ["http://token.example/", "http://probe.example/"])
    #expect(sent(rules, "X-Asked") == [nil, "204"])
    #expect(sent(rules, "X-Stamp") == [isBare ? nil : "org.example.probe", "/"])
  }

  // MARK: The end

  @Test func `close ends the plugin, and later calls fail`() async throws {
    let (probe, rules) = (try LoadedProbe(), answering())
    let provider = provider([probe.plugin], rules)
    _ = try await provider.request(ProbeTarget())
    probe.plugin.close()
    // `close` must destroy the instance, because a plugin may write files in `destroy`. A provider in a global
    // variable is never freed, so it would never destroy the instance.
    #expect(probe.lines.all.suffix(2).map { $0.split(separator: " ").last } == ["closed", "destroyed"])
    let error = await failure(provider)?.underlyingError as? ModuleError
    #expect(error?.message == "plugin org.example.probe was closed" && rules.requests.count == 1)
    probe.plugin.close()
    #expect(probe.lines.all.filter { $0.hasSuffix("closed") }.count == 1)
  }

  @Test func `close does not wait for a call that goes on`() async throws {
    let probe = try LoadedProbe(["in": "wait", "after_ms": 600_000])
    let provider = provider([probe.plugin], answering())
    let ended = Signal()
    let call = provider.request(ProbeTarget(), callbackQueue: .global()) { _ in ended.fire() }
    #expect(!probe.plugin.close())
    call.cancel()
    #expect(await ended.reached())
    #expect(!probe.lines.all.contains("info org.example.probe: closed"))
  }

  /// A plugin that passes its hooks on to two other plugins, with its own context.
  private final class Both: PluginType {
    let first, second: ModulePlugin

    init(_ first: ModulePlugin, _ second: ModulePlugin) {
      self.first = first
      self.second = second
    }

    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      guard case .ready(let request) = first.prepare(request, context: context) else { return .ready(request) }
      return second.prepare(request, context: context)
    }

    func process(
      _ result: Result<Response, MoyaError>, context: PluginContext
    ) -> Result<Response, MoyaError> {
      second.process(first.process(result, context: context), context: context)
    }

    func releaseSlot(context: PluginContext) {
      for plugin in [first, second, first, second] { plugin.releaseSlot(context: context) }
    }
  }

  @Test func `a Swift plugin may have two of them inside`() async throws {
    let (first, second, rules) = (try LoadedProbe(["key": "first"]), try LoadedProbe(["key": "second"]), answering())
    let response = try await provider([Both(first.plugin, second.plugin)], rules).request(ProbeTarget())
    #expect(response.response?.value(forHTTPHeaderField: "X-Processed") == "slot" && sent(rules, "X-Key") == ["second"])
    for probe in [first, second] { #expect(probe.lines.all.filter { $0.hasSuffix("released") }.count == 1) }
    #expect(first.plugin.close() && second.plugin.close())
  }

  @Test func `a plugin that does not say that it may wait cannot defer`() async throws {
    let (plugin, rules) = (try ModulePlugin(path: ProbeModule.hastyPath, options: ["in": "hasty"]), answering())
    #expect(try await provider([plugin], rules).request(ProbeTarget()).statusCode == 200)
    #expect(sent(rules, "X-Deferred") == ["no"])
  }

  @Test func `a plugin that is freed is closed and destroyed`() async throws {
    let lines: Lines
    do {
      let probe = try LoadedProbe()
      lines = probe.lines
      _ = try await provider([probe.plugin], answering()).request(ProbeTarget())
    }
    #expect(await lines.reachDestroyed())
    #expect(lines.all.map { $0.split(separator: " ").last } == ["released", "closed", "destroyed"])
  }

  @Test func `the secret fields of a plugin do not follow a redirect to another origin`() async throws {
    let probe = try LoadedProbe(["key": "s3cr3t"])
    let other = try EchoServer()
    let server = try EchoServer(handler: { _ in
      EchoAnswer(status: 302, headers: [(name: "Location", value: "http://127.0.0.1:\(other.port)/echo")])
    })
    defer {
      server.stop()
      other.stop()
    }
    var target = ProbeTarget()
    target.baseURL = URL(string: "http://127.0.0.1:\(server.port)") ?? target.baseURL
    _ = try await MoyaProvider<ProbeTarget>(plugins: [probe.plugin]).request(target)
    #expect(server.requests.first?.header("X-Key") == "s3cr3t")
    #expect(other.requests.count == 1 && other.requests.first?.header("X-Key") == nil)
    #expect(other.requests.first?.header("X-Target") == "ProbeTarget")
  }
}
