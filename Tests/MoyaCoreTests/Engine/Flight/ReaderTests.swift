import Testing

@testable import MoyaCore

/// Readers: objects that receive a response piece by piece.
@Suite struct ReaderTests {
  private let journal = Journal()
  private let backend = StreamingBackend()

  /// Records what it receives. Asks for a pause after a piece that says so.
  private final class Reader: ResponseReader {
    private let journal: Journal
    private let paused = Protected(false)
    /// True if the reader pauses again each time when a pause ends, like a handler that asks for it.
    nonisolated(unsafe) var pausesAgain = false
    /// The piece at which the reader throws an error; "head" stands for the head, and "end" for the end of the body.
    let fails: String?
    let reconnects: Bool

    init(_ journal: Journal, fails: String? = nil, reconnects: Bool = false) {
      self.journal = journal
      self.fails = fails
      self.reconnects = reconnects
    }

    func receive(_ head: HTTPURLResponse) throws(TransferError) -> BodyDestination {
      journal.write("head \(head.statusCode)")
      if fails == "head" { throw TransferError(.tooLarge, "too much") }
      return .observer
    }

    func receive(_ body: UnsafeRawBufferPointer) throws(TransferError) -> BodyFlow {
      let text = String(decoding: body, as: UTF8.self)
      journal.write(text)
      if fails == text { throw TransferError(.tooLarge, "too much") }
      if text == "pause" { pause() }
      return text == "pause" ? .pause : .more
    }

    func end() throws(TransferError) {
      if !isPaused { journal.write("end") }
      if fails == "end" { throw TransferError(.tooLarge, "too much") }
    }

    var isPaused: Bool { paused.withLock { $0 } }
    func pause() { paused.withLock { $0 = true } }
    func endPause() { paused.withLock { $0 = false } }
    func resume() -> BodyFlow {
      if pausesAgain { pause() }
      return isPaused ? .pause : .more
    }

    func reconnect(
      after result: Result<Response, MoyaError>, with request: inout URLRequest
    ) throws(TransferError) -> UInt32? {
      journal.write("ended \(Journal.brief(result))")
      return nil
    }
  }

  /// A backend whose responses the test sends in pieces, and whose transfers can be resumed.
  private final class StreamingBackend: Backend {
    private final class Transfer: Resumable, UploadResumable {
      let resumes = Protected(0)
      let wakes = Protected(0)
      let stops = Protected(0)
      func resume() { resumes.withLock { $0 += 1 } }
      func bodyIsReady() { wakes.withLock { $0 += 1 } }
      func stop() { stops.withLock { $0 += 1 } }
    }

    nonisolated(unsafe) var traits = BackendTraits.watchesTotalTimeout
    private let transfer = Transfer()
    private let observers = Protected<[any TransferObserver]>([])
    private let wants = Protected<[Bool]>([])
    /// Code of the test that runs inside `send`.
    nonisolated(unsafe) var onSend: () -> Void = {}

    func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      observers.withLock { $0.append(observer) }
      wants.withLock { $0.append(exchange.options.wantsHead) }
      onSend()
      return transfer
    }

    var wantsHead: [Bool] { wants.withLock { $0 } }
    var resumes: Int { transfer.resumes.withLock { $0 } }
    /// How often `bodyIsReady` was called.
    var wakes: Int { transfer.wakes.withLock { $0 } }
    var stops: Int { transfer.stops.withLock { $0 } }
    var observer: (any TransferObserver)? { observers.withLock { $0.last } }

    func head(_ status: Int) -> BodyDestination? {
      observer?.transferDidReceiveHead(
        HTTPURLResponse(urlText: "http://h/zen", statusCode: status, fields: HeaderFields()))
    }

    func body(_ text: String) -> BodyFlow? {
      var text = text
      return text.withUTF8 { observer?.transferDidReceiveBody(UnsafeRawBufferPointer($0)) }
    }

    /// Releases the observers. The backend holds them even after their exchanges have ended, so that a test can call
    /// them late. The observers hold the flight, and the flight holds the backend.
    func forget() { observers.withLock { $0 = [] } }

    func end(_ status: Int, _ body: String = "") { observer?.transferDidFinish(ScriptedBackend.status(status, body)) }
  }

  private func plan(_ plugins: [any PluginHooks] = [], failsAt text: String? = nil) -> FlightPlan {
    var plan = FlightPlan(backend, executor: DirectExecutor.shared, plugins)
    plan.description.reader = Reader(journal, fails: text)
    return plan
  }

  private func call(_ plan: FlightPlan) -> Call {
    let call = Call(plan) { [journal] in journal.write("completion \(Journal.brief($0))") }
    call.start()
    return call
  }

  @Test func `a reader gets head and body as they come, and the end without a body`() throws {
    defer { backend.forget() }
    var end: Result<Response, MoyaError>?
    let call = Call(plan()) { end = $0 }
    call.start()
    #expect(backend.wantsHead == [true])
    #expect(backend.head(200) == .observer)
    #expect(backend.body("a") == .more && backend.body("pause") == .pause)
    #expect(end == nil)
    backend.end(200)
    #expect(end == nil, "the reader pauses")
    #expect(journal.all == ["head 200", "a", "pause"])
    call.waiter.resume()
    #expect(journal.all == ["head 200", "a", "pause", "end"])
    #expect(try #require(end?.response).data.isEmpty)
  }

  @Test func `a call without a reader asks for no head`() {
    defer { backend.forget() }
    var plan = plan()
    plan.description.reader = nil
    _ = call(plan)
    #expect(backend.wantsHead == [false])
    #expect(backend.head(200) == .response && backend.body("a") == .more)
    backend.end(200)
    #expect(journal.all == ["completion 200"])
  }

  @Test func `a response that validation refuses is not read, and its body is in the error`() throws {
    defer { backend.forget() }
    var plan = plan()
    plan.description.validation = .successCodes
    var end: Result<Response, MoyaError>?
    Call(plan) { end = $0 }.start()
    #expect(backend.head(404) == .response)
    backend.end(404, "no such pet")
    #expect(journal.all.isEmpty)
    guard case .failure(.underlying(_, let response)) = end else {
      Issue.record("it must fail")
      return
    }
    #expect(response?.data == Data("no such pet".utf8))
  }

  @Test(arguments: ["body", ""])
  func `a backend that brings a response as a whole is read all the same`(body: String) throws {
    var plan = plan()
    let stub = StubBackend(.immediate) { _ in ScriptedBackend.status(200, body) }
    plan.lane = Lane(stub, executor: DirectExecutor.shared)
    var end: Result<Response, MoyaError>?
    Call(plan) { end = $0 }.start()
    #expect(journal.all == ["head 200"] + (body.isEmpty ? ["end"] : [body, "end"]))
    #expect(try #require(end?.response).data.isEmpty)
  }

  @Test func `once the head was read, the request is not sent again`() {
    defer { backend.forget() }
    let timers = ScriptedBackend()
    var plan = plan([PersistentPlugin()])
    plan.lane = Lane(backend, executor: timers)
    _ = call(plan)
    backend.observer?.transferDidFinish(.failure(TransferError(.network, "gone")))
    timers.fireTimers()
    #expect(backend.wantsHead == [true, true], "the reader had nothing before this")
    _ = backend.head(200)
    backend.observer?.transferDidFinish(.failure(TransferError(.network, "gone")))
    timers.fireTimers()
    #expect(backend.wantsHead.count == 2)
    #expect(journal.all == ["head 200", "completion network"])
  }

  /// Asks for another attempt after every failure.
  private final class PersistentPlugin: PluginType {
    func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
      .after(seconds: 0)
    }
  }

  @Test func `what comes after a cancel is not read`() {
    defer { backend.forget() }
    let call = call(plan())
    _ = backend.head(200)
    call.cancel()
    #expect(backend.body("late") == .more)
    backend.observer?.transferDidFinish(.failure(.cancelled))
    #expect(backend.body("later") == .more && backend.head(200) == .response)
    #expect(journal.all == ["head 200", "completion cancelled"])
  }

  @Test func `a waiter ends its reader's pause`() {
    defer { backend.forget() }
    let call = call(plan())
    call.waiter.resume()
    #expect(backend.resumes == 1)
    backend.end(200)
    call.waiter.resume()
    #expect(backend.resumes == 1, "it has ended")
  }

  @Test func `a pause that ends before the transfer is known ends all the same`() {
    defer { backend.forget() }
    let call = Call(plan()) { _ in }
    backend.onSend = {
      _ = backend.head(200)
      _ = backend.body("pause")
      call.waiter.resume()
    }
    call.start()
    backend.onSend = {}  // The closure held the call.
    #expect(backend.resumes == 1)
    backend.end(200)
  }

  // MARK: A pause and the request's body

  /// A stream of a body. The backend of these tests does not read it.
  private final class Unread: ByteStream {
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { 0 }
  }

  private enum Sent: CaseIterable { case data, stream, form }

  private func plan(sending sent: Sent) throws -> FlightPlan {
    var plan = plan()
    var request = URLRequest(urlText: "http://h/zen")
    request.httpMethod = "POST"
    switch sent {
    case .data: request.body = .data(Data("a".utf8))
    case .stream: request.body = .segments([.stream(Unread(), length: nil)])
    case .form:
      backend.traits.insert(.movesFiles)
      plan.description.upload = try Upload(
        parts: [FormPart(name: "a", fileName: nil, mimeType: nil, content: .stream(Unread(), length: nil))],
        boundary: nil, method: .post)
    }
    plan.description.source = .ready(request)
    return plan
  }

  @Test(arguments: Sent.allCases)
  private func `a resume wakes the request's body, whether or not the reader pauses again`(sent: Sent) throws {
    defer { backend.forget() }
    let call = call(try plan(sending: sent))
    _ = backend.head(200)
    call.waiter.resume()
    #expect(backend.resumes == 1, "the transfer goes on in both directions")
    reader(call)?.pausesAgain = true
    call.waiter.resume()
    #expect(backend.resumes == 1 && backend.wakes == (sent == .data ? 0 : 1))
    backend.end(200)
    reader(call)?.pausesAgain = false
    call.waiter.resume()
    #expect(backend.resumes == 1, "the backend has ended the transfer")
    #expect(journal.all.last == "completion 200")
    call.waiter.resume()
    #expect(backend.resumes == 1 && backend.wakes == (sent == .data ? 0 : 1))
  }

  private func reader(_ call: Call) -> Reader? { call.flight.description.reader as? Reader }

  // MARK: A pause and the end

  private func stubbed(_ plan: FlightPlan, _ body: String = "pause") -> FlightPlan {
    var plan = plan
    let stub = StubBackend(.immediate) { _ in ScriptedBackend.status(200, body) }
    plan.lane = Lane(stub, executor: DirectExecutor.shared)
    return plan
  }

  @Test func `the end of a stub waits for its reader's pause too`() {
    let call = call(stubbed(plan()))
    #expect(journal.all == ["head 200", "pause"])
    call.waiter.resume()
    call.waiter.resume()
    #expect(journal.all == ["head 200", "pause", "end", "completion 200"])
  }

  @Test func `a call is cancelled while its end waits for the reader`() {
    let call = call(stubbed(plan()))
    call.cancel()
    call.waiter.resume()
    #expect(journal.all == ["head 200", "pause", "completion cancelled"])
  }

  @Test func `a total timeout passes while the end waits for the reader`() {
    let timers = ScriptedBackend()
    var plan = stubbed(plan())
    plan.lane = Lane(plan.lane.backend, executor: timers)
    plan.description.totalTimeout = 50
    _ = call(plan)
    timers.fireTimers()
    #expect(journal.all == ["head 200", "pause", "completion totalTimeout"])
  }

  @Test func `a waiter pauses before the next piece, or before the end`() {
    defer { backend.forget() }
    let call = call(plan())
    _ = backend.head(200)
    call.waiter.pause()
    backend.end(200)
    #expect(journal.all == ["head 200"])
    call.waiter.resume()
    #expect(journal.all == ["head 200", "end", "completion 200"])
  }

  @Test func `a connection that fails in a pause ends after it, if the reader reconnects`() {
    defer { backend.forget() }
    var plan = plan()
    plan.description.reader = Reader(journal, reconnects: true)
    let call = call(plan)
    _ = backend.head(200)
    _ = backend.body("pause")
    backend.observer?.transferDidFinish(.failure(TransferError(.network, "gone")))
    #expect(journal.all == ["head 200", "pause"])
    call.waiter.resume()
    #expect(journal.all == ["head 200", "pause", "ended network", "completion network"])
  }

  @Test func `a call is cancelled while a failure waits for the reader`() {
    defer { backend.forget() }
    var plan = plan()
    plan.description.reader = Reader(journal, reconnects: true)
    let call = call(plan)
    _ = backend.head(200)
    _ = backend.body("pause")
    backend.observer?.transferDidFinish(.failure(TransferError(.network, "gone")))
    call.cancel()
    #expect(journal.all == ["head 200", "pause", "completion cancelled"])
  }

  // MARK: What a plugin refuses

  /// Refuses the response of the first attempt. Asks for another attempt after a failure.
  private final class RefusingPlugin: PluginType, BodyPlugin {
    let retries: Bool

    init(retries: Bool = true) { self.retries = retries }

    func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse {
      if context.attempt == 1 { throw TransferError(.protocolViolation, "not this one") }
      return .skip
    }

    func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
      guard case .failure = result, retries else { return .no }
      return .after(seconds: 0)
    }
  }

  @Test(arguments: [BackendTraits.watchesTotalTimeout, []])
  func `a request is sent again if a plugin refuses the head before the reader has it`(traits: BackendTraits) {
    defer { backend.forget() }
    let timers = ScriptedBackend()
    backend.traits = traits
    var plan = plan([RefusingPlugin()])
    plan.lane = Lane(backend, executor: timers)
    _ = call(plan)
    #expect(backend.head(200) == .observer && backend.body("a") == .more && backend.stops == 1)
    backend.observer?.transferDidFinish(.failure(.cancelled))
    timers.fireTimers()
    #expect(backend.wantsHead == [true, true])
    #expect(backend.head(200) == .observer && backend.body("b") == .more)
    backend.end(200)
    #expect(journal.all == ["head 200", "b", "end", "completion 200"])
  }

  @Test(arguments: [BackendTraits.watchesTotalTimeout, []], [true, false])
  func `a head that a plugin refuses before the transfer is known stops the transfer all the same`(
    traits: BackendTraits, retries: Bool
  ) {
    defer { backend.forget() }
    backend.traits = traits
    backend.onSend = { _ = self.backend.head(200) }
    var plan = plan([RefusingPlugin(retries: retries)])
    plan.lane = Lane(backend, executor: ScriptedBackend())
    let call = call(plan)
    backend.onSend = {}
    #expect(backend.stops == 1)
    backend.observer?.transferDidFinish(.failure(.cancelled))
    call.cancel()
    #expect(journal.all == [retries ? "completion cancelled" : "completion protocolViolation"])
  }

  @Test func `a call is cancelled after a plugin has refused its head`() {
    defer { backend.forget() }
    let call = call(plan([RefusingPlugin()]))
    _ = backend.head(200)
    call.cancel()
    backend.observer?.transferDidFinish(.failure(.cancelled))
    #expect(journal.all == ["completion cancelled"])
  }

  @Test(arguments: [true, false])
  func `a stub that a plugin refuses is asked again, or fails the call`(retries: Bool) {
    let timers = ScriptedBackend()
    var plan = stubbed(plan([RefusingPlugin(retries: retries)]), "body")
    plan.lane = Lane(plan.lane.backend, executor: timers)
    _ = call(plan)
    timers.fireTimers()
    let read = ["head 200", "body", "end", "completion 200"]
    #expect(journal.all == (retries ? read : ["completion protocolViolation"]))
  }

  // MARK: What a reader throws

  @Test(arguments: ["head", "a", "end"])
  func `what a reader throws ends the call`(text: String) {
    defer { backend.forget() }
    _ = call(plan(failsAt: text))
    #expect(backend.head(200) == .observer)
    if text != "head" { _ = backend.body("a") }
    _ = backend.body("b")
    backend.end(200)
    let read = ["head": ["head 200"], "a": ["head 200", "a"], "end": ["head 200", "a", "b", "end"]]
    #expect(journal.all == (read[text] ?? []) + ["completion tooLarge"])
  }

  @Test(arguments: ["head", "pause", "end"])
  func `what a reader throws at a stub ends the call`(text: String) {
    let call = call(stubbed(plan(failsAt: text)))
    call.waiter.resume()
    #expect(journal.all.last == "completion tooLarge")
  }

  // MARK: Answers of plugins

  /// A plugin that answers every request itself.
  private final class AnsweringPlugin: PluginType {
    func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
      .answered(.success(Response(statusCode: 200, data: Data("pause".utf8))))
    }
  }

  @Test func `an answer of a plugin is read, and its end waits for the pause`() {
    let call = call(plan([AnsweringPlugin()]))
    #expect(journal.all == ["head 200", "pause"])
    call.waiter.resume()
    #expect(journal.all == ["head 200", "pause", "end", "completion 200"])
    #expect(backend.wantsHead.isEmpty)
  }

  @Test func `a call is cancelled while a plugin's answer waits for the reader`() {
    let call = call(plan([AnsweringPlugin()]))
    call.cancel()
    call.waiter.resume()
    #expect(journal.all == ["head 200", "pause", "completion cancelled"])
  }

  @Test func `a plugin does not answer again while its answer waits for the reader`() {
    let plugin = RecordingPlugin("A", journal)
    nonisolated(unsafe) var late: PluginContext?
    defer { late = nil }  // otherwise the plugin and the call would hold references to each other
    plugin.onPrepare = { _, context in
      late = context
      return .answered(.success(Response(statusCode: 200, data: Data("pause".utf8))))
    }
    let call = call(plan([plugin]))
    #expect(late?.resume(.ready(URLRequest(urlText: "http://h/again"))) == false)
    call.waiter.resume()
    #expect(journal.all.last == "completion 200")
    #expect(backend.wantsHead.isEmpty)
  }

  @Test(arguments: ["head", "pause"])
  func `what a reader throws at a plugin's answer ends the call`(text: String) {
    _ = call(plan([AnsweringPlugin()], failsAt: text))
    #expect(journal.all.last == "completion tooLarge")
  }

  @Test func `a call with a reader is never shared`() { #expect(SharingKey(plan().description) == nil) }
}
