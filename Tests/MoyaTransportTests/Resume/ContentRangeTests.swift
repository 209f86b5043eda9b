import MoyaHTTP
import Testing

@testable import MoyaTransport

@Suite struct ContentRangeTests {
  @Test(arguments: [
    ("bytes 0-0/1", ContentRange.part(first: 0, last: 0, complete: 1)),
    ("Bytes 5-9/*", .part(first: 5, last: 9, complete: nil)), ("bytes */10", .unsatisfied(complete: 10)),
    (
      "bytes 0-999999999999999998/999999999999999999",
      .part(first: 0, last: 999_999_999_999_999_998, complete: 999_999_999_999_999_999)
    ),
  ])
  func `a range is read`(text: String, expected: ContentRange) { #expect(ContentRange(text) == expected) }

  @Test(arguments: [
    "", "bytes", "bytes 5-9", "bytes 9-5/10", "bytes 5-10/10", "bytes -5/10", "bytes 5-/10", "bytes +5-9/10",
    "bytes 5-9/x", "bytes */*", "bytes 5-9/10/11", "bytes 5-9-10/11", "pages 5-9/10", "bytes=5-9/10",
    "bytes 0-1000000000000000000/1000000000000000001", "bytes 5-9/10,bytes 5-9/10", "bytes 5 - 9/10",
  ])
  func `what breaks the grammar or contradicts itself is none`(text: String) { #expect(ContentRange(text) == nil) }
}
