import Foundation
import Moya
import MoyaTestSupport
import Testing

/// Foundation's streams as parts of a form. An application needs no imports except Foundation and Moya.
@Suite struct InputStreamTests {
  /// Returns what the server got of a form with this stream as its part.
  private func received(_ stream: InputStream, length: Int) throws -> Result<Response, MoyaError> {
    let server = try EchoServer { EchoAnswer(body: String(decoding: $0.body, as: UTF8.self)) }
    defer { server.stop() }
    var target = Probe(server.host, "/form")
    target.method = .post
    target.task = .uploadMultipartFormData(
      MultipartFormData(
        boundary: "b",
        parts: [
          MultipartFormBodyPart(
            provider: .stream(stream, UInt64(length)), name: "s", fileName: "s.txt", mimeType: "text/plain")
        ]))
    let ending = Ending()
    MoyaProvider<Probe>().request(target, completion: ending.completion)
    return try ending.result()
  }

  private func form(_ content: String) -> String {
    "--b\r\nContent-Disposition: form-data; name=\"s\"; filename=\"s.txt\"\r\nContent-Type: text/plain\r\n\r\n"
      + content + "\r\n--b--\r\n"
  }

  /// The second length is too large to be read into memory first: the transport reads the stream while it sends.
  @Test(arguments: [11, 3 << 20])
  func `a stream of bytes is sent as a part of a form`(length: Int) throws {
    let content = String(repeating: "x", count: length)
    let response = try received(InputStream(data: Data(content.utf8)), length: length).get()
    #expect(try response.mapString() == form(content))
  }

  @Test func `a stream of a file is sent as a part of a form`() throws {
    let folder = TemporaryFolder()
    let stream = try #require(InputStream(url: try folder.write(Data("of a file".utf8), to: "file")))
    #expect(try received(stream, length: 9).get().mapString() == form("of a file"))
  }

  @Test func `a stream that an application opened is read on from where it is`() throws {
    let stream = InputStream(data: Data("read on".utf8))
    stream.open()
    var front = [UInt8](repeating: 0, count: 5)
    #expect(stream.read(&front, maxLength: front.count) == 5)
    #expect(try received(stream, length: 2).get().mapString() == form("on"))
  }

  private func refusal(_ stream: InputStream, length: Int) throws -> MultipartError? {
    guard case .failure(.underlying(let error, nil)) = try received(stream, length: length) else { return nil }
    return error as? MultipartError
  }

  @Test func `a stream that is closed is an error and not a trap`() throws {
    let closed = InputStream(data: Data("abc".utf8))
    closed.open()
    closed.close()
    #expect(try refusal(closed, length: 3) == .streamIncomplete(part: "s"))
  }

  @Test(arguments: [0, 3])
  func `a stream that cannot be opened is an error that says so`(length: Int) throws {
    let missing = try #require(InputStream(fileAtPath: "/nowhere/at/all"))
    guard case .streamFailed(part: "s", _)? = try refusal(missing, length: length) else {
      Issue.record("it was taken for an empty one")
      return
    }
  }

  /// A stream that gives one byte and then fails.
  private final class Torn: InputStream {
    private var isTorn = false

    override var streamStatus: Stream.Status { .open }
    override var hasBytesAvailable: Bool { true }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
      defer { isTorn = true }
      return isTorn ? -1 : 1
    }
  }

  @Test func `a stream that fails in the middle is an error, and not at its end`() throws {
    let result = try received(Torn(data: Data()), length: 3)
    guard case .failure(.underlying(MultipartError.streamFailed("s", _), nil)) = result else {
      Issue.record("another result")
      return
    }
  }
}
