import Glibc
import MoyaHTTP
import MoyaTestSupport
import Synchronization
import Testing

@testable import MoyaTransport

/// How much time one transfer may use in one turn of the loop (`Share`).
@Suite(.timeLimitOfAll) struct ShareTests {
  private static let pieces = 20

  /// The number of pieces that the server has sent.
  private final class Sent: Sendable {
    let count = Atomic(0)
  }

  /// For each piece, uses more time than a share, and waits until the server has sent the next piece.
  private final class Slow: TransferObserver {
    let server: FaultServer
    let sent: Sent
    let received = Atomic(0)
    let isEnded = Atomic(false)

    init(_ server: FaultServer, _ sent: Sent) {
      self.server = server
      self.sent = sent
    }

    func transferDidProgress(_ progress: TransferProgress) {}
    func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { .observer }

    func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow {
      let count = received.add(bytes.count, ordering: .relaxed).newValue
      let end = MonotonicClock.now() + 2 * Share.microseconds
      if count < ShareTests.pieces { server.signal.fire() }
      while MonotonicClock.now() < end || sent.count.load(ordering: .acquiring) < min(count + 1, ShareTests.pieces) {
        sched_yield()
      }
      return .more
    }

    func transferDidFinish(_ result: Result<TransferResponse, TransferError>) {
      isEnded.store(true, ordering: .relaxed)
    }
  }

  @Test func `a slow observer of small pieces uses up a share with each`() throws {
    let sent = Sent()
    let server = FaultServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(ShareTests.pieces)\r\n\r\n")
      for _ in 0..<ShareTests.pieces {
        connection.send("x")
        sent.count.add(1, ordering: .releasing)
        connection.waitForSignal()
      }
    }
    defer { server.stop() }
    let client = try Client()
    let slow = Slow(server, sent)
    var options = TransferOptions()
    options.wantsHead = true
    _ = client.loop.start(URLRequest(urlText: server.base), options: options, observer: slow)
    var most = 0
    while !slow.isEnded.load(ordering: .relaxed) {
      let before = slow.received.load(ordering: .relaxed)
      client.loop.turn(waitingAtMost: 50)
      most = max(most, slow.received.load(ordering: .relaxed) - before)
    }
    #expect(slow.received.load(ordering: .relaxed) == ShareTests.pieces)
    // A turn receives one piece because the socket is readable, and perhaps one more that was waiting.
    #expect(most <= 2)
  }
}
