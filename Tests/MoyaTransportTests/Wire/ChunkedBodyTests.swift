import Testing

@testable import MoyaTransport

@Suite struct ChunkedBodyTests {
  private struct Reading: Equatable {
    var body = ""
    var hasEnded = false
    var excess = 0
    var fault: String?
  }

  /// Reads in pieces of one size.
  private func read(_ text: String, piece: Int) -> Reading {
    var chunks = ChunkedBody()
    var reading = Reading()
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      bytes.prefix(piece).withUnsafeBytes { arrived in
        var rest = arrived
        do throws(Violation) {
          while let content = try chunks.read(&rest) { reading.body += String(decoding: content, as: UTF8.self) }
        } catch {
          reading.fault = error.text
        }
        reading.excess += rest.count
      }
      if reading.fault != nil { break }
      bytes = bytes.dropFirst(piece)
    }
    reading.hasEnded = chunks.hasEnded
    return reading
  }

  @Test(
    arguments: [
      "5\r\nhello\r\n0\r\n\r\n", "1\r\nh\r\n4\r\nello\r\n0\r\n\r\n", "5;a=b;c=\"d e\"\r\nhello\r\n0;x\r\n\r\n",
      "5 \t\r\nhello\r\n0\r\n\r\n", "5 ; a\r\nhello\r\n0\r\n\r\n", "0000000000000005\r\nhello\r\n000\r\n\r\n",
      "5\r\nhello\r\n0\r\nA: b\r\nC:\r\n\r\n", "5\r\nhello\r\n0\r\nA: b\n\n",
    ], [1, 2, 5, .max])
  func `every form and every cut gives the same body`(text: String, piece: Int) {
    #expect(read(text, piece: piece) == Reading(body: "hello", hasEnded: true))
  }

  @Test(
    arguments: [
      ("5xyz\r\nhello", "size"), ("xyz\r\nhello", "size"), ("\r\n", "size"), ("-5\r\n", "size"), ("+5\r\n", "size"),
      ("0x5\r\nhello", "size"), (" 5\r\nhello", "size"), ("5 5\r\n", "size"), ("5\nhello", "size"),
      ("5\r\rhello", "size"), ("5;\u{0}\r\n", "size"), ("5;a\nhello", "size"), ("8000000000000000\r\n", "size"),
      ("FFFFFFFFFFFFFFFF\r\n", "size"), ("00000000000000005\r\n", "size"), ("3\r\nhello\r\n", "longer"),
      ("5\r\nhello\n", "longer"), ("5\r\nhello\r\r\n", "longer"), ("0\r\n A: b\r\n\r\n", "trailer"),
      ("0\r\nA\r\n\r\n", "trailer"), ("0\r\n: b\r\n\r\n", "trailer"), ("0\r\nA: \u{0}\r\n\r\n", "trailer"),
      ("0\r\nA: b\rc\r\n\r\n", "trailer"), ("0\r\n\rx", "trailer"), ("0\r\nA: b\r\n c\r\n\r\n", "trailer"),
    ], [1, .max])
  func `what RFC 9112 §7․1 does not allow is a violation`(wrong: (String, String), piece: Int) {
    #expect(read(wrong.0, piece: piece).fault?.contains(wrong.1) == true)
  }

  @Test(arguments: [
    "", "5", "5\r", "5\r\n", "5\r\nhell", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\n", "0\r\nA: b\r\n", "0\r\n\r",
  ])
  func `a body that was cut off has not ended`(text: String) {
    let reading = read(text, piece: .max)
    #expect(!reading.hasEnded && reading.fault == nil)
  }

  @Test(arguments: [
    "5;\(String(repeating: "x", count: 20_000))", "0\r\n" + String(repeating: "A: b\r\n", count: 20_000),
  ])
  func `extensions and trailers without an end are refused`(text: String) {
    #expect(read(text, piece: 1000).fault?.contains("too many extensions or trailers") == true)
  }

  @Test func `what stands behind the end is left there`() {
    #expect(read("0\r\n\r\nHTTP/1.1", piece: .max) == Reading(hasEnded: true, excess: 8))
  }
}
