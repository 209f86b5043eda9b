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

  @Test func `without a Content-Type has neither`() {
    #expect(head(HeaderFields()).mimeType == nil)
    #expect(head(HeaderFields()).textEncodingName == nil)
  }

  @Test(arguments: [("12", 12), ("twelve", -1), (nil, -1)] as [(String?, Int64)])
  func `announces a length, or -1`(field: String?, length: Int64) {
    #expect(head(HeaderFields(field.map { ["Content-Length": $0] } ?? [:])).expectedContentLength == length)
  }
}
