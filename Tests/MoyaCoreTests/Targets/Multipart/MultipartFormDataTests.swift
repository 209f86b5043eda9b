import FoundationEssentials
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct MultipartFormDataTests {
  @Test func `behaviour 139: a part keeps what it is given`() {
    let part = MultipartFormBodyPart(
      provider: .data(Data([1])), name: "name", fileName: "file", mimeType: "type/type")
    #expect(part.provider == .data(Data([1])))
    #expect(part.name == "name" && part.fileName == "file" && part.mimeType == "type/type")
    let old = MultipartFormData(provider: .data(Data([1])), name: "name", fileName: "file", mimeType: "type/type")
    #expect(old.parts == [part])
  }

  @Test func `Both generations of names give the same form`() throws {
    let old: [MultipartFormData] = [MultipartFormData(provider: .data(Data("x".utf8)), name: "a")]
    let tasks: [Task] = [
      .uploadMultipart(old), .uploadMultipart([.init(provider: .data(Data("x".utf8)), name: "a")]),
      .uploadMultipartFormData([.init(provider: .data(Data("x".utf8)), name: "a")]),
      .uploadCompositeMultipart(old, urlParameters: [:]),
      .uploadCompositeMultipartFormData(.init(parts: [Endpoints.part("x", name: "a")]), urlParameters: [:]),
    ]
    for task in tasks { #expect(task.multipartForm?.parts == [Endpoints.part("x", name: "a")]) }
  }

  @Test func `A form keeps one boundary from its Content-Type to its end, and another form has another`() throws {
    let first = try #require(try Upload(.uploadMultipart([Endpoints.part("x")]), method: .post))
    let second = try #require(try Upload(.uploadMultipart([Endpoints.part("x")]), method: .post))
    #expect(first.contentType(over: nil) != second.contentType(over: nil))
    let boundary = try #require(first.contentType(over: nil)?.split(separator: "=").last)
    guard case .data(let bytes) = try first.body() else {
      Issue.record("a small form is one piece")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n--\(boundary)--\r\n"))
  }

  @Test func `A large file is not read into memory: it stands in the body by its path and length`() throws {
    let folder = TemporaryFolder()
    let size = Int(MultipartEncoder.memoryLimit) + 1
    let file = try folder.write(Data(count: size), to: "large.bin")
    let form = MultipartFormData(
      boundary: "BB", parts: [.init(provider: .file(file), name: "f"), Endpoints.part("x", name: "a")])
    let upload = try #require(try Upload(.uploadMultipartFormData(form), method: .put))
    guard case .segments(let segments) = try upload.body(), segments.count == 3,
      case .data(let head) = segments[0], case .file(let path, let length) = segments[1],
      case .data(let tail) = segments[2]
    else {
      Issue.record("not three segments")
      return
    }
    #expect(path == file.path && length == UInt64(size))
    #expect(String(decoding: head, as: UTF8.self).hasSuffix("Content-Type: application/octet-stream\r\n\r\n"))
    #expect(String(decoding: tail, as: UTF8.self).hasPrefix("\r\n--BB\r\n"))
  }
}
