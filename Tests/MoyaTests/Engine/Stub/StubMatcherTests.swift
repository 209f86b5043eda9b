import Moya
import MoyaTestSupport
import Testing

@Suite struct StubMatcherTests {
  private func matches(_ matcher: StubMatcher, _ target: Probe) throws -> Bool {
    let rules = StubRules(defaultAnswer: .networkResponse(404, Data()))
    rules.add(matcher, answer: .text(204, ""))
    let ending = Ending()
    var target = target
    target.sampleData = Data()
    MoyaXProvider(backend: rules).request(target, completion: ending.completion)
    return try ending.response().statusCode == 204
  }

  @Test func `a URL is written as the target writes it or as it is sent`() throws {
    for text in ["http://h/v1/a b", "http://h/v1/a%20b", "http://h/v1/a b?q=1#f"] {
      #expect(try matches(.url(text), Probe("h/v1", "a b")))
    }
    for (text, base) in [("http://h", "h/"), ("http://h/", "h"), ("http://h?q", "h?x=/"), ("http://h", "h")] {
      #expect(try matches(.url(text), Probe(base)))
    }
    #expect(try !matches(.url("http://h/v1"), Probe("h/v1/")))
    #expect(try !matches(.url("http://h"), Probe("h/v1")))
    #expect(try !matches(.url(""), Probe("h")))
  }

  @Test func `a path begins with a slash, written or not`() throws {
    for path in ["", "/"] {
      #expect(try matches(.path(path), Probe("h")))
      #expect(try matches(.path(path), Probe("h/")))
      #expect(try !matches(.path(path), Probe("h", "a")))
    }
    for path in ["v1/a b", "/v1/a b"] { #expect(try matches(.path(path), Probe("h/v1", "a b"))) }
    #expect(try !matches(.path("a b"), Probe("h/v1", "a b")))
  }

  @Test(arguments: [("get", "GET", true), ("GET", "get", true), ("patch", "PATCH", true), ("purge", "purge", true)])
  func `a method is compared as it is sent`(rule: String, target: String, isMatch: Bool) throws {
    var probe = Probe("h")
    probe.method = Method(rawValue: target)
    #expect(try matches(.method(Method(rawValue: rule)), probe) == isMatch)
  }
}
