import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// What a blocking caller does before it sleeps.
@Suite(.timeLimitOfAll) struct PatienceTests {
  /// What the server does after the request, and how the call ends.
  enum End: CaseIterable {
    case answer, close
  }

  /// Returns the loop of a caller whose request has arrived at the server.
  private func started(with server: FaultServer) throws -> (Loop, Collector) {
    var configuration = LoopConfiguration()
    configuration.proxy = ""
    let (loop, collector) = (try Loop(configuration: configuration, isForOneCaller: true), Collector())
    _ = loop.start(URLRequest(urlText: server.base + "/"), options: TransferOptions(), observer: collector)
    while server.requests.isEmpty { loop.turn(waitingAtMost: 10) }
    return (loop, collector)
  }

  @Test(arguments: End.allCases)
  func `what the server has done is read without the question whether it has`(_ end: End) throws {
    let server = FaultServer { connection in
      guard connection.request() != nil else { return }
      connection.waitForSignal()
      if end == .answer { connection.ok() }
    }
    defer { server.stop() }
    let (loop, collector) = try started(with: server)
    defer { loop.close() }
    let reactor = loop.reactor
    let transfer = try #require(reactor.table.items.lazy.compactMap { $0 as? Transfer }.first)
    let own = try #require(transfer.connection.flatMap(reactor.poller.connection))

    #expect(reactor.awaitsOneAnswer && !reactor.readAnswer())
    server.signal.fire()
    var readable = pollfd(fd: own.number, events: Int16(POLLIN), revents: 0)
    while poll(&readable, 1, -1) != 1 {}
    #expect(reactor.awaitsOneAnswer && reactor.readAnswer())
    // A turn calls `work` after each wait, too.
    reactor.work()
    #expect(collector.isEnded)
    #expect(collector.text == (end == .answer ? "hello" : nil), "\(collector.ends)")
  }

  /// While other threads run, the time for which libcurl lets the caller wait may become shorter.
  @Test func `a caller that let others run in vain asks anew how long to wait`() throws {
    let server = FaultServer { connection in
      guard connection.request() != nil else { return }
      connection.waitForSignal()
      connection.ok()
    }
    defer { server.stop() }
    let (loop, collector) = try started(with: server)
    defer { loop.close() }

    var patience = Patience()
    #expect(patience.poll(loop.reactor, -1) == 1)
    #expect(!collector.isEnded)
    server.signal.fire()
    while !collector.isEnded { loop.turn(waitingAtMost: -1) }
    #expect(collector.text == "hello", "\(collector.ends)")
  }

  @Test func `without a call under way no answer is awaited`() throws {
    let loop = try Loop(isForOneCaller: true)
    defer { loop.close() }
    #expect(!loop.reactor.awaitsOneAnswer && !loop.reactor.readAnswer())
  }

  /// Makes the waits in order. Each wait names a caller and the thread on which this caller waits. For each wait,
  /// returns whether the caller was in a crowd (`Crowd`).
  private func crowds(limit: Int, _ waits: [(caller: Int, thread: UInt)]) -> [Bool] {
    let crowd = Crowd(limit: limit)
    var callers = [Patience](repeating: Patience(in: crowd), count: 4)
    return waits.map { callers[$0.caller].isInCrowd(on: $0.thread) }
  }

  @Test func `a caller is in a crowd only while other threads wait as often as it does`() {
    let ofOneThread = (0..<8).map { (caller: $0 % 2, thread: UInt(1)) }
    #expect(!crowds(limit: 1, ofOneThread).contains(true))
    let ofTwoThreads = (0..<8).map { (caller: $0 % 2, thread: UInt($0 % 2 + 1)) }
    #expect(!crowds(limit: 1, ofTwoThreads).dropFirst(2).contains(false))
    let afterwards = (0..<4).map { _ in (caller: 0, thread: UInt(1)) }
    #expect(!crowds(limit: 1, ofTwoThreads + afterwards).suffix(3).contains(true))
  }

  @Test func `as many threads as the limit are no crowd`() {
    func waits(of threads: Int) -> [(caller: Int, thread: UInt)] {
      (0..<3 * threads).map { (caller: $0 % threads, thread: UInt($0 % threads + 1)) }
    }
    #expect(!crowds(limit: 3, waits(of: 3)).contains(true))
    #expect(!crowds(limit: 3, waits(of: 4)).dropFirst(4).contains(false))
  }

  @Test func `what did harm is left out far longer than what was of no use`() {
    func leftOut(_ abstinence: Abstinence) -> Int {
      sequence(state: abstinence) { $0.leavesOut() ? true : nil }.reduce(0) { count, _ in count + 1 }
    }
    var useless = Abstinence()
    useless.noteFailure()
    #expect(leftOut(useless) == 1)
    var harmful = Abstinence()
    harmful.noteHarm()
    #expect(leftOut(harmful) == 16_384)
  }
}
