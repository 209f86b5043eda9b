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

  @Test func `without a Content-Type has neither`() {
    #expect(head(HeaderFields()).mimeType == nil)
    #expect(head(HeaderFields()).textEncodingName == nil)
  }

  @Test(arguments: [("12", 12), ("twelve", -1), (nil, -1)] as [(String?, Int64)])
  func `announces a length, or -1`(field: String?, length: Int64) {
    #expect(head(HeaderFields(field.map { ["Content-Length": $0] } ?? [:])).expectedContentLength == length)
  }
}
