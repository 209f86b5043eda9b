import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Many requests at once to hosts without HTTP/2. The loop spreads their connections over several pools (shards), if
/// the library uses its own libcurl. With TLS, the loop begins to spread them when the first connection has shown that
/// the host does not speak HTTP/2.
@Suite(.timeLimitOfAll) struct ShardsTests {
  /// A server that holds its responses until the test releases them.
  private final class Holding: Sendable {
    let open = Locked(0)
    let server: FaultServer

    init(hasTLS: Bool, closes: Bool = false, refused: Int = 0) {
      let open = open
      server = FaultServer(hasTLS: hasTLS, refused: refused) { connection in
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

  private func client(_ configure: (inout LoopConfiguration) -> Void = { _ in }) throws -> Client {
    try Client {
      $0.caFile = Peers.shared.authority
      configure(&$0)
    }
  }

  /// Starts `count` requests. Returns when all have reached the server.
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

  /// Returns the number of descriptors of connections.
  private func descriptors(_ client: borrowing Client) -> Int {
    let poller = client.loop.reactor.poller
    return (0..<4096).count { poller.connection($0) != nil }
  }

  @Test(arguments: [false, true])
  func `there are never more connections than requests at once`(hasTLS: Bool) throws {
    let holding = Holding(hasTLS: hasTLS)
    let client = try client()
    for count in [1, 1, 8, 9, 30, 64, 64, 5, 40, 1, 64] { round(count, client, holding) }
    #expect(holding.server.connections == 64)
    #expect(client.loop.reactor.poller.count == 64)
  }

  @Test func `transfers that started before TLS had agreed on a version are counted too`() throws {
    let holding = Holding(hasTLS: true, refused: 1)
    let client = try client()
    let first = Collector()
    _ = client.start(first, holding.server.base)
    // The first connection fails. The other requests then do not wait for a second connection. Each opens its own.
    let others = (0..<20).map { _ in
      let collector = Collector()
      return (collector, client.start(collector, holding.server.base))
    }
    client.pump { holding.server.requests.count == 20 }
    #expect(first.error != nil)
    finish(others, client, holding)
    for count in [5, 20, 12] { round(count, client, holding) }
    #expect(holding.server.connections == 21)
    round(40, client, holding)
    #expect(holding.server.connections == 41)
    #expect(client.loop.reactor.poller.count == 40)
  }

  /// The host behaves as if several servers had one name, and only some of them spoke HTTP/2.
  @Test func `idle connections of all pools are used before others are opened when a host turns to HTTP2`() throws {
    let holding = Holding(hasTLS: true)
    let client = try client()
    round(40, client, holding)
    let host = client.loop.reactor.queue.host(Origin(urlText: holding.server.base))
    for _ in 0..<3 {
      let first = start(8, client, holding)
      client.loop.reactor.queue.opened(host, speaks: .http2)
      finish(first + start(32, client, holding), client, holding)
      #expect(holding.server.connections == 40)
    }
  }

  @Test(arguments: [false, true])
  func `what ends in the middle leaves its place to others`(hasTLS: Bool) throws {
    let holding = Holding(hasTLS: hasTLS)
    let client = try client()
    for _ in 0..<3 {
      let started = start(30, client, holding)
      for (_, transfer) in started[5..<25] { transfer.stop() }
      client.pump { started[5..<25].allSatisfy(\.0.isEnded) }
      // The server also responds to the 20 stopped requests, in any order among the others. No response is left for a
      // later request.
      holding.answer(20)
      finish(Array(started[..<5] + started[25...]), client, holding)
      client.pump { holding.open.current == 10 }
    }
    // In each round, 20 of the 30 requests were stopped, and their connections were closed.
    #expect(holding.server.connections == 70)
    #expect(client.loop.reactor.poller.count == 10)
    round(10, client, holding)
    #expect(holding.server.connections == 70)
  }

  @Test(arguments: [false, true])
  func `the limit of all connections holds, and idle ones of another host make room`(hasTLS: Bool) throws {
    let (first, second) = (Holding(hasTLS: hasTLS), Holding(hasTLS: hasTLS))
    let client = try client { $0.maxConnections = 20 }
    for _ in 0..<3 {
      round(20, client, first)
      let started = start(20, client, second)
      #expect(descriptors(client) == 20)
      // No connection of the first host is left: the server has seen the end of each.
      client.pump { first.open.current == 0 }
      finish(started, client, second)
      let others = start(20, client, first)
      #expect(descriptors(client) == 20)
      client.pump { second.open.current == 0 }
      finish(others, client, first)
    }
  }

  @Test(arguments: [false, true])
  func `connections of two hosts share the limit while both have requests`(hasTLS: Bool) throws {
    let (first, second) = (Holding(hasTLS: hasTLS), Holding(hasTLS: hasTLS))
    let client = try client { $0.maxConnections = 40 }
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

  @Test(arguments: [false, true])
  func `connections that their server ends are closed, and others opened in their place`(hasTLS: Bool) throws {
    let holding = Holding(hasTLS: hasTLS, closes: true)
    let client = try client()
    for _ in 0..<3 { round(40, client, holding) }
    #expect(holding.server.connections == 120)
    client.pump { descriptors(client) == 0 }
  }

  @Test(arguments: [false, true])
  func `idle connections that their server ends do not stay open`(hasTLS: Bool) throws {
    let holding = Holding(hasTLS: hasTLS)
    let client = try client()
    round(64, client, holding)
    holding.server.stop()
    // libcurl closes ended connections of the first pool only when a transfer starts there.
    client.pump { descriptors(client) <= (Library.hasPools ? Shards.size : 64) }
  }

  @Test(arguments: [false, true])
  func `a lack of descriptors closes the idle connections of all pools`(hasTLS: Bool) throws {
    guard Library.hasPools else { return }
    let holding = Holding(hasTLS: hasTLS)
    let client = try client()
    round(64, client, holding)
    client.loop.reactor.closeIdle()
    #expect(descriptors(client) == 0)
    round(64, client, holding)
    #expect(holding.server.connections == 128)
  }

  @Test(arguments: [false, true])
  func `closing a loop closes the connections of all pools`(hasTLS: Bool) throws {
    let holding = Holding(hasTLS: hasTLS)
    let loop: Loop
    do {
      let client = try client()
      loop = client.loop
      round(64, client, holding)
      _ = start(30, client, holding)
      holding.answer(30)
    }
    #expect(loop.reactor.poller.count == 0)
  }
}
