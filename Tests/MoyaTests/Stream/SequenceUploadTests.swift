import MoyaTestSupport
import Testing

@testable import Moya

/// Bodies of requests that come from asynchronous sequences.
@Suite struct SequenceUploadTests {
  typealias Task = _Concurrency.Task

  /// Gives its pieces one at a time, and lets other tasks run before each, so that the transport has to wait.
  private struct Pieces: AsyncSequence, Sendable {
    struct Broken: Error {}

    let count: Int
    let piece: Data
    var breaks = false
    /// Runs before each piece, with the number of the piece.
    var onPiece: @Sendable (Int) async -> Void = { _ in await _Concurrency.Task.yield() }
    /// Fires when no task reads the sequence any more.
    var whenLeft: Signal?

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self, reading: Reading(whenLeft)) }

    final class Reading: Sendable {
      private let left: Signal?
      init(_ left: Signal?) { self.left = left }
      deinit { left?.fire() }
    }

    struct Iterator: AsyncIteratorProtocol {
      let pieces: Pieces
      let reading: Reading
      var next = 0

      mutating func next() async throws -> Data? {
        await pieces.onPiece(next)
        if next == pieces.count {
          if pieces.breaks { throw Broken() }
          return nil
        }
        next += 1
        return pieces.piece
      }
    }
  }

  private func target(_ host: String, _ pieces: Pieces, length: UInt64?) -> Probe {
    var target = Probe(host, "/upload")
    target.method = .put
    target.task = .uploadStream(pieces, length: length)
    return target
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let count: Int
    let size: Int
    let hasLength: Bool
    var testDescription: String { "\(count) × \(size)\(hasLength ? ", length known" : "")" }
  }

  @Test(arguments: [(0, 1), (1, 1), (3, 5), (1, 1_000_000), (100, 10_000), (5, 0), (1000, 7)], [true, false])
  func `the server gets all pieces`(shape: (count: Int, size: Int), hasLength: Bool) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let piece = Data.patterned(shape.size)
    let length = shape.count * shape.size
    let target = target(
      server.host, Pieces(count: shape.count, piece: piece), length: hasLength ? UInt64(length) : nil)
    #expect(try await MoyaProvider<Probe>(session: .patient()).request(target).statusCode == 200)
    let request = try #require(server.requests.first)
    var whole = Data()
    for _ in 0..<shape.count { whole.append(piece) }
    #expect(Data(request.body) == whole)
    #expect(request.header("Content-Length") == (hasLength ? "\(length)" : nil))
    #expect(request.header("Transfer-Encoding") == (hasLength ? nil : "chunked"))
    #expect(server.requests.count == 1)
  }

  enum Fault: CaseIterable, Sendable { case breaks, short, breaksAtOnce, breaksAfterItsLength }

  @Test(arguments: Fault.allCases)
  func `a sequence that fails or is too short fails the request`(fault: Fault) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let pieces = Pieces(
      count: fault == .breaksAtOnce ? 0 : 3, piece: Data("abc".utf8), breaks: fault != .short)
    let lengths: [Fault: UInt64] = [.short: 10, .breaksAfterItsLength: 9]
    let target = target(server.host, pieces, length: lengths[fault])
    await #expect { try await MoyaProvider<Probe>(session: .patient()).request(target) } throws: { error in
      (error as? MoyaError)?.transferKind == .body
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `of a sequence with the length 0, nothing is read`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let reads = Locked(0)
    let pieces = Pieces(count: 0, piece: Data(), onPiece: { _ in reads.with { $0 += 1 } })
    let target = target(server.host, pieces, length: 0)
    #expect(try await MoyaProvider<Probe>(session: .patient()).request(target).statusCode == 200)
    #expect(reads.with { $0 } == 0 && server.requests.map(\.body.count) == [0])
  }

  @Test(arguments: [(1, 10, 9), (3, 3, 8), (3, 3, 6), (3, 3, 1), (2, 300_000, 300_000)])
  func `a sequence with more bytes than its length fails the request, and no server gets a part of it as the whole`(
    count: Int, size: Int, length: UInt64
  ) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let target = target(server.host, Pieces(count: count, piece: Data.patterned(size)), length: length)
    await #expect { try await MoyaProvider<Probe>(session: .patient()).request(target) } throws: { error in
      let error = error as? MoyaError
      return error?.transferKind == .body && error?.message.contains("more bytes than its length") == true
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [303, 307])
  func `a redirect is followed without the body, or is an error`(status: Int) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let left = Signal()
    let pieces = Pieces(count: 3, piece: Data("abc".utf8), whenLeft: left)
    var target = target(server.host, pieces, length: nil)
    target.path = "/_redirect-\(status)"
    let sent = target
    do {
      let response = try await MoyaProvider<Probe>(session: .patient()).request(sent)
      #expect(status == 303 && response.statusCode == 200)
    } catch {
      #expect(status == 307 && error.transferKind == .body)
    }
    #expect(await left.reached())
    #expect(server.requests.map(\.body.count) == (status == 303 ? [9, 0] : [9]))
  }

  @Test func `a plugin that retries gets no second attempt`() async throws {
    let server = try EchoServer { _ in EchoAnswer(status: 503) }
    defer { server.stop() }
    var policy = RetryPolicy()
    policy.scale = 0.001
    let target = target(server.host, Pieces(count: 3, piece: Data("abc".utf8)), length: 9)
    let provider = MoyaProvider<Probe>(session: .patient(), plugins: [RetryPlugin(policy)])
    #expect(try await provider.request(target).statusCode == 503)
    #expect(server.requests.map(\.body.count) == [9])
  }

  @Test func `a cancel ends a sequence that has no end`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let (tenth, left) = (Signal(), Signal())
    let pieces = Pieces(
      count: .max, piece: Data(count: 1000), onPiece: { if $0 == 10 { tenth.fire() } }, whenLeft: left)
    let target = target(server.host, pieces, length: nil)
    let task = Task { try await MoyaProvider<Probe>(session: .patient()).request(target) }
    #expect(await tenth.reached())
    task.cancel()
    await #expect { try await task.value } throws: { error in (error as? MoyaError)?.transferKind == .cancelled }
    #expect(await left.reached())
  }

  @Test func `a sequence is read only once`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let target = target(server.host, Pieces(count: 3, piece: Data("abc".utf8)), length: nil)
    let provider = MoyaProvider<Probe>(session: .patient())
    #expect(try await provider.request(target).statusCode == 200)
    await #expect { try await provider.request(target) } throws: { error in
      (error as? MoyaError)?.transferKind == .body
    }
    #expect(server.requests.map(\.body) == [Array("abcabcabc".utf8)])
  }

  /// If both requests were sent, each would get a part of the bytes.
  @Test func `of two requests with one sequence, one is sent`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let target = target(server.host, Pieces(count: 1000, piece: Data("abc".utf8)), length: nil)
    let kinds = Set(
      await MoyaProvider<Probe>(session: .patient()).requests([target, target]).map { result -> TransferError.Kind? in
        guard case .failure(let error) = result else { return nil }
        return error.transferKind
      })
    #expect(kinds == [nil, .body])
    #expect(server.requests.map(\.body.count) == [3000])
  }

  @Test func `while a request may read the sequence, no other request can, and none can end its reading`() throws {
    let stream = SequenceStream(Pieces(count: 1, piece: Data("abc".utf8)))
    defer { stream.close() }
    let requests = [Signal(), Signal()]
    let (first, second) = (ObjectIdentifier(requests[0]), ObjectIdentifier(requests[1]))
    #expect(stream.open(for: first) && stream.open(for: first))
    #expect(!stream.open(for: second))
    stream.close(for: second)
    #expect(!stream.open(for: second))
    stream.close(for: first)
    #expect(stream.open(for: second), "nothing was read")
    withExtendedLifetime(requests) {}
  }

  @Test func `a sequence that was not read because there was no connection can be sent later`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let provider = MoyaProvider<Probe>(session: .patient())
    let closed = target("127.0.0.1:1", Pieces(count: 3, piece: Data("abc".utf8)), length: nil)
    await #expect { try await provider.request(closed) } throws: { error in
      (error as? MoyaError)?.transferKind == .connect
    }
    var open = closed
    open.baseURL = Probe(server.host).baseURL
    #expect(try await provider.request(open).statusCode == 200)
    #expect(server.requests.map(\.body) == [Array("abcabcabc".utf8)])
  }

  @Test func `the sequence is not read before the request is sent`() async throws {
    let read = Locked(0)
    let pieces = Pieces(count: 3, piece: Data("abc".utf8)) { _ in read.with { $0 += 1 } }
    var target = target("127.0.0.1:1", pieces, length: nil)
    target.stubBehavior = .immediate
    #expect(try await MoyaProvider<Probe>(session: .patient()).request(target).statusCode == 200)
    #expect(read.current == 0)
  }

  @Test func `a stub rule does not read the sequence`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let rules = StubRules(defaultAnswer: .networkResponse(200, Data()))
    let stubbed = target(server.host, Pieces(count: 3, piece: Data("abc".utf8)), length: nil)
    #expect(try await MoyaProvider<Probe>(session: Session(backend: rules)).request(stubbed).statusCode == 200)
    #expect(rules.requests.first?.body.isRepeatable == false, "the recorded body is the stream itself")
    #expect(try await MoyaProvider<Probe>(session: .patient()).request(stubbed).statusCode == 200)
    #expect(server.requests.map(\.body) == [Array("abcabcabc".utf8)])
  }

  @Test func `the sequence is read only as far as the transport takes its bytes`() async throws {
    let read = Locked(0)
    let piece = Data(count: 64 << 10)
    let stream = SequenceStream(
      Pieces(count: 1000, piece: piece) { _ in
        await _Concurrency.Task.yield()
        read.with { $0 += 1 }
      })
    defer { stream.close() }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
    defer { room.deallocate() }
    for number in 0..<100 {
      for _ in 0..<20 { await _Concurrency.Task.yield() }
      // Four stored pieces are the limit. The task may be about to store one more, and to ask for another.
      #expect(read.current <= number + 6)
      while true {
        do {
          #expect(try stream.read(into: room) == piece.count)
          break
        } catch is NothingYet {
          let ready = Signal()
          stream.whenReady { ready.fire() }
          #expect(await ready.reached())
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `the task of the sequence ends with the request`(isCancelled: Bool) async throws {
    let (waits, ended) = (Signal(), Signal())
    let server = try EchoServer()
    defer { server.stop() }
    // The second piece never comes.
    let (stream, continuation) = AsyncStream<Data>.makeStream()
    continuation.onTermination = { _ in ended.fire() }
    continuation.yield(Data("abc".utf8))
    var target = Probe(server.host, "/upload")
    target.method = .put
    target.task = .uploadStream(stream)
    let configuration = URLSessionConfiguration.af.default
    configuration.timeoutIntervalForRequest = 3600
    configuration.timeoutIntervalForResource = isCancelled ? 3600 : 0.1
    let provider = MoyaProvider<Probe>(
      session: Session(configuration: configuration),
      plugins: [NetworkActivityPlugin { change, _ in if change == .began { waits.fire() } }])
    let sent = target
    let task = Task { try await provider.request(sent) }
    #expect(await waits.reached())
    if isCancelled { task.cancel() }
    await #expect { try await task.value } throws: { error in
      (error as? MoyaError)?.transferKind == (isCancelled ? .cancelled : .totalTimeout)
    }
    if isCancelled { continuation.finish() }
    #expect(await ended.reached())
  }
}
