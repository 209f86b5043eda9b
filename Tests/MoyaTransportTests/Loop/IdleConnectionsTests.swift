import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// How many idle connections stay open, if the session limits their number.
@Suite(.timeLimitOfAll) struct IdleConnectionsTests {
  /// A server that holds its responses until the test releases them, and counts its open connections.
  private final class Counting: Sendable {
    let open = Locked(0)
    let server: FaultServer

    init(hasTLS: Bool = false) {
      let open = open
      server = FaultServer(hasTLS: hasTLS) { connection in
        open.with { $0 += 1 }
        defer { open.with { $0 -= 1 } }
        while connection.request() != nil {
          connection.waitForSignal()
          connection.ok()
        }
      }
    }

    var count: Int { open.with { $0 } }
  }

  private func client(_ most: UInt32?) throws -> Client {
    try Client {
      $0.caFile = Peers.shared.authority
      $0.connection.maximumIdleConnections = most
    }
  }

  /// Sends this many requests at once. Returns when all have ended.
  private func round(_ count: Int, _ client: borrowing Client, _ counting: Counting) {
    let before = counting.server.requests.count
    let collectors = (0..<count).map { _ in Collector() }
    for collector in collectors { _ = client.start(collector, counting.server.base) }
    client.pump { counting.server.requests.count == before + count }
    for _ in 0..<count { counting.server.signal.fire() }
    client.pump { collectors.allSatisfy(\.isEnded) }
    for collector in collectors { #expect(collector.text == "hello") }
  }

  /// The loop spreads 20 connections over three shards.
  @Test(arguments: [false, true], [1, 2, 10])
  func `after many requests at once, no more connections than the limit wait`(hasTLS: Bool, most: Int) throws {
    let counting = Counting(hasTLS: hasTLS)
    let client = try client(UInt32(most))
    round(20, client, counting)
    client.pump { counting.count == most }
    let made = counting.server.connections
    for _ in 0..<3 { round(most, client, counting) }
    #expect(counting.server.connections == made && counting.count == most)
    round(most + 3, client, counting)
    client.pump { counting.count == most }
    #expect(counting.server.connections == made + 3)
  }

  @Test func `without a limit all connections wait, and with 0 none does`() throws {
    for (most, left) in [(nil, 5), (0, 0)] as [(UInt32?, Int)] {
      let counting = Counting()
      let client = try client(most)
      round(5, client, counting)
      client.pump { counting.count == left }
      round(1, client, counting)
      client.pump { counting.count == left }
      #expect(counting.server.connections == (left == 0 ? 6 : 5))
    }
  }

  @Test func `the connection to another host that has waited longest is closed first`() throws {
    let (first, second, third) = (Counting(), Counting(), Counting())
    let client = try client(2)
    for counting in [first, second, third] { round(1, client, counting) }
    client.pump { first.count == 0 }
    for counting in [third, second] { round(1, client, counting) }
    #expect(second.server.connections == 1 && third.server.connections == 1)
    round(1, client, first)
    client.pump { third.count == 0 }
    #expect(first.server.connections == 2 && second.count == 1)
  }

  /// Over TLS, libcurl waits for the server's close_notify when it closes a connection.
  @Test func `a connection that is being closed does not count as one that waits`() throws {
    let (open, late, end) = (Locked(0), Signal(), Signal())
    let server = FaultServer(hasTLS: true) { connection in
      open.with { $0 += 1 }
      while let request = connection.request() {
        if !request.hasPrefix("GET /at-once") {
          if connection.number < Shards.size { _ = late.wait() } else { connection.waitForSignal() }
        }
        connection.ok()
      }
      open.with { $0 -= 1 }
      _ = end.pass()  // until then, the server does not close its end
    }
    let client = try client(1)
    #expect(client.send(server.base + "/at-once").text == "hello")
    let collectors = (0..<20).map { _ in Collector() }
    for collector in collectors { _ = client.start(collector, server.base + "/") }
    client.pump { server.requests.count == 21 }
    // The first response comes on a connection of the second pool, so this connection waits.
    server.signal.fire()
    client.pump { collectors.contains(where: \.isEnded) }
    for _ in 0..<11 { server.signal.fire() }
    for _ in 0..<8 { late.fire() }
    client.pump { collectors.allSatisfy(\.isEnded) && open.current == 1 }
    #expect(client.send(server.base + "/at-once").text == "hello")
    #expect(server.connections == 20)
    end.fire()
  }

  @Test func `a connection with several streams of HTTP2 counts once`() throws {
    guard Library.speaksSafeHTTP2 else { return }
    let client = try client(1)
    let base = "https://\(Peers.shared.peer("h2"))"
    for _ in 0..<3 {
      let collectors = (0..<10).map { _ in Collector() }
      for collector in collectors { _ = client.start(collector, base + "/small") }
      client.pump { collectors.allSatisfy(\.isEnded) }
      for collector in collectors { #expect(collector.response?.statusCode == 200) }
    }
    #expect(client.loop.reactor.poller.count == 1)
  }

  @Test func `several loops share the number`() {
    var whole = LoopConfiguration()
    #expect(whole.share(0, of: 3).connection.maximumIdleConnections == nil)
    whole.connection.maximumIdleConnections = 7
    #expect((0..<3).map { whole.share($0, of: 3).connection.maximumIdleConnections } == [3, 2, 2])
  }
}
