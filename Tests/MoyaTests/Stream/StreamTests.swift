import Moya
import MoyaTestSupport
import Testing

/// Responses that a loop reads while they come, over the network and from stubs.
@Suite struct StreamTests {
  typealias Task = _Concurrency.Task

  /// A subclass of the provider, as applications write it. Another module than the library overrides `request`.
  private final class Subclass: MoyaProvider<Probe>, @unchecked Sendable {
    override func request(
      _ target: Probe, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      super.request(target, callbackQueue: callbackQueue, progress: progress) { completion($0) }
    }
  }

  /// Who makes the request.
  enum Maker: CaseIterable, Sendable { case plain, subclass, shared, multi, moyaX, generic }

  private func chunks(_ maker: Maker, _ target: Probe) -> ResponseChunks {
    switch maker {
    case .plain: MoyaProvider<Probe>(session: .patient()).chunks(target)
    case .subclass: Subclass(session: .patient()).chunks(target)
    case .shared: MoyaProvider<Probe>(session: .patient(), trackInflights: true).chunks(target)
    case .multi: MoyaProvider<MultiTarget>(session: .patient()).chunks(.target(target))
    case .moyaX: MoyaXProvider(session: .patient()).chunks(target)
    case .generic: MoyaXGenericProvider<Probe>(session: .patient()).chunks(target)
    }
  }

  private func joined(_ chunks: ResponseChunks) async throws -> Data {
    var whole = Data()
    for try await chunk in chunks {
      #expect(!chunk.isEmpty)
      whole += chunk
    }
    return whole
  }

  @Test(arguments: Maker.allCases, [true, false])
  func `the chunks are the body, over every provider and from a stub`(maker: Maker, isStubbed: Bool) async throws {
    let body = String(repeating: "0123456789", count: 100_000)
    let server = try EchoServer { _ in EchoAnswer(body: body) }
    defer { server.stop() }
    var target = Probe(server.host, "/body")
    target.sampleData = Data(body.utf8)
    if isStubbed { target.stubBehavior = .immediate }
    #expect(try await joined(chunks(maker, target)) == Data(body.utf8))
    #expect(server.requests.count == (isStubbed ? 0 : 1))
  }

  @Test func `a stub's large body comes in pieces`() async throws {
    var target = Probe()
    target.sampleData = Data.patterned(3_000_000)
    target.stubBehavior = .immediate
    var pieces: [Data] = []
    for try await chunk in MoyaProvider<Probe>(session: .patient()).chunks(target) { pieces.append(chunk) }
    #expect(pieces.count > 4)
    #expect(pieces.reduce(Data(), +) == target.sampleData)
    #expect(pieces.allSatisfy { $0.startIndex == 0 })
  }

  @Test(arguments: Maker.allCases)
  func `a loop gets the first bytes before the server sends the rest`(maker: Maker) async throws {
    let gate = Signal()
    let isInTime = Locked<Bool?>(nil)
    let server = try EchoServer { _ in
      var answer = EchoAnswer(body: "first second")
      answer.halfway = { isInTime.with { $0 = gate.waitForTask() } }
      return answer
    }
    defer { server.stop() }
    var whole = Data()
    for try await chunk in chunks(maker, Probe(server.host, "/halves")) {
      if whole.isEmpty {
        #expect(chunk == Data("first ".utf8))
        gate.fire()
      }
      whole += chunk
    }
    #expect(whole == Data("first second".utf8))
    #expect(isInTime.current == true)
  }

  @Test func `a stream has the head before the server sends the body`() async throws {
    let gate = Signal()
    let isInTime = Locked<Bool?>(nil)
    let server = try EchoServer { _ in
      var answer = EchoAnswer(status: 203, headers: [("X-Name", "head")])
      answer.writer = { socket in
        isInTime.with { $0 = gate.waitForTask() }
        return EchoAnswer.send("body".utf8, to: socket) && false
      }
      return answer
    }
    defer { server.stop() }
    let feed = try await MoyaProvider<Probe>(session: .patient()).stream(Probe(server.host, "/head"))
    #expect(feed.statusCode == 203)
    #expect(feed.response.value(forHTTPHeaderField: "x-name") == "head")
    gate.fire()
    var body = Data()
    for try await chunk in feed { body += chunk }
    #expect(body == Data("body".utf8))
    #expect(isInTime.current == true)
  }

  @Test(arguments: [true, false])
  func `a response without a body has a head and no chunk`(isStubbed: Bool) async throws {
    let server = try EchoServer { _ in EchoAnswer(status: 204, body: "") }
    defer { server.stop() }
    var target = Probe(server.host, "/none")
    target.sampleResponse = .networkResponse(204, Data())
    if isStubbed { target.stubBehavior = .immediate }
    let feed = try await MoyaProvider<Probe>(session: .patient()).stream(target)
    #expect(feed.statusCode == 204)
    for try await _ in feed { Issue.record("a chunk") }
  }

  // MARK: Ends

  @Test(arguments: StreamFace.allCases)
  func `a status that validation refuses is the error of a request, with the body`(face: StreamFace) async throws {
    let server = try EchoServer { _ in EchoAnswer(status: 404, body: "no such film") }
    defer { server.stop() }
    var target = Probe(server.host, "/film")
    target.validationType = .successCodes
    let provider = MoyaProvider<Probe>(session: .patient())
    var errors: [MoyaError] = []
    do { _ = try await provider.request(target) } catch { errors.append(error) }
    do { _ = try await face.read(provider, target) } catch let error as MoyaError { errors.append(error) }
    try #require(errors.count == 2)
    for error in errors {
      guard case .underlying(MoyaError.statusCode(let response), _) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(response.statusCode == 404)
      #expect(response.data == Data("no such film".utf8))
    }
  }

  @Test func `the bytes that came before a failure come before the error`() async throws {
    let server = try EchoServer { _ in
      var answer = EchoAnswer(body: String(repeating: "x", count: 100))
      answer.cut = 40
      return answer
    }
    defer { server.stop() }
    var count = 0
    do {
      for try await chunk in MoyaProvider<Probe>(session: .patient()).chunks(Probe(server.host, "/cut")) {
        count += chunk.count
      }
      Issue.record("the loop ended as if the body were complete")
    } catch {
      let known: MoyaError = error
      #expect(known.transferKind == .incompleteBody)
    }
    #expect(count == 40)
  }

  @Test(arguments: Maker.allCases)
  func `a connection that cannot be made is an error`(maker: Maker) async throws {
    let server = try EchoServer { _ in
      var answer = EchoAnswer()
      answer.resets = true
      return answer
    }
    defer { server.stop() }
    var target = Probe(server.host, "/reset")
    target.method = .post
    await #expect(throws: MoyaError.self) { try await joined(chunks(maker, target)) }
  }

  @Test func `plugins see one call, and can refuse its result after the last chunk`() async throws {
    struct Refusing: PluginType {
      struct Refusal: Error {}
      let seen: Locked<[Int]>

      func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
        let count = (try? result.get().data.count) ?? -1
        seen.with { $0.append(count) }
      }

      func process(_ result: Result<Response, MoyaError>, target: any TargetType) -> Result<Response, MoyaError> {
        .failure(.underlying(Refusal(), nil))
      }
    }
    let seen = Locked<[Int]>([])
    var target = Probe()
    target.stubBehavior = .immediate
    var body = Data()
    do {
      for try await chunk in MoyaProvider<Probe>(plugins: [Refusing(seen: seen)]).chunks(target) { body += chunk }
      Issue.record("the refusal is lost")
    } catch {
      guard case .underlying(is Refusing.Refusal, nil) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(body == target.sampleData)
    // The loop has the body, so the plugins see an empty one.
    #expect(seen.current == [0])
  }

  @Test func `a download cannot be a stream`() async {
    var target = Probe()
    target.task = .downloadDestination { url, _ in (url, []) }
    target.stubBehavior = .immediate
    do {
      for try await _ in MoyaProvider<Probe>(session: .patient()).chunks(target) { Issue.record("a chunk") }
      Issue.record("no error")
    } catch {
      #expect(error.transferKind == .invalidRequest)
    }
  }

  /// An application's own `request` that sends nothing.
  private final class Canned: MoyaProvider<Probe>, @unchecked Sendable {
    override func request(
      _ target: Probe, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      completion(.success(Response(statusCode: 201, data: Data("canned".utf8))))
      return CancellableToken {}
    }
  }

  @Test func `the response of an application's own request is read, too`() async throws {
    let feed = try await Canned().stream(Probe())
    #expect(feed.statusCode == 201)
    var body = Data()
    for try await chunk in feed { body += chunk }
    #expect(body == Data("canned".utf8))
  }

  // MARK: Loops

  @Test func `each loop over chunks sends the request`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let chunks = MoyaProvider<Probe>(session: .patient()).chunks(Probe(server.host, "/twice"))
    #expect(server.requests.isEmpty)
    #expect(try await joined(chunks) == joined(chunks))
    #expect(server.requests.count == 2)
  }

  @Test func `streams of equal requests do not share a request`() async throws {
    let both = Signal()
    let server = try EchoServer { _ in
      var answer = EchoAnswer(body: "two halves")
      // The first request waits for the second one.
      answer.halfway = { _ = both.pass() }
      return answer
    }
    defer { server.stop() }
    let provider = MoyaProvider<Probe>(session: .patient(), trackInflights: true)
    let target = Probe(server.host, "/equal")
    let first = try await provider.stream(target)
    let second = try await provider.stream(target)
    both.fire()
    for feed in [first, second] {
      var body = Data()
      for try await chunk in feed { body += chunk }
      #expect(body == Data("two halves".utf8))
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a second loop over a stream is an error, and the first goes on`() async throws {
    var target = Probe()
    target.sampleData = Data(count: 2_000_000)
    target.stubBehavior = .immediate
    let feed = try await MoyaProvider<Probe>(session: .patient()).stream(target)
    var count = 0
    for try await chunk in feed {
      count += chunk.count
      do {
        for try await _ in feed.lines() { Issue.record("a line") }
        Issue.record("no error")
      } catch {
        #expect(error.transferKind == .invalidRequest)
      }
    }
    #expect(count == 2_000_000)
  }

  @Test func `of two tasks that read one stream, one gets the body and the other an error`() async throws {
    let gate = Signal()
    let server = try EchoServer { _ in
      var answer = EchoAnswer(body: "first second")
      answer.halfway = { _ = gate.waitForTask() }
      return answer
    }
    defer { server.stop() }
    let feed = try await MoyaProvider<Probe>(session: .patient()).stream(Probe(server.host, "/tasks"))
    let results = await withTaskGroup(of: Result<Data, MoyaError>.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do throws(MoyaError) {
            var body = Data()
            for try await chunk in feed { body += chunk }
            return .success(body)
          } catch {
            return .failure(error)
          }
        }
      }
      var results: [Result<Data, MoyaError>] = []
      for await result in group {
        results.append(result)
        // The other task waits for the rest.
        gate.fire()
      }
      return results
    }
    #expect(results.compactMap { try? $0.get() } == [Data("first second".utf8)])
    let errors = results.compactMap { if case .failure(let error) = $0 { error.transferKind } else { nil } }
    #expect(errors == [.invalidRequest])
  }

  @MainActor
  @Test func `a loop of the main actor may change what the main actor has`() async throws {
    var target = Probe()
    target.stubBehavior = .immediate
    let shown = Shown()
    for try await chunk in MoyaProvider<Probe>(session: .patient()).chunks(target) {
      MainActor.assertIsolated()
      shown.text += String(decoding: chunk, as: UTF8.self)
    }
    #expect(shown.text == "sample")
  }

  @MainActor private final class Shown { var text = "" }
}
