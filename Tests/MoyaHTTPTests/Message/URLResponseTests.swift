import FoundationEssentials
import MoyaHTTP
import Testing

struct `The head of an answer` {
  private func head(_ fields: HeaderFields) -> HTTPURLResponse {
    HTTPURLResponse(urlText: "http://h/", statusCode: 200, fields: fields)
  }

  @Test(arguments: [
    ("text/html", "text/html", nil),
    ("Text/HTML; charset=UTF-8", "text/html", "utf-8"),
    ("text/html;charset=\"Latin1\"", "text/html", "latin1"),
    ("text/html; title=\"a; charset=no\"; Charset = utf-8", "text/html", "utf-8"),
    ("text/html; charset", "text/html", nil),
    ("text/html; charset=", "text/html", nil),
  ])
  func `names its media type and charset in lower case, without quotes`(
    type: String, mimeType: String, charset: String?
  ) {
    let head = head(HeaderFields(["content-type": type]))
    #expect(head.mimeType == mimeType)
    #expect(head.textEncodingName == charset)
  }

  @Test(arguments: [
    ("http://h/p", "http://h/p"), ("http://u:S1@h:80/p?token=S2#S3", "http://h:80/p?<redacted>"),
    ("http://h#S1", "http://h#<redacted>"), ("http://h/@me/x?a@b", "http://h/@me/x?<redacted>"),
    ("http://a@b:S1@h/", "http://h/"), ("http://S1@h", "http://h"), ("u:S1@h/p?S2", "<redacted>"),
    ("/p?S1", "/p?<redacted>"), ("", ""),
  ])
  func `and a request are printed without user, query, fragment and cookies`(url: String, shown: String) {
    for (name, value, text) in [
      ("set-cookie", "id=S4", "<redacted>"), ("Authorization", "S4", "<redacted>"), ("Location", url, shown),
      ("X", "x", "x"),
    ] {
      let head = HTTPURLResponse(urlText: url, statusCode: 200, fields: HeaderFields([name: value]))
      let whole = "<HTTPURLResponse> { URL: \(shown) } { Status Code: 200, Headers [\"\(name)\": \"\(text)\"] }"
      #expect("\(head)" == whole && String(reflecting: head) == whole)
    }
    let request = URLRequest(urlText: url)
    #expect("\(request)" == (url.isEmpty ? "url: nil" : shown) && String(reflecting: request) == "\(request)")
    #expect(request.urlText == url)
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\n", "OK"), ("HTTP/1.1 200 \r\n", ""), ("HTTP/1.1 200\r\n", ""), ("HTTP/2 200 \r\n", ""),
    ("HTTP/1.0 200  All is well\n", " All is well"), ("HTTP/1.1 404 Not Found\r\n", ""), ("\r\n", ""),
  ])
  func `has the reason phrase of its status line`(line: String, phrase: String) {
    let block = HeaderBlock()
    let isAppended = line.withBytes { block.appendLine(UnsafeRawBufferPointer($0)) }
    #expect(isAppended)
    let head = HTTPURLResponse(urlText: "http://h/", statusCode: 200, block: block)
    #expect(head.reasonPhrase == phrase)
    #expect(head.setting("X", to: "1").reasonPhrase == phrase && head.setting("X", to: nil).reasonPhrase == phrase)
    #expect(head.with(statusCode: 201, urlText: "http://h/").reasonPhrase.isEmpty)
  }

  @Test func `may have very many fields, and is a dictionary with the first spelling of each name`() {
    // If each field were compared with every other, this would take minutes.
    let count = 40_000
    let rows = (0..<count).flatMap { [("x-\($0)", "1"), ("X-\($0)", "2")] }
    let fields = HeaderFields(fields: rows.map { HeaderFields.Field(name: $0, value: $1) }).dictionary
    #expect(fields.count == count && fields["x-0"] == "1,2" && fields["x-\(count - 1)"] == "1,2")
  }

  @Test func `without a Content-Type has neither`() {
    #expect(head(HeaderFields()).mimeType == nil)
    #expect(head(HeaderFields()).textEncodingName == nil)
  }

  @Test(arguments: [("12", 12), ("twelve", -1), (nil, -1)] as [(String?, Int64)])
  func `announces a length, or -1`(field: String?, length: Int64) {
    #expect(head(HeaderFields(field.map { ["Content-Length": $0] } ?? [:])).expectedContentLength == length)
  }

  @Test(
    arguments: [
      ("text/html", 12, "utf-8", "text/html; charset=utf-8", "12"), ("text/html", -1, nil, "text/html", nil),
      (nil, 0, nil, nil, "0"), (nil, -1, "utf-8", nil, nil),
    ] as [(String?, Int, String?, String?, String?)])
  func `says what its program says of the content`(
    mimeType: String?, length: Int, charset: String?, type: String?, field: String?
  ) throws {
    let url = try #require(URL(string: "http://h/p"))
    let plain = URLResponse(
      url: url, mimeType: mimeType, expectedContentLength: length, textEncodingName: charset)
    #expect(plain.mimeType == mimeType && plain.expectedContentLength == Int64(length))
    #expect(plain.textEncodingName == charset && plain.url == url)
    let head = HTTPURLResponse(
      url: url, mimeType: mimeType, expectedContentLength: length, textEncodingName: charset)
    #expect(head.statusCode == 200 && head.url == url)
    #expect(head.value(forHTTPHeaderField: "Content-Type") == type)
    #expect(head.value(forHTTPHeaderField: "Content-Length") == field)
    #expect(head.mimeType == mimeType && head.expectedContentLength == Int64(length))
    #expect(head.textEncodingName == (mimeType == nil ? nil : charset))
  }

  @Test func `without a URL has no fields and no length`() {
    for response in [URLResponse(), HTTPURLResponse()] {
      #expect(response.url == nil && response.mimeType == nil && response.expectedContentLength == -1)
    }
    #expect(HTTPURLResponse().statusCode == 200 && HTTPURLResponse().headerFields.isEmpty)
  }

  @Test func `equals one with the same content, and no other`() throws {
    let url = try #require(URL(string: "http://h/p"))
    func response(_ mimeType: String?, _ length: Int) -> URLResponse {
      URLResponse(url: url, mimeType: mimeType, expectedContentLength: length, textEncodingName: nil)
    }
    #expect(response("a/b", 1) == response("a/b", 1))
    for other in [response("a/b", 2), response("a/c", 1), response(nil, 1), URLResponse()] {
      #expect(response("a/b", 1) != other)
    }
  }
}
