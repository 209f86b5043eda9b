import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Another thread starts a transfer or a timer. The thread that runs the loop stops this transfer or timer before it
/// has left the loop's inbox.
@Suite(.timeLimitOfAll) struct EarlyStopTests {
  /// Runs `start` on another thread, and stops its result on the thread that runs the loop.
  private func stopEarly(_ loop: Loop, _ start: @escaping @Sendable () -> any Stoppable) {
    loop.perform {
      let started = Signal()
      let item = Locked<(any Stoppable)?>(nil)
      Thread.detach {
        item.with { $0 = start() }
        started.fire()
      }
      #expect(started.wait())
      item.current?.stop()
      // The other thread may still hold `item` for a while.
      item.with { $0 = nil }
    }
  }

  @Test func `a transfer that is stopped before the loop knows of it never reaches the wire`() throws {
    let server = FaultServer { connection in
      while connection.request() != nil { connection.ok() }
    }
    let client = try Client()
    let collector = Collector()
    let (loop, base) = (client.loop, server.base)
    stopEarly(loop) { loop.start(URLRequest(urlText: base), options: TransferOptions(), observer: collector) }
    client.pump { collector.isEnded }
    #expect(collector.error?.kind == .cancelled)
    #expect(client.send(base).text == "hello")
    #expect(server.requests.count == 1)
    #expect(loop.activeCount == 0)
  }

  @Test func `a loop is not kept by what was stopped before it knew of it`() throws {
    weak var released: Loop?
    try { () throws in
      let loop = try Loop(configuration: .init())
      released = loop
      let collector = Collector()
      stopEarly(loop) { [unowned loop] in
        loop.start(URLRequest(urlText: "http://127.0.0.1:1/"), options: TransferOptions(), observer: collector)
      }
      stopEarly(loop) { [unowned loop] in loop.schedule(afterMilliseconds: 60_000) {} }
      for _ in 0..<3 { loop.turn(waitingAtMost: 0) }
      #expect(collector.error?.kind == .cancelled)
      loop.close()
    }()
    #expect(released == nil)
  }
}
