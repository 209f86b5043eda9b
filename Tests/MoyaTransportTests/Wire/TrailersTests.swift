import MoyaHTTP
import Testing

@testable import MoyaTransport

/// Trailers of a body without chunks. Over HTTP/2, libcurl returns trailers as lines after the header section.
@Suite struct TrailersTests {
  @Test func `the lines behind an answer are its trailers, not its header fields`() throws {
    let (fields, trailers) = try read(["HTTP/2 200 ", "X-A: 1", "", "x-a: 2", "x-b: ", ""])
    #expect(fields == [HeaderFields.Field(name: "X-A", value: "1")])
    #expect(trailers == [HeaderFields.Field(name: "x-a", value: "2"), HeaderFields.Field(name: "x-b", value: "")])
  }

  @Test func `an answer that replaces another has no trailers of that`() throws {
    #expect(try read(["HTTP/2 401 ", "", "x-a: 2", "HTTP/2 200 ", ""]).trailers == nil)
  }

  @Test(arguments: ["no colon", ": no name", " folded: 1"]) func `a trailer that is no field is refused`(line: String) {
    #expect(throws: Violation.self) { try read(["HTTP/2 200 ", "", line]) }
  }

  @discardableResult
  private func read(_ lines: [String]) throws -> (fields: [HeaderFields.Field], trailers: [HeaderFields.Field]?) {
    var head = HeaderCollector(limit: 1000)
    for line in lines {
      var line = line + "\r\n"
      try line.withUTF8 { _ = try head.receive(UnsafeRawBufferPointer($0)) }
    }
    return (head.fields.fields, head.trailers?.fields.fields)
  }
}
