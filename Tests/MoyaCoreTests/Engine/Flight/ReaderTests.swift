import Testing

@testable import MoyaCore

/// Readers: who takes a response as it comes.
@Suite struct ReaderTests {
  private let journal = Journal()
  private let backend = StreamingBackend()

  /// Writes down what it gets, and wants a pause after a piece that says so.
  private final class Reader: ResponseReader {
    private let journal: Journal

    init(_ journal: Journal) { self.journal = journal }

    func receive(_ head: HTTPURLResponse) { journal.write("head \(head.statusCode)") }

    func receive(_ body: UnsafeRawBufferPointer) -> BodyFlow {
      let text = String(decoding: body, as: UTF8.self)
      journal.write(text)
      return text == "pause" ? .pause : .more
    }
  }

  /// A backend whose answers the test brings in pieces, and whose transfers can be resumed.
  private final class StreamingBackend: Backend {
    private final class Transfer: Resumable {
      let resumes = Protected(0)
      func resume() { resumes.withLock { $0 += 1 } }
      func stop() {}
    }

    let traits = BackendTraits.watchesTotalTimeout
    private let transfer = Transfer()
    private let observers = Protected<[any TransferObserver]>([])
    private let wants = Protected<[Bool]>([])
    /// The test's code that runs inside `send`.
    nonisolated(unsafe) var onSend: () -> Void = {}

    func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      observers.withLock { $0.append(observer) }
      wants.withLock { $0.append(exchange.options.wantsHead) }
      onSend()
      return transfer
    }

    var wantsHead: [Bool] { wants.withLock { $0 } }
    var resumes: Int { transfer.resumes.withLock { $0 } }
    var observer: (any TransferObserver)? { observers.withLock { $0.last } }

    func head(_ status: Int) -> BodyDestination? {
      observer?.transferDidReceiveHead(
        HTTPURLResponse(urlText: "http://h/zen", statusCode: status, fields: HeaderFields()))
    }

    func body(_ text: String) -> BodyFlow? {
      var text = text
      return text.withUTF8 { observer?.transferDidReceiveBody(UnsafeRawBufferPointer($0)) }
    }

    /// It keeps observers beyond their ends, to call them late; these keep the flight, which keeps the backend.
    func forget() { observers.withLock { $0 = [] } }

    func end(_ status: Int, _ body: String = "") { observer?.transferDidFinish(ScriptedBackend.status(status, body)) }
  }

  private func plan(_ plugins: [any PluginHooks] = []) -> FlightPlan {
    var plan = FlightPlan(backend, executor: DirectExecutor.shared, plugins)
    plan.order.reader = Reader(journal)
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
    Call(plan()) { end = $0 }.start()
    #expect(backend.wantsHead == [true])
    #expect(backend.head(200) == .observer)
    #expect(backend.body("a") == .more && backend.body("pause") == .pause)
    #expect(end == nil)
    backend.end(200)
    #expect(journal.all == ["head 200", "a", "pause"])
    #expect(try #require(end?.response).data.isEmpty)
  }

  @Test func `an order without a reader asks for no head`() {
    defer { backend.forget() }
    var plan = plan()
    plan.order.reader = nil
    _ = call(plan)
    #expect(backend.wantsHead == [false])
    #expect(backend.head(200) == .response && backend.body("a") == .more)
    backend.end(200)
    #expect(journal.all == ["completion 200"])
  }

  @Test func `a response that validation refuses is not read, and its body is in the error`() throws {
    defer { backend.forget() }
    var plan = plan()
    plan.order.validation = .successCodes
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
    #expect(journal.all == ["head 200"] + (body.isEmpty ? [] : [body]))
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

  /// Wants another attempt after every failure.
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
    backend.onSend = {}  // It held the call.
    #expect(backend.resumes == 1)
    backend.end(200)
  }

  @Test func `an order with a reader is never shared`() { #expect(SharingKey(plan().order) == nil) }
}
