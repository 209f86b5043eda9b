import Testing

@testable import MoyaCore

/// Readers that read one stream from several connections. The rules of server-sent events are tested in MoyaHTTPTests.
@Suite struct ReconnectingReaderTests {
  private let journal = Journal()

  /// Asks for one connection after another, with these delays. Each request has the number of its connection.
  private final class Reader: ResponseReader {
    private let journal: Journal
    private let delays: [UInt32]
    private let connections = Protected(0)
    let fails: Bool

    init(_ journal: Journal, delays: [UInt32], fails: Bool) {
      self.journal = journal
      self.delays = delays
      self.fails = fails
    }

    func receive(_ head: HTTPURLResponse) throws(TransferError) -> BodyDestination {
      journal.write("head \(head.statusCode)")
      return .observer
    }

    func receive(_ body: UnsafeRawBufferPointer) throws(TransferError) -> BodyFlow {
      journal.write(String(decoding: body, as: UTF8.self))
      return .more
    }

    func end() throws(TransferError) {}

    let reconnects = true

    func reconnect(
      after result: Result<Response, MoyaError>, with request: inout URLRequest
    ) throws(TransferError) -> UInt32? {
      journal.write("ended \(Journal.brief(result))")
      if fails { throw TransferError(.invalidRequest, "no field") }
      let ended = connections.withLock { connections in
        connections += 1
        return connections
      }
      guard ended <= delays.count else { return nil }
      request.setValue("\(ended)", forHTTPHeaderField: "X-Connection")
      return delays[ended - 1]
    }

    let isPaused = false
    func pause() {}
    func endPause() {}
    func resume() throws(TransferError) -> BodyFlow { .more }
  }

  private func call(
    _ backend: ScriptedBackend, _ plugins: [any PluginHooks] = [], delays: [UInt32], fails: Bool = false,
    totalTimeout: UInt32? = nil
  ) -> Call {
    var plan = FlightPlan(backend, executor: backend, plugins)
    plan.description.reader = Reader(journal, delays: delays, fails: fails)
    plan.description.totalTimeout = totalTimeout
    let call = Call(plan) { [journal] in journal.write("completion \(Journal.brief($0))") }
    call.start()
    return call
  }

  private static let broken = ScriptedBackend.Answer.failure(TransferError(.network, "gone"))

  @Test func `the request is sent again after each connection, with the delay and the fields of the reader`() {
    let backend = ScriptedBackend([
      ScriptedBackend.status(200, "a"), ReconnectingReaderTests.broken, ScriptedBackend.status(200, "b"),
    ])
    _ = call(backend, delays: [5, 7])
    #expect(journal.all == ["head 200", "a", "ended 200"])
    backend.fireTimers()
    #expect(journal.all.last == "ended network")
    backend.fireTimers()
    #expect(Array(journal.all.suffix(4)) == ["head 200", "b", "ended 200", "completion 200"])
    #expect(backend.delays == [5, 7])
    #expect(backend.sent.map { $0.value(forHTTPHeaderField: "X-Connection") } == [nil, "1", "2"])
  }

  @Test func `a connection that could begin only after the total timeout is not made`() {
    let backend = ScriptedBackend([ScriptedBackend.status(200, "a")])
    _ = call(backend, delays: [60_001], totalTimeout: 60_000)
    #expect(journal.all == ["head 200", "a", "ended 200", "completion totalTimeout"])
    #expect(backend.delays.isEmpty)
  }

  @Test func `the default total timeout limits the head of each connection`() {
    let backend = ScriptedBackend([ScriptedBackend.status(200, "a"), ScriptedBackend.status(200, "b")])
    _ = call(backend, delays: [86_400_000])
    backend.fireTimers()
    #expect(journal.all.last == "completion 200")
    #expect(backend.options.map(\.callTimeout) == [300_000, 300_000])
    #expect(backend.options.map(\.totalEndsWithHead) == [true, true])
  }

  @Test func `a call is cancelled while it waits for the next connection`() {
    let backend = ScriptedBackend([ScriptedBackend.status(200, "a")])
    let call = call(backend, delays: [5])
    call.cancel()
    backend.fireTimers()
    #expect(journal.all == ["head 200", "a", "ended 200", "completion cancelled"])
    #expect(backend.sent.count == 1)
  }

  @Test func `an error of the reader ends the call`() {
    _ = call(ScriptedBackend([ScriptedBackend.status(200, "a")]), delays: [], fails: true)
    #expect(journal.all == ["head 200", "a", "ended 200", "completion invalidRequest"])
  }

  /// Asks for this many attempts.
  private final class PersistentPlugin: PluginType {
    let most: Int

    init(most: Int) { self.most = most }

    func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
      context.attempt < most ? .now : .no
    }
  }

  @Test(arguments: [(2, 2), (16, 16), (100, 16)])
  func `plugins count the attempts of each connection`(asked: Int, made: Int) {
    let backend = ScriptedBackend(Array(repeating: ReconnectingReaderTests.broken, count: 2 * made))
    _ = call(backend, [PersistentPlugin(most: asked)], delays: [0])
    for _ in 1..<(2 * made) { backend.fireTimers() }
    #expect(journal.all == ["ended network", "ended network", "completion network"])
    #expect(backend.sent.count == 2 * made)
  }
}
