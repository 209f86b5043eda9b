import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Observers that want more than the completion: the head, and the body as it arrives.
@Suite(.timeLimitOfAll) struct ObserverTests {
  private final class Watcher: TransferObserver {
    private let heard = Locked<(lines: [String], body: [UInt8], pieces: Int)>(([], [], 0))
    private let pauses: @Sendable (_ piece: Int) -> Bool
    private let destination: BodyDestination
    private let onHead: @Sendable () -> Void

    init(
      to destination: BodyDestination = .observer, pauses: @escaping @Sendable (_ piece: Int) -> Bool = { _ in false },
      onHead: @escaping @Sendable () -> Void = {}
    ) {
      self.destination = destination
      self.pauses = pauses
      self.onHead = onHead
    }

    var lines: [String] { heard.with { $0.lines } }
    var body: [UInt8] { heard.with { $0.body } }
    var pieces: Int { heard.with { $0.pieces } }
    var isEnded: Bool { lines.last?.hasPrefix("end") == true }

    func transferDidProgress(_ progress: TransferProgress) {}

    func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination {
      heard.with { $0.lines.append("head \(head.statusCode) \(head.value(forHTTPHeaderField: "X") ?? "-")") }
      onHead()
      return destination
    }

    func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow {
      let piece = heard.with { heard in
        heard.body += bytes
        heard.pieces += 1
        return heard.pieces
      }
      return pauses(piece) ? .pause : .more
    }

    func transferDidFinish(_ result: Result<TransferResponse, TransferError>) {
      let text =
        switch result {
        case .success(let response): "\(response.statusCode) \(response.body.count)"
        case .failure(let error): "\(error.kind)"
        }
      heard.with { $0.lines.append("end \(text)") }
    }
  }

  private func start(
    _ client: borrowing Client, _ url: String, _ watcher: Watcher,
    _ configure: (inout TransferOptions) -> Void = { _ in }
  ) -> any Stoppable {
    var options = TransferOptions()
    options.wantsHead = true
    configure(&options)
    return client.loop.start(URLRequest(urlText: url), options: options, observer: watcher)
  }

  @Test(arguments: [true, false])
  func `the head comes before the body, of the final answer only, to an observer that wants it`(wants: Bool) throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        if request.hasPrefix("GET /from") {
          connection.send("HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 2\r\n\r\nno")
        } else {
          connection.send("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nX: 1\r\nContent-Length: 5\r\n\r\n")
          connection.waitForSignal()
          connection.send("hello")
        }
      }
    }
    let client = try Client()
    let watcher = Watcher(to: .response, onHead: { server.signal.fire() })
    if !wants { server.signal.fire() }
    _ = start(client, server.base + "/from", watcher) { $0.wantsHead = wants }
    client.pump { watcher.isEnded }
    #expect(watcher.lines == (wants ? ["head 200 1"] : []) + ["end 200 5"])
    #expect(watcher.body.isEmpty, "it left the body to the response")
  }

  @Test(arguments: [true, false])
  func `a total timeout that ends with the head does not end a body that comes`(endsWithHead: Bool) throws {
    let server = FaultServer { connection in
      while connection.request() != nil {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n")
        for _ in 0..<40 {
          usleep(60_000)
          connection.send("a")
        }
      }
    }
    let client = try Client()
    let watcher = Watcher()
    _ = start(client, server.base, watcher) {
      ($0.totalTimeout, $0.totalEndsWithHead) = (2000, endsWithHead)
    }
    client.pump { watcher.isEnded }
    #expect(watcher.lines == ["head 200 -", endsWithHead ? "end 200 0" : "end totalTimeout"])
    #expect((watcher.body.count == 40) == endsWithHead)
  }

  private static let text = letters(400_000)

  /// Returns a response with the text as its body, in the form `plain`, `chunked` or `gzip`.
  private static func answer(_ form: String) -> [UInt8] {
    var (head, body) = ("", text)
    switch form {
    case "gzip":
      body = ContentDecoderTests.compress(text)
      head = "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n"
    case "chunked":
      head = "Transfer-Encoding: chunked\r\n"
      body = Array("\(String(text.count, radix: 16))\r\n".utf8) + text + Array("\r\n0\r\n\r\n".utf8)
    default: head = "Content-Length: \(body.count)\r\n"
    }
    return Array("HTTP/1.1 200 OK\r\n\(head)\r\n".utf8) + body
  }

  private func server(_ form: String) -> FaultServer {
    let answer = ObserverTests.answer(form)
    return FaultServer { connection in while connection.request() != nil { connection.send(answer) } }
  }

  @Test(arguments: ["plain", "chunked", "gzip"])
  func `a body goes to the observer piece by piece, decoded, and is nowhere else`(form: String) throws {
    let server = server(form)
    let client = try Client()
    let watcher = Watcher()
    _ = start(client, server.base, watcher) { $0.maximumBodySize = 10 }
    client.pump { watcher.isEnded }
    #expect(watcher.body == ObserverTests.text && watcher.pieces > 1)
    #expect(watcher.lines == ["head 200 -", "end 200 0"])
  }

  @Test func `a redirect's body is not the observer's`() throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        let isFirst = request.hasPrefix("GET /from")
        connection.send(
          isFirst
            ? "HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 2\r\n\r\nno"
            : "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes")
      }
    }
    let client = try Client()
    let watcher = Watcher()
    _ = start(client, server.base + "/from", watcher)
    client.pump { watcher.isEnded }
    #expect(String(decoding: watcher.body, as: UTF8.self) == "yes")
  }

  @Test(arguments: ["plain", "chunked", "gzip"])
  func `an observer that pauses gets nothing more until it resumes, and other transfers go on`(form: String) throws {
    let server = server(form)
    let client = try Client()
    let watcher = Watcher(pauses: { _ in true })
    let transfer = start(client, server.base, watcher)
    let resumable = try #require(transfer as? any Resumable)
    var pauses = 0
    while !watcher.isEnded {
      let before = watcher.pieces
      client.pump { watcher.isEnded || watcher.pieces > before }
      if watcher.isEnded { break }
      if pauses == 0 {
        let pieces = watcher.pieces
        // After the pause, bytes that were already being decoded may still arrive. While another whole response
        // arrives, this decoding ends.
        #expect(client.send(server.base).response?.body.count == ObserverTests.text.count)
        let settled = watcher.pieces
        #expect(form == "gzip" || settled == pieces)
        #expect(client.send(server.base).response?.body.count == ObserverTests.text.count)
        #expect(watcher.pieces == settled && !watcher.isEnded)
      }
      pauses += 1
      Thread.detach { resumable.resume() }
    }
    #expect(watcher.body == ObserverTests.text && watcher.lines == ["head 200 -", "end 200 0"])
    #expect(pauses > 1)
    resumable.resume()
    client.loop.turn(waitingAtMost: 0)
  }

  @Test func `a stream of HTTP/2 that pauses does not hold up the others of its connection`() throws {
    let client = try Client { $0.caFile = Peers.shared.authority }
    let peers = Peers.shared
    let watcher = Watcher(pauses: { $0 == 1 })
    let transfer = start(client, "https://\(peers.peer("h2"))/large", watcher)
    client.pump { watcher.pieces > 0 }
    let settled = watcher.pieces
    for _ in 0..<5 {
      #expect(client.send("https://\(peers.peer("h2"))/text").response?.metrics?.reusedConnection == true)
    }
    #expect(watcher.pieces == settled && !watcher.isEnded)
    try #require(transfer as? any Resumable).resume()
    client.pump { watcher.isEnded }
    #expect(Data(watcher.body) == peers.file("www/large"))
  }

  /// Returns what a poll of the loop's descriptor says.
  private func isReadable(_ loop: Loop) -> Bool {
    var descriptor = pollfd(fd: loop.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 1
  }

  @Test func `bytes that wait behind a pause do not wake the loop`() throws {
    let server = server("plain")
    let client = try Client()
    let watcher = Watcher(pauses: { _ in true })
    let transfer = start(client, server.base, watcher)
    client.pump { watcher.pieces == 1 }
    client.pump { !isReadable(client.loop) }
    for _ in 0..<3 {
      #expect(client.send(server.base).response?.body.count == ObserverTests.text.count)
      client.loop.turn(waitingAtMost: 0)
      #expect(!isReadable(client.loop))
    }
    transfer.stop()
    client.pump { watcher.isEnded }
  }

  @Test func `while an observer pauses, what arrives on an idle connection is noticed`() throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        if request.hasPrefix("GET /stream") { connection.send(ObserverTests.answer("plain")) } else { connection.ok() }
        if request.hasPrefix("GET /stray") {
          connection.waitForSignal()
          connection.ok("stray")
        }
      }
    }
    let client = try Client()
    let watcher = Watcher(pauses: { _ in true })
    let transfer = start(client, server.base + "/stream", watcher)
    client.pump { watcher.pieces == 1 }
    #expect(client.send(server.base + "/stray").text == "hello")
    server.signal.fire()
    client.pump { client.loop.reactor.poller.disturbedCount == 1 }
    #expect(client.send(server.base + "/other").text == "hello")
    #expect(server.connections == 3)
    transfer.stop()
    client.pump { watcher.isEnded }
  }

  @Test func `the end waits for the observer too`() throws {
    let server = FaultServer { connection in while connection.request() != nil { connection.ok() } }
    let client = try Client()
    let watcher = Watcher(pauses: { _ in true })
    let transfer = start(client, server.base, watcher)
    client.pump { watcher.pieces == 1 }
    #expect(client.send(server.base).text == "hello")
    #expect(!watcher.isEnded)
    try #require(transfer as? any Resumable).resume()
    client.pump { watcher.isEnded }
    #expect(watcher.lines == ["head 200 -", "end 200 0"])
  }

  @Test func `while an observer pauses, the idle timeout is off, the total timeout is not`() throws {
    let server = server("plain")
    let client = try Client()
    var watcher: Watcher
    var idle: UInt32 = 25
    // If the first piece came too late for the idle timeout, the machine was too slow for such a short timeout.
    repeat {
      idle *= 2
      watcher = Watcher(pauses: { _ in true })
      _ = start(client, server.base, watcher) {
        $0.idleTimeout = idle
        $0.totalTimeout = 20 * idle
      }
      client.pump { [watcher] in watcher.isEnded }
    } while watcher.pieces == 0 && idle < 1000
    #expect(watcher.lines == ["head 200 -", "end totalTimeout"])
  }

  @Test(arguments: [true, false])
  func `the head of a challenge that is answered is not shown, that of one that is not is`(isAnswered: Bool) throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        let scheme = isAnswered ? "Basic" : "Negotiate"
        connection.send(
          request.contains("Authorization: Basic")
            ? "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes"
            : "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(scheme) realm=x\r\nContent-Length: 2\r\n\r\nno")
      }
    }
    let client = try Client()
    let watcher = Watcher()
    _ = start(client, server.base, watcher) {
      $0.credential = URLCredential(user: "u", password: "p", persistence: .none)
      $0.maximumBodySize = 1  // This does not limit what an observer receives.
    }
    client.pump { watcher.isEnded }
    let status = isAnswered ? 200 : 401
    #expect(watcher.lines == ["head \(status) -", "end \(status) 0"])
    #expect(String(decoding: watcher.body, as: UTF8.self) == (isAnswered ? "yes" : "no"))
  }

  @Test func `a body too large for memory is refused before its first byte, where the observer does not take it`()
    throws
  {
    let server = server("plain")
    let client = try Client()
    let watcher = Watcher(to: .response)
    _ = start(client, server.base, watcher) { $0.maximumBodySize = 10 }
    client.pump { watcher.isEnded }
    #expect(watcher.lines == ["head 200 -", "end tooLarge"])
  }

  @Test func `a paused transfer can be stopped`() throws {
    let server = server("plain")
    let client = try Client()
    let watcher = Watcher(pauses: { _ in true })
    let transfer = start(client, server.base, watcher)
    client.pump { watcher.pieces == 1 }
    transfer.stop()
    client.pump { watcher.isEnded }
    #expect(watcher.lines == ["head 200 -", "end cancelled"])
    #expect(client.send(server.base).response?.body.count == ObserverTests.text.count)
  }
}
