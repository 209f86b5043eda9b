import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimit(.minutes(1))) struct ReuseTests {
  @Test(arguments: ["POST", "PATCH", "X-OWN"], [RequestBody.none, .data(Data("b".utf8))])
  func `a request that changes something is sent once, also on a connection that has died`(
    method: String, body: RequestBody
  ) throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.ok()
      // The second request is read and not answered.
      if connection.number == 0 { _ = connection.request() } else { connection.waitForEnd() }
    }
    let client = try Client()
    #expect(client.send(server.base).text == "hello")
    let error = try #require(client.send(server.base, method, body: body).error)
    #expect(error.kind == .network)
    #expect(server.requests.filter { $0.hasPrefix(method) }.count == 1)
    #expect(client.send(server.base).text == "hello")
  }

  @Test func `a GET on a connection that has died is sent once more`() throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.ok("\(connection.number)")
      if connection.number == 0 { _ = connection.request() } else { connection.waitForEnd() }
    }
    let client = try Client()
    #expect(client.send(server.base).text == "0")
    #expect(client.send(server.base).text == "1")
    #expect(server.requests.count == 3)
  }

  @Test(arguments: ["GET", "POST"])
  func `a connection that the server closed while idle is not used again`(method: String) throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.ok("\(connection.number)")
    }
    let client = try Client()
    for number in 0..<5 {
      #expect(client.send(server.base, method).text == "\(number)")
      client.pump { client.loop.disturbedConnections > number }
    }
    #expect(server.requests.count == 5)
  }

  /// Bytes after an answer, sent with it or later, while nobody waits for any.
  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL", "HTTP/1.1 408 Timeout\r\nConnection: close\r\n\r\n", "x",
    ], [true, false])
  func `what arrives on an idle connection never answers the next request`(extra: String, isLate: Bool) throws {
    let server = FaultServer { connection in
      while connection.request() != nil {
        if connection.number > 0 {
          connection.ok("good")
        } else if isLate {
          connection.ok("first")
          connection.waitForSignal()
          connection.send(extra)
        } else {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst" + extra)
        }
      }
    }
    let client = try Client()
    #expect(client.send(server.base).text == "first")
    if isLate {
      server.signal.fire()
      // The connection is given up as soon as the bytes are there: that is the event to wait for.
      client.pump { client.loop.disturbedConnections > 0 }
      #expect(client.loop.disturbedConnections == 1)
    }
    #expect(client.send(server.base).text == "good")
    #expect(client.send(server.base, "POST").text == "good")
  }

  @Test func `extra bytes behind an answer without a body are not the next answer`() throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"
        if request.hasPrefix("GET /204") {
          connection.send("HTTP/1.1 204 No Content\r\n\r\n" + evil)
        } else if request.hasPrefix("HEAD") {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n" + evil)
        } else {
          connection.ok("good")
        }
      }
    }
    let client = try Client()
    for method in ["GET", "POST"] {
      #expect(client.send(server.base + "/204").response?.statusCode == 204)
      #expect(client.send(server.base, method).text == "good")
      #expect(client.send(server.base, "POST", body: .data(Data("a".utf8))).text == "good")
      #expect(client.send(server.base, "HEAD").response?.statusCode == 200)
      #expect(client.send(server.base, method).text == "good")
    }
  }

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
}
