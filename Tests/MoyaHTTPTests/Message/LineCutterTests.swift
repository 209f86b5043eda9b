import Testing

@testable import MoyaHTTP

/// Lines of a body, however its bytes were cut into pieces.
@Suite struct LineCutterTests {
  /// Returns all lines of the pieces, including the last one.
  private func lines(_ pieces: [[UInt8]], _ ending: LineCutter.Ending, limit: Int) throws -> [String] {
    let cutter = LineCutter(ending, limit: limit)
    var lines: [String] = []
    for piece in pieces {
      lines += try piece.withUnsafeBytes { bytes in
        var rest = bytes
        var found: [String] = []
        while let line = try cutter.next(&rest) { found.append(String(decoding: line, as: UTF8.self)) }
        return found
      }
    }
    if let line = try cutter.last() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let body: String
    var any = false
    let lines: [String]
    var testDescription: String { body.debugDescription }
  }

  private static let rows = [
    Row(body: "", lines: []),
    Row(body: "a", lines: ["a"]),
    Row(body: "a\n", lines: ["a"]),
    Row(body: "a\nb", lines: ["a", "b"]),
    Row(body: "a\r\nb\r\n", lines: ["a", "b"]),
    Row(body: "\n\n", lines: ["", ""]),
    Row(body: "\r\n\r\n", lines: ["", ""]),
    Row(body: "a\rb\n", lines: ["a\rb"]),
    Row(body: "a\r\r\n", lines: ["a\r"]),
    Row(body: "a\r", lines: ["a"]),
    Row(body: "\u{0}\nü\n", lines: ["\u{0}", "ü"]),
    Row(body: "a\rb\r", any: true, lines: ["a", "b"]),
    Row(body: "a\r\nb\n", any: true, lines: ["a", "b"]),
    Row(body: "a\n\rb", any: true, lines: ["a", "", "b"]),
    Row(body: "\r\r\n\n", any: true, lines: ["", "", ""]),
  ]

  @Test(arguments: rows) func `lines are the same wherever the pieces are cut`(row: Row) throws {
    let bytes = Array(row.body.utf8)
    for cut in 0...bytes.count {
      let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(try lines(pieces, row.any ? .any : .newline, limit: 100) == row.lines, "cut at \(cut)")
    }
    #expect(try lines(bytes.map { [$0] }, row.any ? .any : .newline, limit: 100) == row.lines, "byte by byte")
  }

  @Test(arguments: [
    ("12345\n", true), ("12345", true), ("12345\r\n", true), ("123456\n", false), ("123456", false),
    ("1\n123456\r\n", false), ("12345\n12345\n", true),
  ])
  func `a line longer than the limit is too large`(body: String, isShort: Bool) throws {
    for pieces in [[Array(body.utf8)], body.utf8.map { [$0] }] {
      if isShort {
        #expect(try !lines(pieces, .newline, limit: 5).isEmpty)
      } else {
        let error = #expect(throws: TransferError.self) { try lines(pieces, .newline, limit: 5) }
        #expect(error?.kind == .tooLarge && error?.message.contains("limit of 5 bytes") == true)
      }
    }
  }
}
