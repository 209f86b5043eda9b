import FoundationEssentials
import MoyaHTTP
import Testing

@Suite struct URLRequestTests {
  @Test func `a dump of a request shows no secret`() throws {
    var request = URLRequest(urlText: "http://u:S1@h/a?token=S1")
    request.headerFields.append("Authorization", "Bearer S1")
    request.headerFields.append("Accept", "text/plain")
    request.httpBody = Data("S1".utf8)
    let url = try #require(URL(string: request.urlText))
    let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Set-Cookie": "a=S1"])
    let credential = URLCredential(user: "ann", password: "S1", persistence: .none)
    let all: [Any] = [request, credential, try #require(head)]
    for value in all {
      var shown = "\(value) \(String(reflecting: value))"
      dump(value, to: &shown)
      #expect(!shown.contains("S1"), "\(shown)")
    }
    var shown = ""
    dump(request, to: &shown)
    #expect(shown.contains("Accept: text/plain"), "\(shown)")
  }

  @Test func `what Apple's networking is told is kept, by each copy for itself`() {
    let plain = URLRequest(urlText: "http://h/")
    var request = plain
    request.mainDocumentURL = URL(string: "http://h/main")
    request.networkServiceType = .background
    request.httpShouldHandleCookies = false
    request.httpShouldUsePipelining = true
    request.allowsCellularAccess = false
    request.allowsExpensiveNetworkAccess = false
    request.allowsConstrainedNetworkAccess = false
    request.assumesHTTP3Capable = true
    let copy = request
    request.networkServiceType = .voip

    #expect(copy.mainDocumentURL?.path == "/main" && copy.networkServiceType == .background)
    #expect(!copy.httpShouldHandleCookies && copy.httpShouldUsePipelining && copy.assumesHTTP3Capable)
    #expect(!copy.allowsCellularAccess && !copy.allowsExpensiveNetworkAccess && !copy.allowsConstrainedNetworkAccess)
    #expect(request.networkServiceType == .voip && plain.networkServiceType == .default && plain.allowsCellularAccess)
    #expect(request == plain, "the wire does not show it")
  }

  @Test func `requests are equal when they are the same bytes on the wire, but for the case and order of names`() {
    func request(_ fields: [(String, String)]) -> URLRequest {
      var request = URLRequest(urlText: "http://host/")
      for (name, value) in fields { request.headerFields.append(name, value) }
      return request
    }
    let first = request([("X-A", "1"), ("X-B", "2"), ("X-A", "3")])
    #expect(first == request([("x-b", "2"), ("X-a", "1"), ("x-A", "3")]))
    #expect(first.hashValue == request([("x-b", "2"), ("X-a", "1"), ("x-A", "3")]).hashValue)
    #expect(first != request([("X-A", "3"), ("X-B", "2"), ("X-A", "1")]), "RFC 9110 §5.3")
    #expect(request([("X-A", "e\u{323}\u{302}")]) != request([("X-A", "e\u{302}\u{323}")]))
    #expect(
      RequestBody.Segment.file(path: "/caf\u{E9}", length: 1) != .file(path: "/cafe\u{301}", length: 1))
  }

  @Test func `requests that differ only in the value of a field have different hashes`() {
    let hashes = (100..<200).map { number in
      var request = URLRequest(urlText: "http://host/")
      request.headerFields.append("Authorization", "Bearer \(number)")
      return request.hashValue
    }
    #expect(Set(hashes).count == hashes.count)
  }

  @Test func `a request without fields has none, and gets a first one`() {
    var request = URLRequest(urlText: "http://h/")
    #expect(request.allHTTPHeaderFields == nil)
    request.allHTTPHeaderFields?["X-A"] = "1"
    #expect(request.allHTTPHeaderFields == ["X-A": "1"])
    request.allHTTPHeaderFields?["X-A"] = nil
    #expect(request.allHTTPHeaderFields == nil)
    request.allHTTPHeaderFields = ["X-B": "2"]
    request.allHTTPHeaderFields = nil
    #expect(request.headerFields.isEmpty)
  }
}
