import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct BodyTests {
  /// Makes a server that responds with the size of the body, and its first and last three characters.
  private func counting() -> FaultServer {
    FaultServer { connection in
      while let request = connection.request() {
        let body = request.components(after: "\r\n\r\n")
        connection.ok("\(body.utf8.count) \(body.prefix(3))…\(body.suffix(3))")
      }
    }
  }

  private final class Chunks: ByteStream, @unchecked Sendable {
    private var left: [String]
    init(_ parts: [String]) { left = parts }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      guard let next = left.first else { return 0 }
      left.removeFirst()
      buffer.copyBytes(from: next.utf8)
      return next.utf8.count
    }
  }

  private struct Broken: Error { let token = "t0ps3cret" }
  private final class Failing: ByteStream, @unchecked Sendable {
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw Broken() }
  }

  private let large = Data((0..<300_000).map { UInt8(97 + $0 % 26) })

  @Test func `small, large, file and stream bodies arrive whole`() throws {
    let server = counting()
    let client = try Client()
    let file = TemporaryFile(large)
    let stream = Chunks(["ab", "cde", "f"])
    #expect(client.send(server.base, "POST", body: .data(Data("hello".utf8))).text == "5 hel…llo")
    #expect(client.send(server.base, "POST", body: .data(large)).text == "300000 abc…jkl")
    #expect(client.send(server.base, "PUT", body: .file(path: file.path)).text == "300000 abc…jkl")
    let segments: [RequestBody.Segment] = [
      .data(Data("<<<".utf8)), .file(path: file.path, length: 300_000), .stream(stream, length: 6),
      .data(Data(">>>".utf8)),
    ]
    #expect(client.send(server.base, "POST", body: .segments(segments)).text == "300012 <<<…>>>")
    #expect(
      client.send(server.base, "POST", body: .segments([.data(Data("ab".utf8)), .data(Data("cd".utf8))])).text
        == "4 abc…bcd")
    #expect(server.connections == 1)
  }

  @Test func `a body that cannot be read is a body error, and the next request is fine`() throws {
    let server = counting()
    let client = try Client()
    let file = TemporaryFile(Data("abc".utf8))
    let bodies: [RequestBody] = [
      .file(path: "/nonexistent/file"), .file(path: "/"),
      .segments([.file(path: file.path, length: 100)]),
      .segments([.stream(Chunks(["ab"]), length: 100)]),
      .segments([.stream(Failing(), length: 100)]),
    ]
    for body in bodies {
      #expect(client.send(server.base, "POST", body: body).error?.kind == .body)
    }
    #expect(client.send(server.base, "POST", body: .data(Data("hello".utf8))).text == "5 hel…llo")
  }

  @Test func `what a stream throws is named, and not shown`() throws {
    let server = counting()
    let error = try Client().send(server.base, "POST", body: .segments([.stream(Failing(), length: 100)])).error
    #expect(error?.message == "the request's body stream failed: Broken")
  }

  @Test func `a request that cannot be sent gives its place in line to the next`() throws {
    let server = counting()
    let client = try Client { $0.maxConnectionsPerHost = 1 }
    #expect(client.send(server.base, "POST", body: .file(path: "/nonexistent/file")).error?.kind == .body)
    let collector = client.send(server.base) { options in
      options.downloadPath = "/tmp/none"
      options.partialDownloadPath = "/nonexistent/file"
    }
    #expect(collector.error?.kind == .file)
    #expect(client.send(server.base, "POST", body: .data(Data("hello".utf8))).text == "5 hel…llo")
  }

  @Test func `a body that can be read once is not sent again behind a redirect`() throws {
    let server = FaultServer { connection in
      while connection.request() != nil {
        connection.send("HTTP/1.1 307 Moved\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let body = RequestBody.segments([.stream(Chunks(["abcd"]), length: 4)])
    #expect(try Client().send(server.base, "POST", body: body).error?.kind == .body)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [5, 300_000])
  func `upload progress rises to the whole and comes before the end`(size: Int) throws {
    let server = counting()
    let client = try Client()
    let collector = client.send(server.base, "POST", body: .data(Data(repeating: 97, count: size))) {
      $0.wantsProgress = true
    }
    #expect(collector.response?.statusCode == 200)
    let steps = collector.progress.filter { $0.direction != .download }
    #expect(!steps.isEmpty && !steps.contains(.late))
    #expect(steps.map(\.completedUnitCount) == steps.map(\.completedUnitCount).sorted())
    #expect(steps.last?.fractionCompleted == 1)
    #expect(steps.last?.totalUnitCount == Int64(size))
  }

  @Test func `download progress rises to the whole and comes before the end`() throws {
    let body = String(repeating: "x", count: 400_000)
    let server = FaultServer { connection in
      while connection.request() != nil { connection.ok(body) }
    }
    let client = try Client()
    let collector = client.send(server.base) { $0.wantsProgress = true }
    let steps = collector.progress
    #expect(steps.count > 1 && !steps.contains(.late))
    #expect(steps.map(\.completedUnitCount) == steps.map(\.completedUnitCount).sorted())
    #expect(steps.last == TransferProgress(completedUnitCount: 400_000, totalUnitCount: 400_000, direction: .download))
  }

  @Test func `a download is written to a file of its own beside the destination`() throws {
    let server = FaultServer { connection in
      while connection.request() != nil { connection.ok("content") }
    }
    let client = try Client()
    let destination = TemporaryFile(Data("old".utf8))
    let answer = try #require(client.send(server.base) { $0.downloadPath = destination.path }.response)
    let path = try #require(answer.downloadedPath)
    defer { unlink(path) }
    #expect(path.hasPrefix(destination.path + ".part-"))
    #expect(answer.body.isEmpty)
    #expect(TemporaryFile.read(path) == "content")
    #expect(TemporaryFile.read(destination.path) == "old")
  }

  @Test func `an empty download is an empty file`() throws {
    let server = FaultServer { connection in
      while connection.request() != nil { connection.ok("") }
    }
    let client = try Client()
    let destination = TemporaryFile(Data())
    let path = try #require(client.send(server.base) { $0.downloadPath = destination.path }.response?.downloadedPath)
    defer { unlink(path) }
    #expect(TemporaryFile.read(path) == "")
  }

  @Test func `a download that fails leaves no file`() throws {
    let server = FaultServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
    }
    let client = try Client()
    let folder = TemporaryFolder()
    #expect(client.send(server.base) { $0.downloadPath = folder.path + "/file" }.error?.kind == .incompleteBody)
    #expect(folder.names.isEmpty)
    #expect(client.send(server.base) { $0.downloadPath = folder.path + "/none/file" }.error?.kind == .file)
  }
}

extension String {
  /// Returns the text after the first occurrence of a separator.
  fileprivate func components(after separator: String) -> String {
    let bytes = Array(utf8)
    let mark = Array(separator.utf8)
    for start in 0...max(0, bytes.count - mark.count) where bytes[start...].starts(with: mark) {
      return String(decoding: bytes[(start + mark.count)...], as: UTF8.self)
    }
    return ""
  }
}
