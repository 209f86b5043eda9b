import MoyaHTTP
import Testing

@testable import MoyaTransport

@Suite struct ResumptionTests {
  private static let url = "http://h/film"
  private static let signed = "http://h/film?signature=1"
  private static let tag = "ETag: \"a\""
  private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT"
  private static let old = "Last-Modified: Sun, 06 Nov 1994 08:48:37 GMT"
  private static let young = "Last-Modified: Sun, 06 Nov 1994 08:48:38 GMT"

  private static func fields(_ lines: [String]) -> HeaderFields {
    HeaderFields(
      fields: lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return .init(name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
      })
  }

  private static func record(_ lines: [String] = [tag], length: Int64? = 100, url: String = url) -> PartialRecord? {
    PartialRecord(urlText: url, fields: fields(lines), length: length)
  }

  private static func asked(_ resumption: Resumption) -> URLRequest {
    var request = URLRequest(urlText: url)
    request.headerFields = fields(["Accept-Encoding: gzip"])
    resumption.ask(&request)
    return request
  }

  // MARK: What is requested

  struct Question: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var have: Int64 = 40
    var record: PartialRecord?
    let range: String?
    let ifRange: String?
  }

  static let questions = [
    Question(
      testDescription: "the rest, when there is an entity tag", record: record(), range: "bytes=40-", ifRange: "\"a\""),
    Question(
      testDescription: "the rest, when there is a date a minute old", record: record([old, date]), range: "bytes=40-",
      ifRange: "Sun, 06 Nov 1994 08:48:37 GMT"),
    Question(
      testDescription: "the rest of an unknown length", record: record(length: nil), range: "bytes=40-",
      ifRange: "\"a\""),
    Question(testDescription: "all, without a record", range: nil, ifRange: nil),
    Question(testDescription: "all, without a byte", have: 0, record: record(), range: nil, ifRange: nil),
    Question(
      testDescription: "all, for another URL", record: record(url: "http://h/other"), range: nil, ifRange: nil),
    Question(
      testDescription: "the rest, for another query and an entity tag", record: record(url: signed),
      range: "bytes=40-", ifRange: "\"a\""),
    Question(
      testDescription: "all, for another query and a date", record: record([old, date], url: signed), range: nil,
      ifRange: nil),
    Question(
      testDescription: "all, for a longer path", record: record(url: "http://h/films"), range: nil, ifRange: nil),
    Question(testDescription: "all, with too many bytes", have: 101, record: record(), range: nil, ifRange: nil),
    Question(
      testDescription: "nothing more, when all is there", have: 100, record: record(), range: "bytes=100-",
      ifRange: "\"a\""),
  ]

  @Test(arguments: questions) func `the request asks for`(question: Question) {
    let resumption = Resumption(URLRequest(urlText: Self.url), have: question.have, record: question.record)
    let request = Self.asked(resumption)
    #expect(request.headerFields["Range"] == question.range)
    #expect(request.headerFields["If-Range"] == question.ifRange)
    #expect(request.headerFields["Accept-Encoding"] == "identity")
  }

  @Test func `only a GET without a body and without a range of its own is resumed`() {
    func isPossible(_ change: (inout URLRequest) -> Void) -> Bool {
      var request = URLRequest(urlText: Self.url)
      change(&request)
      return Resumption.isPossible(request)
    }
    #expect(isPossible { _ in })
    #expect(!isPossible { $0.httpMethod = "POST" })
    #expect(!isPossible { $0.httpMethod = "HEAD" })
    #expect(!isPossible { $0.httpBody = .init([1]) })
    #expect(!isPossible { $0.setValue("bytes=0-", forHTTPHeaderField: "range") })
    #expect(!isPossible { $0.setValue("\"a\"", forHTTPHeaderField: "if-range") })
  }

  @Test func `the user's name in a URL is not part of what is kept`() {
    let resumption = Resumption(URLRequest(urlText: "http://u:p@h/film"), have: 40, record: Self.record())
    #expect(Self.asked(resumption).headerFields["Range"] == "bytes=40-")
  }

  // MARK: What a response means

  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var record = ResumptionTests.record()
    var status = 206
    var lines = [tag, "Content-Range: bytes 40-99/100"]
    var length: Int64? = 60
    let verdict: Resumption.Verdict
  }

  static let answers = [
    Answer(testDescription: "206 with the rest", verdict: .append(length: 60)),
    Answer(
      testDescription: "206 with a coding that the first part had not",
      lines: [tag, "Content-Range: bytes 40-99/100", "Content-Encoding: gzip"], verdict: .askAgain),
    Answer(
      testDescription: "206 with no coding by its name",
      lines: [tag, "Content-Range: bytes 40-99/100", "Content-Encoding: identity"], verdict: .append(length: 60)),
    Answer(
      testDescription: "206 with the coding of the first part", record: record([tag, "Content-Encoding: GZIP"]),
      lines: [tag, "Content-Range: bytes 40-99/100", "Content-Encoding: gzip"], verdict: .append(length: 60)),
    Answer(
      testDescription: "206 that leaves out its coding", record: record([tag, "Content-Encoding: gzip"]),
      verdict: .append(length: 60)),
    Answer(testDescription: "204 to a range", status: 204, lines: [], length: nil, verdict: .askAgain),
    Answer(
      testDescription: "204 to everything", record: nil, status: 204, lines: [], length: nil,
      verdict: .startOver(record: nil)),
    Answer(testDescription: "206 in chunks", length: nil, verdict: .append(length: 60)),
    Answer(
      testDescription: "206 with a part of the rest", lines: [tag, "Content-Range: bytes 40-59/100"], length: 20,
      verdict: .append(length: 20)),
    Answer(
      testDescription: "206 that leaves the length to us", lines: [tag, "Content-Range: bytes 40-99/*"],
      verdict: .append(length: 60)),
    Answer(
      testDescription: "206 that tells the length first", record: record(length: nil), verdict: .append(length: 60)),
    Answer(
      testDescription: "206 for a date that need not be repeated", record: record([old, date]),
      lines: ["Content-Range: bytes 40-99/100"], verdict: .append(length: 60)),
    Answer(
      testDescription: "206 with an unknown end", record: record(length: nil),
      lines: [tag, "Content-Range: bytes 40-99/*"], verdict: .askAgain),
    Answer(
      testDescription: "206 that begins too early", lines: [tag, "Content-Range: bytes 39-99/100"], length: 61,
      verdict: .askAgain),
    Answer(
      testDescription: "206 that begins too late", lines: [tag, "Content-Range: bytes 41-99/100"], length: 59,
      verdict: .askAgain),
    Answer(
      testDescription: "206 of something longer", lines: [tag, "Content-Range: bytes 40-100/101"], length: 61,
      verdict: .askAgain),
    Answer(
      testDescription: "206 beyond its own length", lines: [tag, "Content-Range: bytes 40-100/100"], length: 61,
      verdict: .askAgain),
    Answer(testDescription: "206 with a body of another length", length: 61, verdict: .askAgain),
    Answer(testDescription: "206 without a range", lines: [tag], verdict: .askAgain),
    Answer(
      testDescription: "206 with two ranges", lines: [tag, "Content-Range: bytes 40-99/100, bytes 0-1/100"],
      verdict: .askAgain),
    Answer(
      testDescription: "206 in several parts",
      lines: [tag, "Content-Range: bytes 40-99/100", "Content-Type: multipart/byteranges; boundary=x"],
      verdict: .askAgain),
    Answer(
      testDescription: "206 of another representation", lines: ["ETag: \"b\"", "Content-Range: bytes 40-99/100"],
      verdict: .askAgain),
    Answer(
      testDescription: "206 of a representation that is only similar",
      lines: ["ETag: W/\"a\"", "Content-Range: bytes 40-99/100"], verdict: .askAgain),
    Answer(
      testDescription: "206 that does not say of which representation", lines: ["Content-Range: bytes 40-99/100"],
      verdict: .askAgain),
    Answer(
      testDescription: "206 of another date", record: record([old, date]),
      lines: [young, "Content-Range: bytes 40-99/100"], verdict: .askAgain),
    Answer(
      testDescription: "206 that was not asked for", record: nil,
      verdict: .violation("it sent a part of the content, which was not asked for")),
    Answer(
      testDescription: "200 with an entity tag", status: 200, lines: ["ETag: \"b\""], length: 70,
      verdict: .startOver(record: record(["ETag: \"b\""], length: 70))),
    Answer(
      testDescription: "200 in chunks, with a date", status: 200, lines: [old, date], length: nil,
      verdict: .startOver(record: record([old, date], length: nil))),
    Answer(
      testDescription: "200 with a date too young", status: 200, lines: [young, date],
      verdict: .startOver(record: nil)),
    Answer(
      testDescription: "200 whose entity tag is weak, whatever its date", status: 200,
      lines: ["ETag: W/\"a\"", old, date], verdict: .startOver(record: nil)),
    Answer(testDescription: "200 with nothing to go by", status: 200, lines: [], verdict: .startOver(record: nil)),
    Answer(
      testDescription: "416 of a longer content", status: 416, lines: ["Content-Range: bytes */100"],
      verdict: .askAgain),
    Answer(
      testDescription: "416 of exactly our bytes", record: record(length: 40), status: 416,
      lines: ["Content-Range: bytes */40"], verdict: .complete),
    Answer(
      testDescription: "416 at exactly our size, which no answer had told", record: record(length: nil),
      status: 416, lines: [tag, "Content-Range: bytes */40"], verdict: .complete),
    Answer(
      testDescription: "416 of something that has become as short as our part", status: 416,
      lines: ["Content-Range: bytes */40"], verdict: .askAgain),
    Answer(
      testDescription: "416 of another representation", record: record(length: 40), status: 416,
      lines: ["ETag: \"b\"", "Content-Range: bytes */40"], verdict: .askAgain),
    Answer(
      testDescription: "416 without a length", record: record(length: 40), status: 416, lines: [],
      verdict: .askAgain),
    Answer(
      testDescription: "206 with the rest of another query's content", record: record(url: signed),
      verdict: .append(length: 60)),
    Answer(
      testDescription: "206 of other content than another query's", record: record(url: signed),
      lines: ["ETag: \"b\"", "Content-Range: bytes 40-99/100"], verdict: .askAgain),
    Answer(
      testDescription: "416 of another query's content", record: record(length: 40, url: signed),
      status: 416, lines: [tag, "Content-Range: bytes */40"], verdict: .complete),
    Answer(
      testDescription: "416 without an entity tag, and another query's content",
      record: record(length: 40, url: signed), status: 416, lines: ["Content-Range: bytes */40"],
      verdict: .askAgain),
    Answer(testDescription: "416 to a request for all", record: nil, status: 416, lines: [], verdict: .keep),
    Answer(testDescription: "203, transformed on its way", status: 203, verdict: .keep),
    Answer(testDescription: "304", status: 304, verdict: .keep),
    Answer(testDescription: "401", status: 401, verdict: .keep),
    Answer(testDescription: "404", status: 404, verdict: .keep),
    Answer(testDescription: "503", status: 503, verdict: .keep),
  ]

  @Test(arguments: answers) func `an answer means`(answer: Answer) {
    var resumption = Resumption(URLRequest(urlText: Self.url), have: 40, record: answer.record)
    let verdict = resumption.receive(
      status: answer.status, fields: Self.fields(answer.lines), length: answer.length)
    #expect(verdict == answer.verdict)
    // A range that was useless is not requested a second time.
    if verdict == .askAgain {
      #expect(Self.asked(resumption).headerFields["Range"] == nil)
      #expect(Self.asked(resumption).headerFields["If-Range"] == nil)
      #expect(resumption.receive(status: 416, fields: HeaderFields(), length: 0) == .keep)
    }
  }

  @Test func `a challenge in between changes nothing`() {
    var resumption = Resumption(URLRequest(urlText: Self.url), have: 40, record: Self.record())
    #expect(resumption.receive(status: 401, fields: HeaderFields(), length: 3) == .keep)
    let part = Self.fields([Self.tag, "Content-Range: bytes 40-99/100"])
    #expect(resumption.receive(status: 206, fields: part, length: 60) == .append(length: 60))
    #expect(resumption.offset == 40 && resumption.total == 100)
  }

  @Test func `the head of the whole has the content's fields from the first answer and the others from the last`() {
    let first = [
      Self.tag, "Content-Type: video/mp4", "Content-Disposition: attachment; filename=a.mp4", Self.old, "Server: one",
    ]
    var resumption = Resumption(URLRequest(urlText: Self.url), have: 100, record: Self.record(first))
    let last = Self.fields([
      "Content-Range: bytes */100", "Content-Type: text/html", "Content-Length: 9", "Server: two", Self.date,
    ])
    #expect(resumption.receive(status: 416, fields: last, length: 9) == .complete)
    #expect(
      resumption.combined(last)
        == Self.fields([
          Self.tag, "Content-Type: video/mp4", "Content-Disposition: attachment; filename=a.mp4", Self.old,
          "Server: two", Self.date, "Content-Length: 100",
        ]))
  }
}
