import Testing

@testable import MoyaHTTP

/// The rules of RFC 6265bis, one per row: what a server sets, from which URL, and what another request then sends.
@Suite struct CookieJarTests {
  private static let now: Int64 = 1_800_000_000

  private func set(_ jar: inout CookieJar, _ field: [UInt8], from url: String, at now: Int64 = now) throws {
    let source = try #require(CookieRequest(urlText: url))
    field.withUnsafeBytes { jar.receive($0, from: source, at: now) }
  }

  private func set(_ jar: inout CookieJar, _ field: String, from url: String, at now: Int64 = now) throws {
    try set(&jar, Array(field.utf8), from: url, at: now)
  }

  private func sent(_ jar: inout CookieJar, to url: String, own: String? = nil, at now: Int64 = now) throws -> String? {
    jar.field(for: try #require(CookieRequest(urlText: url)), own: own, at: now)
  }

  private static let origin = "https://www.example.com/docs/page"

  @Test(
    arguments: [
      // The field, the URL of the next request, and the cookie that it sends.
      ("a=1", origin, "a=1"), ("a=1", "https://www.example.com/docs", "a=1"), ("a=1", "https://www.example.com/", nil),
      ("a=1", "https://WWW.Example.COM:444/docs/x", "a=1"), ("a=1", "http://www.example.com/docs", "a=1"),
      ("a=1", "https://x.www.example.com/docs/", nil), ("a=1", "https://example.com/docs/", nil),
      (" a = 1 ; x", origin, "a=1"), ("a=", origin, "a="), ("a=\"1\"", origin, "a=\"1\""), ("a=1=2", origin, "a=1=2"),
      ("a=b c, d", origin, "a=b c, d"), ("a=gr\u{fc}n", origin, "a=gr\u{fc}n"),
      // Cookies without a name, and characters that a field must not contain.
      ("a", origin, nil), ("=1", origin, nil), ("", origin, nil), ("; Path=/", origin, nil),
      ("a=1\u{1}", origin, nil), ("a=1; Path=/\u{7f}", origin, nil), ("a=1\t2", origin, nil),
      ("a=1;\tPath=/", origin, "a=1"),
      // Path.
      ("a=1; Path=/", "https://www.example.com", "a=1"), ("a=1; path=/docs", "https://www.example.com/docs", "a=1"),
      ("a=1; Path=/docs", "https://www.example.com/docs/x", "a=1"),
      ("a=1; Path=/docs", "https://www.example.com/docsx", nil),
      ("a=1; Path=/docs", "https://www.example.com/docs?x", "a=1"),
      ("a=1; Path=/docs/", "https://www.example.com/docs", nil),
      ("a=1; Path=/docs/", "https://www.example.com/docs/x", "a=1"), ("a=1; Path=/Docs", origin, nil),
      ("a=1; Path=", origin, "a=1"), ("a=1; Path=docs", "https://www.example.com/", nil),
      ("a=1; Path=/x; Path=/", "https://www.example.com/", "a=1"),
      // Domain.
      ("a=1; Domain=example.com", "https://example.com/docs/x", "a=1"),
      ("a=1; Domain=.Example.com", "https://x.y.example.com/docs/x", "a=1"),
      ("a=1; Domain=example.com.", origin, nil), ("a=1; Domain=www.example.com.", origin, nil),
      ("a=1; Domain=..example.com", origin, nil), ("a=1; Domain=..www.example.com", origin, nil),
      ("a=1; Domain=.", origin, "a=1"), ("a=1; Domain=..", origin, nil),
      ("a=1", "https://www.example.com./docs/", nil),
      ("a=1; Domain=example.com", "https://www.example.com./docs/", nil),
      // The same host in another spelling.
      ("a=1", "https://www.%65xample.com/docs/", "a=1"), ("a=1", "https://www%2Eexample.com/docs/", "a=1"),
      ("a=1; Domain=example.com", "https://badexample.com/docs/x", nil),
      ("a=1; Domain=ample.com", origin, nil), ("a=1; Domain=other.com", origin, nil),
      ("a=1; Domain=x.www.example.com", origin, nil),
      ("a=1; Domain=", origin, "a=1"), ("a=1; Domain=", "https://x.www.example.com/docs/", nil),
      ("a=1; Domain=other.com; Domain=example.com", "https://example.com/docs/", "a=1"),
      ("a=1; Domain=com", origin, nil), ("a=1; Domain=.com.", origin, nil), ("a=1; Domain=a b", origin, nil),
      // The rest.
      ("a=1; Secure", "http://www.example.com/docs/", nil), ("a=1; secure=no", "http://www.example.com/docs/", nil),
      ("a=1; Secure", origin, "a=1"), ("a=1; HttpOnly; SameSite=Strict; Priority=High", origin, "a=1"),
      ("a=1; Max-Age=0", origin, nil), ("a=1; Max-Age=-1", origin, nil), ("a=1; Max-Age=x", origin, "a=1"),
      ("a=1; Max-Age=99999999999999999999", origin, "a=1"), ("a=1; Max-Age=", origin, "a=1"),
      ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", origin, nil), ("a=1; Expires=nonsense", origin, "a=1"),
      ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=9", origin, "a=1"),
      ("a=1; Max-Age=0; Expires=Fri, 01 Jan 2100 00:00:00 GMT", origin, nil),
      // Prefixes, in any case.
      ("__Secure-a=1; Secure", origin, "__Secure-a=1"), ("__Secure-a=1", origin, nil), ("__SECURE-a=1", origin, nil),
      ("__Host-a=1; Secure; Path=/", origin, "__Host-a=1"), ("__Host-a=1; Secure", origin, nil),
      ("__Host-a=1; Secure; Path=/docs", origin, nil), ("__Host-a=1; Path=/", origin, nil),
      ("__host-a=1; Secure; Path=/; Domain=www.example.com", origin, nil),
      ("__Host-a=1; Secure; Path=/; Domain=", origin, "__Host-a=1"),
      ("__Secure-\u{301}=1", origin, nil), ("__Host-\u{301}=1; Secure", origin, nil),
      ("__Host-\u{301}=1; Secure; Path=/; Domain=www.example.com", origin, nil),
    ] as [(String, String, String?)])
  func `a cookie goes where its server may send it`(field: String, url: String, cookie: String?) throws {
    var jar = CookieJar()
    try set(&jar, field, from: Self.origin)
    #expect(try sent(&jar, to: url) == cookie)
  }

  @Test(
    arguments: [
      // The URL, Domain, and whether a host below it gets the cookie.
      ("https://shop.co.uk/", "co.uk", nil), ("https://shop.co.uk/", "shop.co.uk", true),
      ("https://me.github.io/", "github.io", nil), ("https://me.github.io/", "GitHub.io.", nil),
      // If the host itself is a suffix, the cookie is for that host alone.
      ("https://github.io/", "github.io", false), ("https://localhost/", "localhost", false),
      ("https://intranet/", "intranet", false),
      ("https://a.app.localhost/", "app.localhost", true), ("https://a.app.localhost/", "localhost", nil),
      ("https://a.unlisted/", "unlisted", nil), ("https://a.b.unlisted/", "b.unlisted", true),
      // Rules with a star, and the exception to one.
      ("https://a.b.ck/", "b.ck", nil), ("https://x.a.b.ck/", "a.b.ck", true), ("https://x.www.ck/", "www.ck", true),
      ("https://x.city.kawasaki.jp/", "city.kawasaki.jp", true), ("https://x.kawasaki.jp/", "kawasaki.jp", nil),
      // An IP address has no subdomains.
      ("https://127.0.0.1/", "127.0.0.1", false), ("https://127.0.0.1/", "0.0.1", nil),
      ("https://127.0.0.1/", "1", nil),
      ("https://[::1]/", "[::1]", false), ("https://[::1]/", "::1", false),
      // Names outside ASCII, as the Public Suffix List and as servers write them.
      ("https://x.xn--55qx5d.cn/", "xn--55qx5d.cn", nil), ("https://x.公司.cn/", "公司.cn", nil),
      ("https://a.xn--bcher-kva.example/", "bücher.example", true),
    ] as [(String, String, Bool?)])
  func `a domain is the host or above it, and no public suffix`(url: String, domain: String, below: Bool?) throws {
    var jar = CookieJar()
    try set(&jar, "a=1; Path=/; Domain=\(domain)", from: url)
    #expect(try sent(&jar, to: url) == (below == nil ? nil : "a=1"))
    #expect(jar.cookies(at: Self.now).first?.includesSubdomains == below)
  }

  @Test func `a cookie takes the place of the same one, and keeps its place in the field`() throws {
    var jar = CookieJar()
    for field in ["a=1", "b=2; Path=/docs/page", "c=3", "a=4", "a=5; Path=/", "a=6; Domain=example.com"] {
      try set(&jar, field, from: Self.origin)
    }
    #expect(try sent(&jar, to: Self.origin) == "b=2; a=4; c=3; a=6; a=5")
    try set(&jar, "a=; Max-Age=0; Domain=example.com", from: "https://example.com/docs/other")
    #expect(try sent(&jar, to: Self.origin) == "b=2; a=4; c=3; a=5")
  }

  @Test func `names that differ in Unicode's normalization alone are two cookies`() throws {
    var jar = CookieJar()
    for field in ["\u{E9}=1", "e\u{301}=2"] { try set(&jar, field, from: Self.origin) }
    #expect(try sent(&jar, to: Self.origin).map { Array($0.utf8) } == Array("\u{E9}=1; e\u{301}=2".utf8))
  }

  @Test func `what came without TLS does not stand in for a secure cookie`() throws {
    var jar = CookieJar()
    try set(&jar, "a=safe; Secure; Path=/docs; Domain=example.com", from: Self.origin)
    for field in [
      "a=bad", "a=bad; Path=/docs/x", "a=bad; Domain=example.com", "a=; Max-Age=0; Path=/docs", "a=bad; Secure",
    ] {
      try set(&jar, field, from: "http://www.example.com/docs/page")
    }
    #expect(jar.count == 1)
    try set(&jar, "a=other; Path=/docsx", from: "http://www.example.com/docs/page")
    try set(&jar, "a=mine; Path=/docs; Domain=example.com", from: Self.origin)
    #expect(try sent(&jar, to: Self.origin) == "a=mine" && jar.count == 2)
  }

  @Test func `a cookie ends with its time, at most in 400 days`() throws {
    var jar = CookieJar()
    try set(&jar, "a=1; Max-Age=10", from: Self.origin)
    try set(&jar, "b=2; Expires=Fri, 31 Dec 9999 23:59:59 GMT", from: Self.origin)
    #expect(try sent(&jar, to: Self.origin, at: Self.now + 9) == "a=1; b=2")
    #expect(try sent(&jar, to: Self.origin, at: Self.now + 10) == "b=2")
    #expect(try sent(&jar, to: Self.origin, at: Self.now + 400 * 86400) == nil)
  }

  @Test func `a caller's own cookies come first, once`() throws {
    var jar = CookieJar()
    for field in ["a=1", "b=2", "c=3"] { try set(&jar, field, from: Self.origin) }
    #expect(try sent(&jar, to: Self.origin, own: "x=0; b=own") == "x=0; b=own; a=1; c=3")
    #expect(try sent(&jar, to: "https://other.com/", own: "x=0") == "x=0")
  }

  @Test func `a server has room for so many cookies, and pushes out none of others`() throws {
    var jar = CookieJar()
    try set(&jar, "kept=1; Path=/", from: "https://other.org/")
    try set(&jar, "first=1; Secure; Path=/", from: Self.origin)
    for number in 0..<CookieJar.limit { try set(&jar, "c\(number)=1; Path=/", from: "https://h\(number).example.com/") }
    #expect(jar.count == CookieJar.limitPerSite + 1)
    #expect(try sent(&jar, to: "https://other.org/") == "kept=1")
    #expect(try sent(&jar, to: "https://www.example.com/") == "first=1", "a secure cookie goes last")
    for number in 0..<CookieJar.limit { try set(&jar, "a=1; Path=/", from: "https://site\(number).com/") }
    #expect(jar.count == CookieJar.limit)
  }

  @Test func `a field has room for so many bytes and cookies`() throws {
    var jar = CookieJar()
    for number in 0..<3 {
      try set(&jar, "large\(number)=\(String(repeating: "x", count: 4000)); Path=/x", from: Self.origin)
    }
    for number in 0..<170 { try set(&jar, "c\(number)=1; Path=/", from: Self.origin) }
    let field = try #require(try sent(&jar, to: "https://www.example.com/x"))
    #expect(field.utf8.count <= CookieJar.largestField && field.contains("large1=") && !field.contains("large2="))
    let count = try #require(try sent(&jar, to: "https://www.example.com/")).split(separator: ";").count
    #expect(count == CookieJar.limitPerRequest)
    try set(&jar, "huge=" + String(repeating: "x", count: 4093), from: Self.origin)
    #expect(try sent(&jar, to: Self.origin)?.contains("huge") == false)
    try set(&jar, [0x61, 0x3D, 0xFF], from: Self.origin)
    #expect(jar.cookies(at: Self.now).allSatisfy { $0.name != "a" }, "no UTF-8")
  }

  @Test func `no description of a cookie shows its value`() throws {
    let cookie = try HTTPCookie(name: "session", value: "s3cret", domain: "example.com")
    var dumped = ""
    dump(cookie, to: &dumped)
    for text in ["\(cookie)", String(reflecting: cookie), dumped, "\([cookie])"] {
      #expect(text.contains("session") && !text.contains("s3cret"), "\(text)")
    }
  }
}
