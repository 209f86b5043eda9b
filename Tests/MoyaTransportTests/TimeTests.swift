import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimit(.minutes(1))) struct TimeTests {
  /// Reads requests and says nothing.
  private func silent() -> FaultServer { FaultServer { connection in connection.waitForEnd() } }

  @Test func `a server that never answers runs into the idle timeout`() throws {
    let server = silent()
    let client = try Client()
    let error = try #require(client.send(server.base) { $0.idleTimeout = 50 }.error)
    #expect(error.kind == .idleTimeout)
    #expect(error.message.contains(server.peer) && error.message.contains("50 ms"))
  }

  @Test func `a server that never answers runs into the total timeout when that is shorter`() throws {
    let server = silent()
    let client = try Client()
    #expect(client.send(server.base) { $0.totalTimeout = 50 }.error?.kind == .totalTimeout)
  }

  @Test func `a body that stops keeps what had come`() throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
      connection.waitForEnd()
    }
    let client = try Client()
    let error = try #require(client.send(server.base) { $0.idleTimeout = 50 }.error)
    #expect(error.kind == .idleTimeout)
    #expect(error.response?.statusCode == 200)
    #expect(error.partialBody == Data("hello".utf8))
  }

  @Test func `drops that keep coming hold off the idle timeout, not the total one`() throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
      // A drop for each turn of the loop.
      repeat { connection.waitForSignal() } while connection.send("x")
    }
    let client = try Client()
    let collector = Collector()
    _ = client.start(collector, server.base) {
      $0.idleTimeout = 400
      $0.totalTimeout = 1000
      $0.wantsProgress = true
    }
    client.pump {
      server.signal.fire()
      return collector.isEnded
    }
    #expect(collector.error?.kind == .totalTimeout)
  }

  @Test func `the first byte is one of the answer, not of the upload`() throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.waitForSignal()
      connection.ok()
    }
    let client = try Client()
    let collector = Collector()
    _ = client.start(collector, server.base, "POST", body: .data(Data("upload".utf8)))
    let started = MonotonicClock.now()
    var arrived: UInt64?
    client.pump {
      if arrived == nil, !server.requests.isEmpty {
        arrived = MonotonicClock.now()
        server.signal.fire()
      }
      return collector.isEnded
    }
    let metrics = try #require(collector.response?.metrics)
    #expect(metrics.firstByte >= Int64(try #require(arrived) - started))
    #expect(metrics.firstByte <= metrics.total)
  }

  @Test func `waiting in line counts against the total timeout`() throws {
    let server = silent()
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

  @Test func `a server that does not speak TLS back runs into the connect timeout`() throws {
    let server = silent()
    let client = try Client()
    let error = client.send("https://\(server.peer)/") { $0.connectTimeout = 100 }.error
    #expect(error?.kind == .connectTimeout)
  }

  @Test func `a server that answers TLS with something else is a TLS error`() throws {
    let server = FaultServer { connection in
      connection.send("HTTP/1.1 400 No\r\n\r\n")
      connection.waitForEnd()
    }
    let client = try Client()
    #expect(client.send("https://\(server.peer)/").error?.kind == .tls)
  }

  @Test func `timers fire in order, and a stopped one does not`() throws {
    let client = try Client()
    let order = Locked<[Int]>([])
    _ = client.loop.schedule(afterMilliseconds: 30) { order.with { $0.append(3) } }
    _ = client.loop.schedule(afterMilliseconds: 10) { order.with { $0.append(1) } }
    let stopped = client.loop.schedule(afterMilliseconds: 15) { order.with { $0.append(99) } }
    _ = client.loop.schedule(afterMilliseconds: 20) { order.with { $0.append(2) } }
    stopped.stop()
    client.pump { order.current.count == 3 }
    #expect(order.current == [1, 2, 3])
  }

  @Test func `a job runs on the pumping thread`() throws {
    let client = try Client()
    let order = Locked<[Int]>([])
    client.loop.perform { order.with { $0.append(1) } }
    #expect(order.current.isEmpty)
    client.loop.turn(waitingAtMost: 0)
    #expect(order.current == [1])
  }
}
