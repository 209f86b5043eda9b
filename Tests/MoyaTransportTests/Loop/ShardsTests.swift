import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Many requests at once to hosts without TLS, whose connections the library's own libcurl keeps in several pools.
@Suite(.timeLimitOfAll) struct ShardsTests {
  /// A server that holds its answers back until the test says so.
  private final class Holding: Sendable {
    let open = Locked(0)
    let server: FaultServer

    init(closes: Bool = false) {
      let open = open
      server = FaultServer { connection in
        open.with { $0 += 1 }
        defer { open.with { $0 -= 1 } }
        while connection.request() != nil {
          connection.waitForSignal()
          connection.ok(headers: closes ? "Connection: close\r\n" : "")
          if closes { return }
        }
      }
    }

    func answer(_ count: Int) { for _ in 0..<count { server.signal.fire() } }
  }

  /// Starts so many requests, and returns when all have reached the server.
  private func start(_ count: Int, _ client: borrowing Client, _ holding: Holding) -> [(Collector, any Stoppable)] {
    let before = holding.server.requests.count
    let started = (0..<count).map { _ in
      let collector = Collector()
      return (collector, client.start(collector, holding.server.base))
    }
    client.pump { holding.server.requests.count == before + count }
    return started
  }

  private func finish(_ started: [(Collector, any Stoppable)], _ client: borrowing Client, _ holding: Holding) {
    holding.answer(started.count)
    client.pump { started.allSatisfy(\.0.isEnded) }
    for (collector, _) in started { #expect(collector.text == "hello") }
  }

  private func round(_ count: Int, _ client: borrowing Client, _ holding: Holding) {
    finish(start(count, client, holding), client, holding)
  }

  /// Descriptors of connections.
  private func descriptors(_ client: borrowing Client) -> Int {
    let poller = client.loop.reactor.poller
    return (0..<4096).count { poller.connection($0) != nil }
  }

  @Test func `there are never more connections than requests at once`() throws {
    let holding = Holding()
    let client = try Client()
    for count in [1, 1, 8, 9, 30, 64, 64, 5, 40, 1, 64] { round(count, client, holding) }
    #expect(holding.server.connections == 64)
    #expect(client.loop.reactor.poller.count == 64)
  }

  @Test func `what ends in the middle leaves its place to others`() throws {
    let holding = Holding()
    let client = try Client()
    for _ in 0..<3 {
      let started = start(30, client, holding)
      for (_, transfer) in started[5..<25] { transfer.stop() }
      client.pump { started[5..<25].allSatisfy(\.0.isEnded) }
      // Answers to those that were stopped, in any order among the others'. None is left over for a later request.
      holding.answer(20)
      finish(Array(started[..<5] + started[25...]), client, holding)
      client.pump { holding.open.current == 10 }
    }
    // Of the thirty, the twenty that were stopped have been closed, each time.
    #expect(holding.server.connections == 70)
    #expect(client.loop.reactor.poller.count == 10)
    round(10, client, holding)
    #expect(holding.server.connections == 70)
  }

  @Test func `the limit of all connections holds, and idle ones of another host make room`() throws {
    let (first, second) = (Holding(), Holding())
    let client = try Client { $0.maxConnections = 20 }
    for _ in 0..<3 {
      round(20, client, first)
      let started = start(20, client, second)
      #expect(descriptors(client) == 20)
      // Nothing of the first host is left: the server has heard of every end.
      client.pump { first.open.current == 0 }
      finish(started, client, second)
      let others = start(20, client, first)
      #expect(descriptors(client) == 20)
      client.pump { second.open.current == 0 }
      finish(others, client, first)
    }
  }

  @Test func `connections of two hosts share the limit while both have requests`() throws {
    let (first, second) = (Holding(), Holding())
    let client = try Client { $0.maxConnections = 40 }
    round(40, client, first)
    let few = start(25, client, first)
    let others = start(15, client, second)
    #expect(client.loop.reactor.poller.count <= 40)
    finish(others, client, second)
    finish(few, client, first)
    client.pump { first.open.current + second.open.current <= 40 }
    round(40, client, second)
    client.pump { first.open.current == 0 }
  }

  @Test func `connections that their server ends are closed, and others opened in their place`() throws {
    let holding = Holding(closes: true)
    let client = try Client()
    for _ in 0..<3 { round(40, client, holding) }
    #expect(holding.server.connections == 120)
    client.pump { descriptors(client) == 0 }
  }

  @Test func `idle connections that their server ends do not stay open`() throws {
    let holding = Holding()
    let client = try Client()
    round(64, client, holding)
    holding.server.stop()
    // libcurl looks at the first pool when a transfer starts there.
    client.pump { descriptors(client) <= (Library.hasPools ? Shards.size : 64) }
  }

  @Test func `a lack of descriptors closes the idle connections of all pools`() throws {
    guard Library.hasPools else { return }
    let holding = Holding()
    let client = try Client()
    round(64, client, holding)
    client.loop.reactor.closeIdle()
    #expect(descriptors(client) == 0)
    round(64, client, holding)
    #expect(holding.server.connections == 128)
  }

  @Test func `closing a loop closes the connections of all pools`() throws {
    let holding = Holding()
    let loop: Loop
    do {
      let client = try Client()
      loop = client.loop
      round(64, client, holding)
      _ = start(30, client, holding)
      holding.answer(30)
    }
    #expect(loop.reactor.poller.count == 0)
  }
}
