import Testing

@testable import MoyaHTTP

@Suite struct RequestRulesTests {
  @Test(arguments: [
    "http://h", "https://h:8443/a?b=c#d", "HTTP://h/%20", "http://[::1]:80/", "http://h:/", "http://u:p@h:65535",
    "http://a_b-c.~/", "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/", "http://[::ffff:1.2.3.4]",
    "http://127.0.0.1:80/", "http://1.2.3.4.5/", "http://256.0.0.1/", "http://08.1/", "http://a!$&'()*+,;=@h./",
    "http://h?q", "http://h#f", "http://h:00080/", "http://u:[%]@h/",
    "http://u:p@" + String(repeating: "h", count: 65_535) + ":80/",
  ])
  func `a http or https URL is accepted`(url: String) throws {
    try RequestRules.check(url: url)
  }

  @Test(arguments: [
    "", "h/a", "//h/a", "file:///etc/passwd", "ftp://h/a", "javascript:alert(1)", "http:/h", "http:///a", "http://?q",
    "http://h/a b", "http://h/a\r\nEvil: 1", "http://h/\u{0}", "http://h/\u{7F}", "http://h\\@evil/", "http://h/é",
    "http://:80/", "http://u@/", "http://h:65536/", "http://h:99999999999999999999/", "http://h:8a/", "http://h:-1",
    "http://h:0/", "http://h:000/", "http://%/", "http://%4/", "http://%zz/", "http://h%", "http://[::1",
    "http://[::1]x/", "http://[]/", "http://[::1/", "http://::1]/", "http://[v1.x]/", "http://[1.2.3.4]/",
    "http://[fe80::1%]/",
    "http://a[b/", "http://a\"b/", "http://<h>/", "http://h|i/", "http://u@v@h/", "http://[::1]:0/",
    "http://[g::1]/", "http://h`/", "http://./", "http://h../", "http://%41/", "http://h%7F/", "http://a!b/",
    "http://a,b/", "http://a'b/",
    // Addresses that libcurl writes differently, so rules by host would not apply to them.
    "http://127.1/", "http://0x7f.1/", "http://2130706433/", "http://127.0.0.01/", "http://127.0.0.1./",
    "http://u:p@0x7f.1/", "http://[0:0::1]/",
    "http://u:p@" + String(repeating: "h", count: 65_536) + ":80/",
    "http://[::1%31]/", "http://[FE80::1%25eth0]/",
  ])
  func `any other URL is refused before it reaches the wire`(url: String) {
    #expect { try RequestRules.check(url: url) } throws: { ($0 as? TransferError)?.kind == .invalidURL }
  }

  @Test func `a request whose URL was accepted is checked again when it gets another one`() throws {
    var request = URLRequest(
      urlText: "http://h/a", isURLChecked: true, method: nil, headerFields: HeaderFields(), body: .none,
      timeoutInterval: 60)
    let copy = request
    request.httpMethod = "POST"
    try RequestRules.check(request)
    request.urlText = "http://h/a b"
    #expect(throws: TransferError.self) { try RequestRules.check(request) }
    try RequestRules.check(copy)
  }

  @Test(arguments: [
    ("http://", "it has no host", -1000), ("http:/127.0.0.1/x", "it has no host", -1000),
    ("HTTPS:h", "it has no host", -1000), ("http://127.0.0.1:99999/", "its port is larger than 65535", -1000),
    ("http://h/a b", "it contains a space", -1000), ("ftp://h/a", "its scheme is not http or https", -1002),
    ("httpx:/h", "its scheme is not http or https", -1002), ("h/a", "it has no scheme", -1002),
    ("h/a:b", "it has no scheme", -1002), (":h", "it has no scheme", -1002), ("", "it has no scheme", -1002),
  ])
  func `a refused URL has the code that Foundation gives it, and a sentence that is true`(
    url: String, reason: String, code: Int
  ) {
    #expect { try RequestRules.check(url: url) } throws: { error in
      (error as? TransferError).map { $0.urlErrorCode == code && $0.message.contains(reason) } ?? false
    }
  }

  @Test(arguments: ["", "G ET", "GET\r\n", "GET / HTTP/1.1\r\nEvil: 1\r\nX:", "GÉT", "CONNECT"])
  func `a method that is no token, or asks for a tunnel, is refused`(method: String) {
    #expect { try RequestRules.check(method: method) } throws: { ($0 as? TransferError)?.kind == .invalidRequest }
  }

  @Test(arguments: [("", "v"), ("A B", "v"), ("A:", "v"), ("A", "v\r\nEvil: 1"), ("A", "v\u{0}"), ("A\n", "v")])
  func `a header that could forge another is refused`(name: String, value: String) {
    #expect { try RequestRules.check(name: name, value: value) } throws: {
      ($0 as? TransferError)?.kind == .invalidRequest
    }
  }

  @Test func `fields that were accepted are checked again when the section changes in another way`() throws {
    func refuses(_ change: (inout URLRequest) -> Void) -> Bool {
      var request = URLRequest(
        urlText: "http://h/", method: nil, headerFields: HeaderFields(), body: .none, timeoutInterval: 60)
      request.setChecked("v", forHTTPHeaderField: "A")
      change(&request)
      return (try? RequestRules.check(request)) == nil
    }
    #expect(!refuses { $0.setChecked("w", forHTTPHeaderField: "A") })
    #expect(refuses { $0.headerFields.append("B", "v\n") })
    #expect(refuses { $0.setValue("v\n", forHTTPHeaderField: "A") })
    #expect(refuses { $0.addValue("v\n", forHTTPHeaderField: "A") })
    #expect(refuses { $0.allHTTPHeaderFields = ["A B": "v"] })
    #expect(
      refuses {
        $0.setValue("v\n", forHTTPHeaderField: "B")
        $0.setChecked("w", forHTTPHeaderField: "A")
      })
    let given = HeaderFields(fields: [.init(name: "A", value: "v\n")])
    let request = URLRequest(urlText: "http://h/", method: nil, headerFields: given, body: .none, timeoutInterval: 60)
    #expect((try? RequestRules.check(request)) == nil)
  }

  @Test func `a request that libcurl has no room for is refused`() throws {
    var request = URLRequest(urlText: "http://h/")
    for name in ["A", "B", "C", "D"] { request.headerFields.set(name, to: String(repeating: "a", count: 249_000)) }
    try RequestRules.check(request)
    request.headerFields.set("E", to: String(repeating: "a", count: 4000))
    #expect { try RequestRules.check(request) } throws: { ($0 as? TransferError)?.kind == .invalidRequest }
    request.headerFields = HeaderFields(fields: [.init(name: "A", value: String(repeating: "a", count: 300_000))])
    #expect { try RequestRules.check(request) } throws: { ($0 as? TransferError)?.kind == .invalidRequest }
    request.headerFields = HeaderFields()
    request.urlText += String(repeating: "a", count: 1_000_000)
    #expect { try RequestRules.check(request) } throws: { ($0 as? TransferError)?.kind == .invalidRequest }
  }

  @Test func `a refusal never shows the header's value`() {
    #expect { try RequestRules.check(name: "Authorization", value: "Bearer s3cret\n") } throws: {
      !"\($0)".contains("s3cret")
    }
  }
}
