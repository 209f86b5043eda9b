import FoundationEssentials
import MoyaTestSupport
import Testing

@testable import MoyaCore

/// Every form here is wrong and gives a MoyaError. None may trap.
@Suite struct BadMultipartTests {
  private func refusal(_ task: Task, method: MoyaCore.Method = .post) -> MultipartError? {
    do throws(MoyaError) {
      let body = try Upload(task, method: method)?.body()
      Issue.record("no error, but \(String(describing: body))")
      return nil
    } catch {
      guard case .underlying(let cause, nil) = error else { return nil }
      return cause as? MultipartError
    }
  }

  private func file(_ url: URL, name: String? = "n", type: String? = "t/t") -> Task {
    .uploadMultipart([.init(provider: .file(url), name: "f", fileName: name, mimeType: type)])
  }

  @Test func `A form without parts is an error, where Moya traps`() {
    #expect(refusal(.uploadMultipartFormData([])) == .noParts)
    #expect(refusal(.uploadMultipart([MultipartFormBodyPart]())) == .noParts)
    #expect(refusal(.uploadCompositeMultipart([MultipartFormBodyPart](), urlParameters: [:])) == .noParts)
  }

  @Test(arguments: [MoyaCore.Method.get, .head, .delete, .options, .trace])
  func `A form on a method that takes none is an error, where Moya traps`(method: MoyaCore.Method) {
    #expect(refusal(.uploadMultipart([Endpoints.part("a")]), method: method) == .methodWithoutBody(method.rawValue))
  }

  @Test func `A file that cannot be read is an error that names its part and its path`() throws {
    let folder = TemporaryFolder()
    let missing = folder.url.appendingPathComponent("missing.png")
    guard case .fileUnreadable(part: "f", path: missing.path, _)? = refusal(file(missing)),
      case .fileUnreadable(part: "f", path: folder.url.path, let reason)? = refusal(file(folder.url))
    else {
      Issue.record("a missing file or a folder was accepted")
      return
    }
    #expect(reason == "it is not a regular file")
    let bare = try folder.write(Data([1]), to: "noext")
    #expect(refusal(file(bare, name: nil, type: nil)) == .fileNameMissing(part: "f"))
  }

  @Test func `A stream shorter than announced is an error`() {
    let part = MultipartFormBodyPart(
      provider: .stream(DataStream(Data("abc".utf8)), 9), name: "s", fileName: "s", mimeType: "t/t")
    #expect(refusal(.uploadMultipart([part])) == .streamIncomplete(part: "s"))
  }

  @Test func `A stream that throws is an error that says why`() {
    final class Broken: ByteStream {
      struct Cause: LocalizedError { let errorDescription: String? = "the tape is torn" }
      let start = DataStream(Data("abc".utf8))
      func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = start.read(into: buffer)
        if count == 0 { throw Cause() }
        return count
      }
    }
    // The stream fails after 3 bytes. If its stated length is 9, it fails in the middle of the text. If its stated
    // length is 3, it fails where it should end.
    for length in [9, 3] as [UInt64] {
      let part = MultipartFormBodyPart(provider: .stream(Broken(), length), name: "s", fileName: "s", mimeType: "t/t")
      #expect(refusal(.uploadMultipart([part])) == .streamFailed(part: "s", reason: "the tape is torn"))
    }
  }

  @Test func `While a form reads a stream into memory, no other form can read it`() {
    final class Watched: ByteStream {
      let start = DataStream(Data("abc".utf8))
      var onRead: (() -> Void)?
      func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let onRead = self.onRead
        self.onRead = nil
        onRead?()
        return start.read(into: buffer)
      }
    }
    let stream = Watched()
    let part = MultipartFormBodyPart(provider: .stream(stream, 3), name: "s", fileName: "s", mimeType: "t/t")
    var second: MultipartError?
    stream.onRead = { second = refusal(.uploadMultipart([part])) }
    #expect(throws: Never.self) { _ = try Upload(.uploadMultipart([part]), method: .post)?.body() }
    guard case .streamFailed(part: "s", let reason)? = second else {
      Issue.record("\(String(describing: second))")
      return
    }
    #expect(reason.contains("another request is reading it"), "\(reason)")
  }

  @Test func `What a stream's error holds is not shown`() {
    enum Refusal: Error { case expired(token: String) }
    struct Refusing: Error, CustomStringConvertible { let description = "token t0ps3cret" }
    final class Locked: ByteStream {
      let error: any Error
      init(_ error: any Error) { self.error = error }
      func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw error }
    }
    for error in [Refusal.expired(token: "t0ps3cret"), Refusing()] as [any Error] {
      let part = MultipartFormBodyPart(provider: .stream(Locked(error), 1), name: "s", fileName: "s", mimeType: "t/t")
      #expect(refusal(.uploadMultipart([part])) == .streamFailed(part: "s", reason: "\(type(of: error))"))
    }
    #expect(ErrorReason.of(POSIXError(.ENOSPC)) == "No space left on device")
    #expect(ErrorReason.of(CocoaError(.fileReadUnknown)) == "Cocoa error 256")
  }

  @Test(arguments: [UInt64.max, UInt64.max - 100, UInt64.max - 200, UInt64(1) << 63])
  func `A stream that claims any length is kept for the transport, and nothing overflows`(length: UInt64) throws {
    let part = MultipartFormBodyPart(
      provider: .stream(DataStream(Data()), length), name: "s", fileName: "s", mimeType: "t/t")
    let upload = try #require(try Upload(.uploadMultipart([part, part]), method: .post))
    guard case .segments(let segments) = try upload.body() else {
      Issue.record("a huge stream was read into memory")
      return
    }
    #expect(segments.count == 5)
  }

  @Test func `A MIME type cannot forge a header`() {
    let part = MultipartFormBodyPart(provider: .data(Data()), name: "a", mimeType: "t/t\r\nX-Evil: 1")
    #expect(refusal(.uploadMultipart([part])) == .invalidMIMEType(part: "a"))
  }

  @Test func `Names are escaped: quotes and line ends cannot leave their parameter`() throws {
    let part = MultipartFormBodyPart(
      provider: .data(Data("x".utf8)), name: "a\"b\r\nc\0", fileName: "d\";e=\"\n\u{1}\t\u{7F}é", mimeType: nil)
    let upload = try #require(try Upload(.uploadMultipartFormData(.init(boundary: "BB", parts: [part])), method: .post))
    guard case .data(let bytes) = try upload.body() else {
      Issue.record("a small form is one piece")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == "--BB\r\nContent-Disposition: form-data; name=\"a%22b%0D%0Ac\0\"; "
        + "filename=\"d%22;e=%22%0A\u{01}\t\u{7F}é\"\r\n\r\nx\r\n--BB--\r\n")
  }

  @Test(arguments: ["", String(repeating: "b", count: 71), "a b ", "a\"b", "a\r\nX-Evil: 1", "a;b", "é", "a\0"])
  func `A boundary that RFC 2046 does not allow is an error`(boundary: String) {
    let form = MultipartFormData(boundary: boundary, parts: [Endpoints.part("a")])
    #expect(refusal(.uploadMultipartFormData(form)) == .invalidBoundary)
  }

  @Test(arguments: [("b", "b"), (String(repeating: "b", count: 70), nil), ("a'+_-.9", nil), ("a b:c", "\"a b:c\"")])
  func `A boundary that it allows is used, quoted where it is no token`(boundary: String, shown: String?) throws {
    let form = MultipartFormData(boundary: boundary, parts: [Endpoints.part("a")])
    let upload = try #require(try Upload(.uploadMultipartFormData(form), method: .post))
    #expect(upload.contentType(over: "text/plain") == "multipart/form-data; boundary=\(shown ?? boundary)")
  }
}
