import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Requests that wait until a connection to their host is free.
@Suite(.timeLimitOfAll) struct WaitingLineTests {
  @Test func `at most the allowed number runs at once, first come first served`() throws {
    let server = FaultServer { connection in
      while let request = connection.request() { connection.ok(String(request.prefix { $0 != "\r\n" })) }
    }
    let client = try Client { $0.maxConnectionsPerHost = 2 }
    let collectors = (0..<50).map { _ in Collector() }
    for (number, collector) in collectors.enumerated() { _ = client.start(collector, server.base + "/\(number)") }
    #expect(client.loop.activeCount == 50)
    client.pump { collectors.allSatisfy(\.isEnded) }
    for (number, collector) in collectors.enumerated() { #expect(collector.text == "GET /\(number) HTTP/1.1") }
    #expect(server.connections == 2)
    #expect(client.loop.activeCount == 0)
  }

  @Test func `waiting in line counts against the total timeout`() throws {
    let server = FaultServer { connection in connection.waitForEnd() }
    let client = try Client { $0.maxConnectionsPerHost = 1 }
    let first = Collector()
    let second = Collector()
    let running = client.start(first, server.base)
    _ = client.start(second, server.base) { $0.totalTimeout = 50 }
    client.pump { second.isEnded }
    #expect(second.error?.kind == .totalTimeout)
    #expect(!first.isEnded)
    running.stop()
    client.pump { first.isEnded }
    #expect(first.error?.kind == .cancelled)
    #expect(server.connections <= 1)
  }
}
