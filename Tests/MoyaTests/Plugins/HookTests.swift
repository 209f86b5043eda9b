import Moya
import MoyaTestSupport
import Testing

/// Plugins that sign, that wait at the end of a call, and that read bodies.
@Suite struct HookTests {
  private func send(_ plugins: [any PluginType], _ rules: StubRules, _ target: Probe = Probe()) throws -> Result<
    Response, MoyaError
  > {
    let ending = Ending()
    MoyaXProvider(session: Session(backend: rules), plugins: plugins).request(target, completion: ending.completion)
    return try ending.result()
  }

  private func answering(_ status: Int = 200, _ body: String = "body") -> StubRules {
    let rules = StubRules()
    rules.add(.any, answer: .sequence([.networkResponse(status, Data(body.utf8))]))
    return rules
  }

  // MARK: sign

  private final class Signer: PluginType {
    let seen = Locked<[String?]>([])
    var answer: (@Sendable (URLRequest, PluginContext) -> Preparation)?

    func sign(_ request: URLRequest, context: PluginContext) -> Preparation {
      seen.with { $0.append(request.value(forHTTPHeaderField: "X-Prepared")) }
      if let answer { return answer(request, context) }
      var request = request
      request.setValue("1", forHTTPHeaderField: "X-Signed")
      return .ready(request)
    }
  }

  private final class Preparer: PluginType {
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      var request = request
      request.setValue("1", forHTTPHeaderField: "X-Prepared")
      return request
    }
  }

  @Test func `sign runs after every prepare, wherever the plugin stands`() throws {
    let (signer, rules) = (Signer(), answering())
    #expect(try send([signer, Preparer()], rules).get().statusCode == 200)
    #expect(signer.seen.current == ["1"])
    #expect(rules.requests.first?.value(forHTTPHeaderField: "X-Signed") == "1")
  }

  @Test func `sign may wait, and may refuse the request`() throws {
    let (waiting, rules) = (Signer(), answering())
    waiting.answer = { request, context in
      DispatchQueue.global().async {
        var request = request
        request.setValue("late", forHTTPHeaderField: "X-Signed")
        context.resume(.ready(request))
      }
      return .pending
    }
    #expect(try send([waiting], rules).get().statusCode == 200)
    #expect(rules.requests.first?.value(forHTTPHeaderField: "X-Signed") == "late")
    let refusing = Signer()
    refusing.answer = { _, _ in .answered(.failure(.underlying(TransferError(.invalidRequest, "no key"), nil))) }
    #expect(throws: MoyaError.self) { try send([refusing], rules).get() }
    #expect(rules.requests.count == 1)
  }

  // MARK: finish

  private final class Ender: PluginType {
    let make: @Sendable (Result<Response, MoyaError>, PluginContext) -> Finish

    init(_ make: @escaping @Sendable (Result<Response, MoyaError>, PluginContext) -> Finish) { self.make = make }

    func finish(_ result: Result<Response, MoyaError>, context: PluginContext) -> Finish { make(result, context) }
  }

  @Test(arguments: [false, true])
  func `finish gives the result now or later, and later plugins see it`(isLate: Bool) throws {
    let seen = Locked<[Int]>([])
    let ender = Ender { _, context in
      let changed = Result<Response, MoyaError>.success(Response(statusCode: 201, data: Data("late".utf8)))
      guard isLate else { return .done(changed) }
      DispatchQueue.global().async {
        #expect(context.resume(changed))
        #expect(!context.resume(changed))
      }
      return .pending
    }
    let next = Ender { result, _ in
      seen.with { $0.append((try? result.get().statusCode) ?? 0) }
      return .done(result)
    }
    #expect(try send([ender, next], answering()).get().data == Data("late".utf8))
    #expect(seen.current == [201])
  }

  @Test func `a cancel ends a call whose finish waits`() throws {
    let waits = Signal()
    let held = Locked<PluginContext?>(nil)
    let ender = Ender { _, context in
      held.with { $0 = context }
      waits.fire()
      return .pending
    }
    let ending = Ending()
    let call = MoyaXProvider(session: Session(backend: answering()), plugins: [ender])
      .request(Probe(), completion: ending.completion)
    #expect(waits.wait())
    call.cancel()
    #expect(try ending.error().transferKind == .cancelled)
    #expect(held.with { $0.take() }?.resume(.failure(.underlying(TransferError.cancelled, nil))) == false)
  }

  // MARK: Bodies

  private final class Upper: PluginType, BodyPlugin {
    final class Reader: BodyReader {
      func receive(_ bytes: Data) throws -> Data { Data(String(decoding: bytes, as: UTF8.self).uppercased().utf8) }
      func end() throws -> Data { Data("!".utf8) }
    }

    let use: @Sendable (Int) throws -> BodyUse

    init(_ use: @escaping @Sendable (Int) throws -> BodyUse = { _ in .read(Reader()) }) { self.use = use }

    func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse { try use(head.statusCode) }
  }

  @Test func `a plugin reads and changes bodies`() throws {
    #expect(try send([Upper(), Upper()], answering()).get().data == Data("BODY!!".utf8))
    #expect(try send([Upper { _ in .skip }], answering()).get().data == Data("body".utf8))
    #expect(try send([Upper { _ in .replace(Data("other".utf8)) }], answering()).get().data == Data("other".utf8))
  }

  @Test func `a plugin that refuses a body fails the call with its error`() throws {
    struct Refusal: Error {}
    do {
      _ = try send([Upper { _ in throw Refusal() }], answering()).get()
      Issue.record("the body was not refused")
    } catch let error as MoyaError {
      #expect(error.underlyingError is Refusal)
    }
  }
}
