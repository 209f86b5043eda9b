import MoyaHTTP
import Testing

@Suite struct ReceivedFormTests {
  private static let rows: [(url: String, host: String, credentials: String?, sent: String)] = [
    ("http://h/a", "h", nil, "http://h/a"),
    ("http://h:80/a", "h", nil, "http://h:80/a"),
    ("http://h:443/a", "h:443", nil, "http://h:443/a"),
    ("HTTPS://h:443/a?b#c", "h", nil, "HTTPS://h:443/a?b"),
    ("https://h:8443", "h:8443", nil, "https://h:8443/"),
    ("http://h?a@b", "h", nil, "http://h/?a@b"),
    ("http://h:/#a@b", "h", nil, "http://h:/"),
    ("http://[::1]:80/", "[::1]", nil, "http://[::1]:80/"),
    ("http://ann:p%40w@h/a", "h", "Basic YW5uOnBAdw==", "http://h/a"),
    ("http://ann@h:81/a@b", "h:81", "Basic YW5uOg==", "http://h:81/a@b"),
    ("http://a@b:c@h/", "h", "Basic YUBiOmM=", "http://h/"),
  ]

  @Test func `the Host field has no default port, and a user becomes a field`() {
    for row in Self.rows {
      let request = URLRequest(urlText: row.url).received(with: SentAdditions(), framing: SentFraming.none)
      #expect(request.headerFields["Host"] == row.host, "\(row.url)")
      #expect(request.headerFields["Authorization"] == row.credentials, "\(row.url)")
      #expect(request.urlText == row.sent)
    }
  }
}
