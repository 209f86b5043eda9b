import Testing

@testable import MoyaHTTP

/// The rules of HSTS (RFC 6797).
@Suite struct StrictHostsTests {
  private static let now: Int64 = 1_800_000_000

  @Test(arguments: [
    // The field, the URL of the next request, and the URL that is used; nil: it is unchanged.
    ("max-age=9", "http://example.com/x?y#z", "https://example.com/x?y#z"),
    ("MAX-AGE = \"9\"", "http://example.com", "https://example.com"),
    ("max-age=9", "http://EXAMPLE.com./x", "https://EXAMPLE.com./x"), ("max-age=9", "http://a.example.com/", nil),
    ("max-age=9; includeSubDomains", "http://b.a.example.com/", "https://b.a.example.com/"),
    (";; max-age=9 ;INCLUDESUBDOMAINS; preload; x=\"y\"", "http://a.example.com/", "https://a.example.com/"),
    ("max-age=9; x=\"a; b\"; includeSubDomains", "http://a.example.com/", "https://a.example.com/"),
    ("x=\"\\\"; max-age=0; \"; max-age=9", "http://example.com/", "https://example.com/"),
    ("max-age=\"9\"", "http://example.com/", "https://example.com/"),
    ("max-age=9; includeSubDomains", "http://badexample.com/", nil),
    ("max-age=9; includeSubDomains", "http://com/", nil),
    ("max-age=9", "http://example.com:80/x", "https://example.com/x"),
    ("max-age=9", "http://example.com:8080/x", "https://example.com:8080/x"),
    ("max-age=9", "http://u:p@example.com/", "https://u:p@example.com/"), ("max-age=9", "https://example.com/", nil),
    ("max-age=99999999999999999999", "http://example.com/", "https://example.com/"),
    ("max-age=0", "http://example.com/", nil), ("", "http://example.com/", nil),
    ("includeSubDomains", "http://example.com/", nil),
    ("max-age=-1", "http://example.com/", nil), ("max-age", "http://example.com/", nil),
    ("max-age=9s", "http://example.com/", nil),
    ("max-age=9; max-age=9", "http://example.com/", nil),
    ("max-age=9; includeSubDomains=1", "http://example.com/", nil),
    ("max-age=9; a b", "http://example.com/", nil),
  ])
  func `a host that asks for TLS gets no other URL`(field: String, url: String, upgraded: String?) {
    var hosts = StrictHosts()
    hosts.receive(field, from: "example.com", at: Self.now)
    #expect(hosts.upgraded(url, at: Self.now) == upgraded ?? url)
    #expect(hosts.upgraded(url, at: Self.now + (1 << 41)) == url, "its time ends")
  }

  @Test(arguments: ["127.0.0.1", "::1", "1.2.3", "0x7f.1", "2130706433"])
  func `an address asks in vain`(host: String) {
    var hosts = StrictHosts()
    hosts.receive("max-age=9", from: host, at: Self.now)
    #expect(hosts.count == 0)
  }

  @Test func `a host takes back what it asked for, and the latest counts`() {
    var hosts = StrictHosts()
    hosts.receive("max-age=9; includeSubDomains", from: "example.com", at: Self.now)
    hosts.receive("max-age=9", from: "example.com", at: Self.now)
    #expect(hosts.contains("example.com", at: Self.now) && !hosts.contains("a.example.com", at: Self.now))
    hosts.receive("max-age=0", from: "example.com", at: Self.now)
    #expect(hosts.count == 0)
    for number in 0...StrictHosts.limit { hosts.receive("max-age=\(number + 1)", from: "h\(number).com", at: Self.now) }
    #expect(hosts.count == StrictHosts.limit && !hosts.contains("h0.com", at: Self.now))
  }

  @Test func `a file of curl's is read, and written as it was`() throws {
    let text = ".example.com \"20300228 23:59:58\"\nexample.org \"unlimited\"\n"
    var hosts = StrictHosts()
    try hosts.read("# curl\n\n" + text + "old.com \"20200101 00:00:00\"\n", at: Self.now)
    #expect(hosts.text(at: Self.now).hasSuffix("libmoya.\n" + text))
    #expect(hosts.contains("a.example.com", at: Self.now) && !hosts.contains("a.example.org", at: Self.now))
    for line in [
      "example.com", "example.com tomorrow", "a.b \"20301301 00:00:00\"",
    ] {
      let fault = #expect(throws: KeptFault.self) { try hosts.read(line, at: Self.now) }
      #expect(fault?.reason.hasPrefix("line 1 ") == true)
    }
  }

  @Test(arguments: ["exa=mple/", "127.0.0.1", "::1"])
  func `a host of the file that is no name is dropped with a reason, and the others stay`(host: String) throws {
    let text = "a.example \"unlimited\"\nb.example \"unlimited\"\n"
    var hosts = StrictHosts()
    let dropped = try hosts.read("\(host) \"unlimited\"\n" + text, at: Self.now)
    #expect(dropped.count == 1 && dropped.first?.hasPrefix("line 1: ") == true, "\(dropped)")
    #expect(hosts.text(at: Self.now).hasSuffix("libmoya.\n" + text))
  }

  @Test func `of a file with more hosts than are stored, those that expire last are read, with one reason`() throws {
    let lines = (0..<5000).map { "h\($0).com \"2030\(1001 + $0 / 500) 00:00:00\"\n" }
    var hosts = StrictHosts()
    let dropped = try hosts.read(lines.shuffled().joined() + "last.com \"unlimited\"\n", at: Self.now)
    #expect(dropped == ["it has more than 1000 hosts; those that expire last stay"])
    #expect(hosts.count == StrictHosts.limit && hosts.contains("last.com", at: Self.now))
    #expect(!hosts.contains("h0.com", at: Self.now) && hosts.contains("h4999.com", at: Self.now))
  }
}
