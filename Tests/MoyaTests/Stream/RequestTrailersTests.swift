import MoyaTestSupport
import Testing

@testable import Moya

/// Trailers of a request: fields that follow the elements of a sequence (RFC 9110 §6.5).
@Suite struct RequestTrailersTests {
  private struct Broken: LocalizedError { var errorDescription: String? { "there is no checksum" } }

  private func target(
    _ host: String, path: String = "/upload", _ pieces: [String] = ["one", "two"],
    _ trailers: @escaping @Sendable () async throws -> HTTPHeaders
  ) -> Probe {
    let (stream, continuation) = AsyncStream<Data>.makeStream()
    for piece in pieces { continuation.yield(Data(piece.utf8)) }
    continuation.finish()
    var target = Probe(host, path)
    target.method = .put
    target.task = .uploadStream(stream, trailers: trailers)
    return target
  }

  @Test(arguments: [
    ([("X-A", "1")], ["X-A: 1"]), ([("X-A", "1"), ("X-B", "é")], ["X-A: 1", "X-B: é"]),
    ([("X-A", "1"), ("x-a", "2")], ["X-A: 1", "x-a: 2"]), ([("X-A", "")], ["X-A: "]), ([], []),
  ])
  func `trailers follow the body`(fields: [(String, String)], lines: [String]) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let target = target(server.host) {
      await _Concurrency.Task.yield()
      return HTTPHeaders(fields: fields.map { HTTPHeader(name: $0.0, value: $0.1) })
    }
    #expect(try await MoyaProvider<Probe>(session: .patient()).request(target).statusCode == 200)
    let request = try #require(server.requests.first)
    #expect(Data(request.body) == Data("onetwo".utf8) && request.trailers == lines)
    #expect(request.header("Transfer-Encoding") == "chunked" && request.header("X-A") == nil)
  }

  @Test func `trailers are made when the whole sequence was read`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let count = Locked(0)
    var target = Probe(server.host, "/upload")
    target.method = .put
    let (stream, continuation) = AsyncStream<Data>.makeStream()
    for _ in 0..<3 { continuation.yield(Data("abc".utf8)) }
    continuation.finish()
    let counted = stream.map { piece in
      count.with { $0 += piece.count }
      return piece
    }
    target.task = .uploadStream(counted) { ["X-Count": "\(count.current)"] }
    let sent = target
    #expect(try await MoyaProvider<Probe>(session: .patient()).request(sent).statusCode == 200)
    #expect(server.requests.first?.trailers == ["X-Count: 9"])
  }

  @Test(arguments: [
    ("Content-Type", "text/plain"), ("Host", "a"), ("Authorization", "a"), ("X-A", "1\r\nX-B: 2"), ("X-A", "a\0b"),
    ("X-A", "\u{7F}"), ("X A", "1"), ("X\0A", "1"), ("", "1"),
  ])
  func `a field that cannot be a trailer fails the request, and the server gets no end of the body`(
    name: String, value: String
  ) async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let target = target(server.host) { [HTTPHeader(name: name, value: value)] }
    await #expect { try await MoyaProvider<Probe>(session: .patient()).request(target) } throws: { error in
      (error as? MoyaError)?.transferKind == .invalidRequest
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `an error of the closure fails the request with its reason, and the server gets no end of the body`()
    async throws
  {
    let server = try EchoServer()
    defer { server.stop() }
    let target = target(server.host) { throw Broken() }
    await #expect { try await MoyaProvider<Probe>(session: .patient()).request(target) } throws: { error in
      let error = error as? MoyaError
      return error?.transferKind == .body && error?.message.contains("there is no checksum") == true
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a cancel while trailers are made ends the request without the end of the body`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let (begun, ended) = (Signal(), Signal())
    let target = target(server.host) {
      begun.fire()
      let (never, continuation) = AsyncStream<Void>.makeStream()
      continuation.onTermination = { _ in ended.fire() }
      for await _ in never {}
      return ["X-A": "1"]
    }
    let provider = MoyaProvider<Probe>(session: .patient())
    let task = _Concurrency.Task { try await provider.request(target) }
    #expect(await begun.reached())
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? MoyaError)?.transferKind == .cancelled }
    #expect(await ended.reached())
    #expect(server.requests.isEmpty)
  }

  @Test func `a request that times out while trailers are made ends without the end of the body`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let configuration = URLSessionConfiguration.af.default
    configuration.timeoutIntervalForResource = 0.5
    let hasBegun = Locked(false)
    // On a very busy machine, the request can time out before the body was sent. Then the test doubles the timeout.
    while !hasBegun.with({ $0 }), configuration.timeoutIntervalForResource < 100 {
      let ended = Signal()
      let target = target(server.host) {
        hasBegun.with { $0 = true }
        let (never, continuation) = AsyncStream<Void>.makeStream()
        continuation.onTermination = { _ in ended.fire() }
        for await _ in never {}
        return ["X-A": "1"]
      }
      let provider = MoyaProvider<Probe>(session: Session(configuration: configuration))
      await #expect { try await provider.request(target) } throws: { ($0 as? MoyaError)?.transferKind == .totalTimeout }
      if hasBegun.with({ $0 }) { #expect(await ended.reached()) }
      configuration.timeoutIntervalForResource *= 2
    }
    #expect(hasBegun.with { $0 })
    #expect(server.requests.isEmpty)
  }

  @Test func `a session that requires HTTP/2 sends nothing`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let configuration = URLSessionConfiguration.af.default
    configuration.connection.http = .http2
    let target = target(server.host) { ["X-A": "1"] }
    let provider = MoyaProvider<Probe>(session: Session(configuration: configuration))
    await #expect { try await provider.request(target) } throws: { error in
      let error = error as? MoyaError
      return error?.transferKind == .invalidRequest && error?.message.contains("trailers") == true
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `a redirect that drops the body drops the field Trailer`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    var target = target(server.host, path: "/_redirect-303") { ["X-A": "1"] }
    target.headers = ["Trailer": "X-A"]
    let sent = target
    #expect(try await MoyaProvider<Probe>(session: .patient()).request(sent).statusCode == 200)
    #expect(server.requests.map { $0.header("Trailer") } == ["X-A", nil])
    #expect(server.requests.map(\.trailers) == [["X-A: 1"], []])
  }
}
