import FoundationEssentials
import MoyaTestSupport
import Testing

@testable import MoyaCore

@Suite struct URLGoldenTests {
  private struct Joined: TargetType {
    let baseURL: URL
    let path: String
  }

  @Test(arguments: try Golden.rows("urljoin"))
  func `A path is appended to a base URL as Moya appends it`(row: Golden) throws {
    let observed = GoldenValue.fields(["url": row.string("url"), "request_url": row.string("request_url")])
    guard let base = URL(string: row.string("base_url") ?? "") else {
      #expect(row["base_invalid"]?.bool == true, "\(row.id)")
      return
    }
    let target = Joined(baseURL: base, path: row.string("path") ?? "")
    let request = try? target.endpoint.urlRequest()
    try row.expect(
      .fields(["url": URL(target: target).absoluteString, "request_url": request?.urlText]), observed: observed)
  }

  @Test(arguments: try Golden.rows("urlstring"))
  func `The text of an endpoint's URL becomes a request's URL, or requestMapping`(row: Golden) throws {
    let text = row.string("string") ?? ""
    let endpoint = Endpoint(
      url: text, sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get, task: .requestPlain,
      httpHeaderFields: nil)
    var ours: (url: String?, error: String?) = (nil, nil)
    do { ours.url = try endpoint.urlRequest().url?.absoluteString } catch MoyaError.requestMapping(let url) {
      #expect(url == text)
      ours.error = "requestMapping"
    }
    try row.expect(
      .fields(["url": ours.url, "error": ours.error]),
      observed: .fields(["url": row.string("url"), "error": row.string("error")]))
  }

  /// Joining texts is faster than `URL`. Wherever the library joins texts, the result must be the result of `URL`.
  @Test func `Joining as text agrees with URL's own joining`() throws {
    let bases = [
      "http://h", "http://h/", "http://h/v1", "http://h/v1/", "http://h/v1//", "http://h?q=1", "http://h/?q=1",
      "http://h/v1?q=/x/", "http://h/v1#f", "http://u:p@h:8080/a%20b", "https://[::1]/a",
    ]
    let paths = [
      "a", "/a", "//a", "a/", "a//", "/", "//", "///", "a b", "%41", "a?b", "a#b", "é", "日本", "😀", ".", "..", "./a",
      "a:b", ":a", "@", "~", "[x]", "{x}", "\\", "|", "\"", "<>", "^", "`", "a;b", "a,b=c&d", "\u{0}", "\n", "\u{7F}",
    ]
    for base in bases {
      for path in paths {
        let expected = try #require(URL(string: base)).appendingPathComponent(path).absoluteString
        #expect(URLText.joining(base, path) == expected, "\(base) + \(path)")
      }
    }
  }

  /// The library recognizes some texts as URLs without a parser. The parser must not change these texts.
  @Test func `A plain URL is one that URL leaves as it is`() {
    let tails = [
      "", "/", "/a", "/a%20b", "/%zz", "/%2", "/a b", "?", "?a=b", "?a=[1]", "?é", ":80", ":80/a", ":", ":/", ":99999/",
      ":999999/", ":x/", "/#f", "/a|b", "/\\", "/a/../b", "/a:b@c", "/'()*+,;=", "/\"", "/a\nb",
    ]
    for start in ["http://h", "https://a.b-c.example", "HTTP://H", "http://", "http://h_x", "http://1.2.3.4"] {
      for tail in tails {
        #expect(URLText.normalized(start + tail) == URL(string: start + tail)?.absoluteString, "\(start + tail)")
      }
    }
  }
}
