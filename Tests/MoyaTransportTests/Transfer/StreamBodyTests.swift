import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Bodies that are produced while they are sent: with an unknown length, with pauses, and sent again.
@Suite(.timeLimitOfAll) struct StreamBodyTests {
  private let peers = Peers.shared

  private static let content = Data(letters(500_000))

  /// Gives `content` in pieces of `piece` bytes. The reads whose numbers are in `pauses` give nothing. After such a
  /// read, the transport waits for `Resumable.resume`.
  private final class Tap: RepeatableStream, @unchecked Sendable {
    private let content: Data
    private let piece: Int
    private let pauses: Set<Int>
    let isRepeatable: Bool
    private let state = Locked<(place: Int, reads: Int, rewinds: Int, waits: Int)>((0, 0, 0, 0))

    init(_ content: Data, piece: Int = 1 << 16, pauses: Set<Int> = [], isRepeatable: Bool = false) {
      (self.content, self.piece, self.pauses, self.isRepeatable) = (content, piece, pauses, isRepeatable)
    }

    var waits: Int { state.with { $0.waits } }
    var rewinds: Int { state.with { $0.rewinds } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      try state.with { state in
        state.reads += 1
        if pauses.contains(state.reads) {
          state.waits += 1
          throw NothingYet()
        }
        let part = content[state.place...].prefix(min(piece, buffer.count))
        buffer.copyBytes(from: part)
        state.place += part.count
        return part.count
      }
    }

    func rewind() {
      state.with { state in
        if state.place > 0 { state.rewinds += 1 }
        state.place = 0
      }
    }
  }

  /// Gives the bytes of a tap, and can be read only once, like a stream of the program.
  private final class ReadOnce: ByteStream {
    private let tap: Tap
    init(_ tap: Tap) { self.tap = tap }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try tap.read(into: buffer) }
  }

  /// Has nothing before `give`, and says when it has something.
  private final class LateTap: LateStream, Sendable {
    private let state = Locked<(given: Int, reads: Int, closes: Int, resume: (@Sendable () -> Void)?)>((0, 0, 0, nil))

    var reads: Int { state.with { $0.reads } }
    var closes: Int { state.with { $0.closes } }

    /// Gives one byte.
    func give() {
      let resume = state.with { state in
        state.given += 1
        return state.resume.take()
      }
      resume?()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      try state.with { state in
        if state.reads == state.given { throw NothingYet() }
        state.reads += 1
        buffer.copyBytes(from: "x".utf8)
        return 1
      }
    }

    func whenReady(_ resume: @escaping @Sendable () -> Void) {
      let isReady = state.with { state in
        if state.reads < state.given { return true }
        state.resume = resume
        return false
      }
      if isReady { resume() }
    }

    func open(for request: ObjectIdentifier) -> Bool { true }

    func close(for request: ObjectIdentifier) { state.with { $0.closes += 1 } }
  }

  /// Pauses after every piece of the response, and counts the bytes.
  private final class Sleeper: TransferObserver {
    private let count = Locked(0)

    var received: Int { count.with { $0 } }

    func transferDidProgress(_ progress: TransferProgress) {}

    func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { .observer }

    func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow {
      count.with { $0 += bytes.count }
      return .pause
    }

    func transferDidFinish(_ result: Result<TransferResponse, TransferError>) {}
  }

  private func client() throws -> Client { try Client { $0.caFile = Peers.shared.authority } }

  private func url(_ port: String, _ path: String) -> String {
    "\(port == "plain" ? "http" : "https")://\(peers.peer(port))\(path)"
  }

  private func fresh(_ port: String) -> String { "/store/stream-\(port)-\(UInt32.random(in: 0 ... .max))" }

  @Test(arguments: ["plain", "tls", "h2"])
  func `a stream of unknown length arrives whole, between other parts and alone`(port: String) throws {
    let client = try client()
    let (empty, alone, mixed) = (fresh(port), fresh(port), fresh(port))
    func put(_ path: String, _ segments: [RequestBody.Segment]) {
      let collector = client.send(url(port, path), "PUT", body: .segments(segments))
      #expect(collector.response?.statusCode == 201, "\(collector.ends)")
    }
    put(empty, [.stream(Tap(Data()), length: nil)])
    put(alone, [.stream(Tap(Self.content, piece: 999), length: nil)])
    put(
      mixed,
      [
        .data(Data("<".utf8)), .stream(Tap(Self.content), length: nil), .stream(Tap(Data("|".utf8)), length: 1),
        .stream(Tap(Data()), length: nil), .data(Data(">".utf8)),
      ])
    #expect(peers.file("www" + empty).isEmpty)
    #expect(peers.file("www" + alone) == Self.content)
    #expect(peers.file("www" + mixed) == Data("<".utf8) + Self.content + Data("|>".utf8))
  }

  @Test func `a body of unknown length goes out in chunks, one of known length does not`() throws {
    let server = FaultServer { connection in
      // The server reads the rest of the chunks as a second request.
      while let text = connection.request() { if text.hasPrefix("POST") { connection.ok("") } }
    }
    let client = try client()
    _ = client.send(server.base, "POST", body: .segments([.stream(Tap(Data("abc".utf8)), length: nil)]))
    _ = client.send(server.base, "POST", body: .segments([.stream(Tap(Data("abc".utf8)), length: 3)]))
    let heads = server.requests.filter { $0.hasPrefix("POST") }.map { $0.lowercased() }
    #expect(heads.count == 2)
    #expect(
      heads.first?.contains("transfer-encoding: chunked") == true && heads.first?.contains("content-length") == false)
    #expect(heads.last?.contains("transfer-encoding") == false && heads.last?.contains("content-length: 3") == true)
  }

  @Test(arguments: ["plain", "tls", "h2"], [true, false])
  func `a stream that has nothing yet goes on when it is resumed`(port: String, isKnown: Bool) throws {
    let client = try client()
    let path = fresh(port)
    let tap = Tap(Self.content, pauses: [1, 2, 4, 8])
    let collector = Collector()
    let length = isKnown ? UInt64(Self.content.count) : nil
    let transfer = client.start(
      collector, url(port, path), "PUT", body: .segments([.stream(tap, length: length)]))
    var seen = 0
    client.pump {
      if tap.waits != seen {
        seen = tap.waits
        (transfer as? any Resumable)?.resume()
      }
      return collector.isEnded
    }
    #expect(collector.response?.statusCode == 201, "\(collector.ends)")
    #expect(tap.waits == 4)
    #expect(peers.file("www" + path) == Self.content)
  }

  /// The server redirects before it has the whole body.
  @Test(arguments: [302, 303])
  func `a redirect that drops the body closes its stream`(status: Int) throws {
    let server = FaultServer { connection in
      guard connection.beginningOfRequest() else { return }
      if connection.number > 0 { return connection.ok() }
      connection.send("HTTP/1.1 \(status) Elsewhere\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
      connection.waitForEnd()
    }
    let client = try client()
    let tap = LateTap()
    let collector = client.send(server.base, "POST", body: .segments([.stream(tap, length: nil)]))
    #expect(collector.text == "hello", "\(collector.ends)")
    #expect(tap.closes == 1)
  }

  /// The observer has paused the response. If the stream ended this pause, a piece of the response would arrive with
  /// each piece of the upload. A slow reader would then store all these pieces.
  @Test func `a stream that has something does not end the observer's pause`() throws {
    let server = FaultServer { connection in
      _ = connection.beginningOfRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.content.count)\r\n\r\n")
      connection.send(Array(Self.content))
      connection.waitForEnd()
    }
    let client = try client()
    let (tap, sleeper) = (LateTap(), Sleeper())
    var request = URLRequest(urlText: server.base)
    request.httpMethod = "POST"
    request.body = .segments([.stream(tap, length: nil)])
    var options = TransferOptions()
    options.wantsHead = true
    let transfer = client.loop.start(request, options: options, observer: sleeper)
    client.pump { sleeper.received > 0 }
    let received = sleeper.received
    for number in 1...20 {
      tap.give()
      client.pump { tap.reads == number }
    }
    for _ in 0..<20 { client.loop.turn(waitingAtMost: 0) }
    #expect(sleeper.received == received)
    transfer.stop()
  }

  @Test(arguments: ["plain", "h2"])
  func `a stream that waits does not hold up another request, and can be stopped`(port: String) throws {
    let client = try client()
    let tap = Tap(Self.content, pauses: [2])
    let waiting = Collector()
    let transfer = client.start(
      waiting, url(port, fresh(port)), "PUT", body: .segments([.stream(tap, length: nil)]))
    client.pump { tap.waits == 1 }
    #expect(client.send(url(port, "/small")).text == "welcome")
    transfer.stop()
    client.pump { waiting.isEnded }
    #expect(waiting.error?.kind == .cancelled)
    #expect(client.send(url(port, "/small")).text == "welcome")
  }

  @Test func `time that a body has nothing to send in is no idle time, and counts in the total`() throws {
    let client = try client()
    var tap: Tap
    var collector: Collector
    var idle: UInt32 = 10
    // If the body had no pause, the machine was too slow for such a short idle timeout.
    repeat {
      idle *= 2
      let body = Tap(Self.content, pauses: [2])
      tap = body
      collector = client.send(
        url("plain", fresh("plain")), "PUT", body: .segments([.stream(body, length: nil)])
      ) { [idle] options in
        options.idleTimeout = idle
        options.totalTimeout = 10 * idle
      }
    } while tap.waits == 0 && idle < 1000
    #expect(collector.error?.kind == .totalTimeout, "\(collector.ends)")
  }

  @Test func `a stream that nobody resumes is ended by a total timeout that ends with the head`() throws {
    let server = FaultServer { connection in
      _ = connection.beginningOfRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell")
      while connection.beginningOfRequest() {}
    }
    let client = try client()
    let tap = Tap(Self.content, pauses: [2])
    let collector = client.send(server.base, "PUT", body: .segments([.stream(tap, length: nil)])) { options in
      (options.totalTimeout, options.totalEndsWithHead) = (500, true)
    }
    #expect(collector.error?.kind == .totalTimeout, "\(collector.ends)")
  }

  @Test func `while a request reads a stream that can be read once, no other request can`() throws {
    let client = try client()
    let (tap, path) = (Tap(Self.content, pauses: [2]), fresh("plain"))
    let body = RequestBody.segments([.stream(ReadOnce(tap), length: nil)])
    let first = Collector()
    let transfer = client.start(first, url("plain", path), "PUT", body: body)
    client.pump { tap.waits == 1 }
    let second = client.send(url("plain", fresh("plain")), "PUT", body: body)
    #expect(second.error?.kind == .body)
    #expect(second.error.map { "\($0)" }?.contains("another request is reading it") == true, "\(second.ends)")
    (transfer as? any Resumable)?.resume()
    client.pump { first.isEnded }
    #expect(first.response?.statusCode == 201, "\(first.ends)")
    #expect(peers.file("www" + path) == Self.content)
    // The first request has read the whole stream. Without an error, the third would have an empty body.
    let third = client.send(url("plain", fresh("plain")), "PUT", body: body)
    #expect(third.error.map { "\($0)" }?.contains("another request has read it") == true, "\(third.ends)")
  }

  @Test func `many streams can be read, and none is remembered when it is freed`() throws {
    let client = try client()
    weak var last: DataStream?
    for number in 0..<200 {
      let stream = DataStream(Data("\(number)".utf8))
      last = stream
      let path = fresh("plain")
      let sent = client.send(url("plain", path), "PUT", body: .segments([.stream(stream, length: nil)]))
      #expect(sent.response?.statusCode == 201, "\(sent.ends)")
      #expect(peers.file("www" + path) == Data("\(number)".utf8))
    }
    client.pump { last == nil }
    #expect(last == nil)
  }

  @Test(arguments: ["plain", "h2"])
  func `a stream that can go back is sent again behind a redirect`(port: String) throws {
    let client = try client()
    let name = fresh(port)
    let from = "https://\(peers.peer("h2"))/redirect/307?to=\(url(port, name))"
    let tap = Tap(Self.content, isRepeatable: true)
    let collector = client.send(from, "PUT", body: .segments([.stream(tap, length: nil)]))
    #expect(collector.response?.statusCode == 201, "\(collector.ends)")
    #expect(tap.rewinds == 1)
    #expect(peers.file("www" + name) == Self.content)
  }

  @Test func `progress of a body of unknown length says how much was sent, and the end says all`() throws {
    let client = try client()
    let collector = client.send(
      url("plain", fresh("plain")), "PUT", body: .segments([.stream(Tap(Self.content), length: nil)])
    ) { options in
      options.wantsProgress = true
    }
    let steps = collector.progress.filter { $0.direction == .upload || $0 == .late }
    #expect(collector.response?.statusCode == 201 && !steps.contains(.late))
    #expect(steps.map(\.completedUnitCount) == steps.map(\.completedUnitCount).sorted())
    let whole = TransferProgress(
      completedUnitCount: Int64(Self.content.count), totalUnitCount: -1, direction: .upload)
    #expect(steps.last == whole)
  }
}
