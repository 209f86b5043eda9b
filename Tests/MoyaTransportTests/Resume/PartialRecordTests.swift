import MoyaHTTP
import Testing

@testable import MoyaTransport

@Suite struct PartialRecordTests {
  private let fields = HeaderFields(fields: [
    .init(name: "ETag", value: "\"a:b\""), .init(name: "Content-Type", value: "text/plain; x=\"y: z\""),
    .init(name: "Set-Cookie", value: "secret=1"), .init(name: "Content-Length", value: "7"),
  ])

  @Test func `a record is read as it was written, and holds what is said of the content only`() throws {
    let record = try #require(PartialRecord(urlText: "http://h/f?a=b:c", fields: fields, length: 100))
    #expect(PartialRecord(text: record.text) == record)
    #expect(record.length == 100)
    #expect(!record.text.contains("secret"))
  }

  @Test func `what is damaged is no record`() throws {
    let text = try #require(PartialRecord(urlText: "http://h/f", fields: fields, length: 100)).text
    for length in 0..<text.utf8.count { #expect(PartialRecord(text: String(text.prefix(length))) == nil, "\(length)") }
    #expect(PartialRecord(text: "x" + text) == nil)
    #expect(PartialRecord(text: String(text.dropLast()) + "no field\n\n") == nil)
    #expect(PartialRecord(text: text.replacing("ETag: ", with: "ETag: W/")) == nil)
  }
}
