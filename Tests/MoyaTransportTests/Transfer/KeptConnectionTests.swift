import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Idle connections that accept one more request, and then end instead of sending a response. libcurl cannot see this
/// in advance, so it sends the request again.
@Suite(.timeLimitOfAll) struct KeptConnectionTests {
  /// A client with three idle connections.
  private struct Idle: ~Copyable {
    let server: FaultServer
    let client: Client

    /// - Parameter lost: how many connections, counted from the first, end at their second request.
    /// - Parameter ending: what such a connection does right before its end.
    init(
      hasTLS: Bool = false, lost: Int, ending: @escaping @Sendable (FaultServer.Connection) -> Void = { _ in }
    ) throws {
      server = FaultServer(hasTLS: hasTLS) { connection in
        guard connection.request() != nil else { return }
        connection.waitForSignal()
        connection.ok()
        while connection.request() != nil {
          if connection.number < lost { return ending(connection) }
          connection.ok()
        }
      }
      client = try Client { $0.caFile = Peers.shared.authority }
      let first = [Collector(), Collector(), Collector()]
      for collector in first { _ = client.start(collector, server.base) }
      let server = server
      client.pump { server.requests.count == 3 }
      // Three of these signals are for the three connections. The others are for connections that are made later.
      for _ in 0..<10 { server.signal.fire() }
      client.pump { first.allSatisfy { $0.text == "hello" } }
    }

    func send(_ method: String, body: RequestBody = .none) -> Collector {
      client.send(server.base + "/again", method, body: body)
    }

    /// Returns how many requests with that method the server has received for `/again`.
    func count(_ method: String) -> Int { server.requests.count { $0.hasPrefix(method + " /again ") } }
  }

  /// A stream that can be read once.
  private final class Once: ByteStream, @unchecked Sendable {
    private var rest = letters(100_000)[...]

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }

  /// libcurl 8.22 does not check a connection within a second of its last use.
  @Test(arguments: [false, true], [false, true])
  func `a request does not go out where something has arrived unasked`(isUnix: Bool, isEnd: Bool) throws {
    let folder = TemporaryFolder()
    let path = isUnix ? folder.path + "/socket" : nil
    let server = FaultServer(path: path) { connection in
      guard connection.request() != nil else { return }
      connection.ok()
      guard connection.number == 0 else {
        while connection.request() != nil { connection.ok() }
        return
      }
      connection.waitForSignal()
      if isEnd { return }
      connection.ok("stray")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let client = try Client { $0.connection.unixSocket = path }
    #expect(client.send(server.base).text == "hello")
    server.signal.fire()
    client.pump { client.loop.reactor.poller.disturbedCount == 1 }
    let body = RequestBody.segments([.stream(Once(), length: 100_000)])
    #expect(client.send(server.base + "/again", "POST", body: body).text == "hello")
    #expect(client.send(server.base + "/again").text == "hello")
    #expect(server.connections == 2 && server.requests.count == 3)
  }

  @Test(arguments: [false, true], ["GET", "DELETE", "PUT"])
  func `a request that is lost on one is sent again on a new one`(hasTLS: Bool, method: String) throws {
    let idle = try Idle(hasTLS: hasTLS, lost: 3)
    let sent = idle.send(method, body: method == "PUT" ? .data(Data(letters(100_000))) : .none)
    #expect(sent.text == "hello")
    #expect(idle.server.connections == 4 && idle.count(method) == 2)
  }

  @Test func `connections that stay are used again afterwards`() throws {
    let idle = try Idle(lost: 2)
    for _ in 0..<4 { #expect(idle.send("GET").text == "hello") }
    let connections = idle.server.connections
    for _ in 0..<4 { #expect(idle.send("GET").text == "hello") }
    #expect(idle.server.connections == connections)
  }

  @Test func `a request that changes something is not sent again`() throws {
    let idle = try Idle(lost: 3)
    #expect(idle.send("POST").error?.kind == .network)
    #expect(idle.server.connections == 3 && idle.count("POST") == 1)
  }

  /// libcurl takes another idle connection, which does not work either.
  @Test(arguments: [false, true], [false, true])
  func `a request that changes something is not sent again when the others have ended, too`(
    hasTLS: Bool, isEnd: Bool
  ) throws {
    let idle = try Idle(hasTLS: hasTLS, lost: 3) { $0.disturbOthers(isEnd: isEnd) }
    #expect(idle.send("POST").error?.kind == .network)
    #expect(idle.count("POST") == 1)
  }

  @Test(arguments: [false, true], [false, true])
  func `any other is sent again on a new one then`(hasTLS: Bool, isEnd: Bool) throws {
    let idle = try Idle(hasTLS: hasTLS, lost: 3) { $0.disturbOthers(isEnd: isEnd) }
    #expect(idle.send("GET").text == "hello")
    #expect(idle.server.connections == 4 && idle.count("GET") == 2)
  }

  /// Only libcurl can answer the challenge. A request that started again would be challenged again, without end.
  @Test(arguments: [false, true], ["Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""])
  func `a challenge whose connection ends is answered on another one`(hasTLS: Bool, challenge: String) throws {
    let server = FaultServer(hasTLS: hasTLS) { connection in
      while let request = connection.request() {
        if request.contains("\r\nAuthorization: ") {
          connection.ok()
        } else {
          connection.send("HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 0\r\n\r\n")
          return
        }
      }
    }
    defer { server.stop() }
    let client = try Client { $0.caFile = Peers.shared.authority }
    let sent = client.send(server.base) {
      $0.credential = URLCredential(user: "user", password: "word", persistence: .none)
    }
    #expect(sent.text == "hello")
    #expect(server.connections == 2 && server.requests.count == 2)
  }

  @Test func `a body that can be read only once is not sent again`() throws {
    let idle = try Idle(lost: 3)
    let body = RequestBody.segments([.stream(Once(), length: 100_000)])
    #expect(idle.send("PUT", body: body).error?.kind == .body)
    #expect(idle.server.connections == 3 && idle.count("PUT") == 1)
  }
}
