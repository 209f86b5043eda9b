import MoyaTestSupport
import PublicSuffixList
import Testing

@testable import MoyaHTTP

@Suite struct CookieFileTests {
  private let now: Int64 = 1_800_000_000

  @Test func `a file of curl's is read, and written as it was`() throws {
    let lines = [
      "example.com\tFALSE\t/\tFALSE\t0\tsession\tx=y z", "#HttpOnly_.example.com\tTRUE\t/docs\tTRUE\t1900000000\tb\t",
      "127.0.0.1\tFALSE\t/\tFALSE\t0\tc\t3",
    ]
    var jar = CookieJar()
    let old = "example.org\tFALSE\t/\tFALSE\t1700000000\told\t1"
    try jar.read("# Netscape HTTP Cookie File\n\n" + (lines + [old]).joined(separator: "\r\n") + "\n# end\n", at: now)
    #expect(jar.text(at: now) == CookieJar.fileHeader + lines.map { $0 + "\n" }.joined())
    #expect(jar.cookies(at: now).map(\.isHTTPOnly) == [false, true, false])
  }

  @Test(arguments: [
    ("s3cret", "parts"), ("a\tb\tc\td\te\tf\tg\th", "parts"), ("example.com\tYES\t/\tFALSE\t0\ta\t1", "TRUE or FALSE"),
    ("example.com\tFALSE\t/\tFALSE\tsoon\ta\t1", "seconds"), ("example.com\tFALSE\t/\tFALSE\t-1\ta\t1", "seconds"),
  ])
  func `a line with another format is named by its number, without a value`(line: String, reason: String) {
    var jar = CookieJar()
    let fault = #expect(throws: KeptFault.self) { try jar.read("# a\n\n\(line)\n", at: now) }
    let text = fault?.reason ?? ""
    #expect(text.contains("line 3") && text.contains(reason) && !text.contains("s3cret"), "\(text)")
  }

  @Test(arguments: [
    ("exa mple\tFALSE\t/\tFALSE\t0\ta\t1", "domain"), ("example.com\tFALSE\tx\tFALSE\t0\ta\t1", "path"),
    ("example.com\tFALSE\t/\tFALSE\t0\t\t1", "name is empty"),
    ("example.com\tFALSE\t/\tFALSE\t0\ta\ts3cret; b", "semicolon"),
    ("example.com\tFALSE\t/\tFALSE\t0\ta\ts3cret\u{1}", "control character"),
    (".co.uk\tTRUE\t/\tFALSE\t0\ta\t1", "public suffix"),
    ("example.com\tFALSE\t/\tFALSE\t0\t__Host-a\t1", "__Host-"),
  ])
  func `a cookie that the rules do not allow is dropped with a reason, and the others stay`(
    line: String, reason: String
  ) throws {
    var jar = CookieJar()
    let others = ["example.org\tFALSE\t/\tFALSE\t0\tfirst\t1\n", "example.org\tFALSE\t/\tFALSE\t0\tlast\t2\n"]
    let dropped = try jar.read("# a\n\(others[0])\(line)\n\(others[1])", at: now)
    let text = dropped.first ?? ""
    #expect(dropped.count == 1 && text.hasPrefix("line 3: ") && text.contains(reason), "\(dropped)")
    #expect(!text.contains("s3cret"))
    #expect(jar.text(at: now) == CookieJar.fileHeader + others.joined())
  }

  @Test(
    arguments: [
      // The field, the URL of the response, and the path of the cookie; nil if the cookie is refused.
      ("a=1", "http://h.example/app;id=7/page", "/app;id=7"), ("a=1; Path=/a\tb", "http://h.example/", nil),
      ("a=1; Path=/\t", "http://h.example/", "/"), ("a=\u{301}; Path=/\u{301}", "http://h.example/", "/\u{301}"),
      ("#a=#HttpOnly_; HttpOnly; Domain=h.example", "http://h.example/x/y", "/x"), ("a=\u{2028}", "http://[::1]/", "/"),
    ] as [(String, String, String?)])
  func `what a server has set is read from the file again`(field: String, url: String, path: String?) throws {
    var jar = CookieJar()
    let source = try #require(CookieRequest(urlText: url))
    Array(field.utf8).withUnsafeBytes { jar.receive($0, from: source, at: now) }
    #expect(jar.cookies(at: now).map(\.path) == (path.map { [$0] } ?? []))
    var again = CookieJar()
    try again.read(jar.text(at: now), at: now)
    #expect(again.cookies(at: now) == jar.cookies(at: now))
  }

  @Test func `of a file with more cookies than a jar stores, the newest are read, with one reason`() throws {
    let lines = (0..<6000).map { "h\($0).com\tFALSE\t/\tFALSE\t0\ta\t1\n" }
    let ended = "old.com\tFALSE\t/\tFALSE\t1700000000\ta\t1\n"
    var jar = CookieJar()
    let reason = "it has more than 3000 cookies; the newest stay"
    #expect(try jar.read(lines.joined() + ended, at: now) == [reason])
    #expect(jar.text(at: now) == CookieJar.fileHeader + lines.suffix(CookieJar.limit).joined())
    var one = CookieJar()
    let site = (0..<4000).map { "a.com\tFALSE\t/\tFALSE\t0\tn\($0)\t1\n" }
    #expect(try one.read(lines[0] + site.joined(), at: now) == [reason])
    #expect(one.text(at: now) == CookieJar.fileHeader + lines[0] + site.suffix(CookieJar.limitPerSite).joined())
    var same = CookieJar()
    #expect(try same.read(String(repeating: lines[0], count: 4000), at: now) == [])
    #expect(same.count == 1)
  }

  @Test func `a full jar whose cookies have long paths makes a file that can be read again`() throws {
    let folder = "/" + String(repeating: "a", count: 1000) + "/"
    let long = folder + String(repeating: "b", count: 9000) + "/x"
    let source = try #require(CookieRequest(urlText: "http://h.example" + long))
    var jar = CookieJar()
    Array("a=1".utf8).withUnsafeBytes { jar.receive($0, from: source, at: now) }
    #expect(jar.cookies(at: now).map(\.path) == [String(folder.dropLast())])
    #expect(jar.field(for: source, at: now) == "a=1")
  }

  @Test(
    arguments: [
      // The examples of RFC 9110 §5.6.7, and what servers send (RFC 6265 §5.1.1).
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("06 november 1994 8:49:37", 784_111_777),
      ("6.Nov.94,08:49:37UTC", 784_111_777),
      ("1 Jan 70 00:00:00", 0), ("1 Jan 69 00:00:00", 3_124_224_000), ("29 Feb 2024 00:00:00", 1_709_164_800),
      ("29 Feb 2023 00:00:00", nil), ("31 Apr 2024 00:00:00", nil), ("1 Jan 1600 00:00:00", nil),
      ("1 Jan 2024 24:00:00", nil),
      ("1 Jan 2024 00:60:00", nil), ("1 Jan 2024", nil), ("0 Jan 2024 00:00:00", nil), ("1 Foo 2024 00:00:00", nil),
      ("", nil),
    ] as [(String, Int64?)])
  func `a date is known by its parts`(text: String, seconds: Int64?) { #expect(CookieDate.seconds(text) == seconds) }

  @Test func `a newer list counts in place of the one inside`() throws {
    #expect(PublicSuffixes(list: "<html>com</html>") == nil && PublicSuffixes(list: "") == nil)
    let list = try #require(PublicSuffixes(list: "// a\ncom\nco.uk\n*.New\n!old.new\n公司.cn  behind\n"))
    let rows = [("a.new", true), ("old.new", false), ("x.a.new", false), ("github.io", false), ("xn--55qx5d.cn", true)]
    for (host, isSuffix) in rows { #expect(list.isSuffix(host) == isSuffix, "\(host)") }
    #expect(list.site(of: "x.old.new") == "old.new" && list.site(of: "y.x.a.new") == "x.a.new")
    #expect(PublicSuffixes.builtin.site(of: "a.b.github.io") == "b.github.io")
  }

  @Test func `a rule of a newer list may have more labels than the list inside`() throws {
    let list = try #require(PublicSuffixes(list: "com\nco.uk\na.b.c.d.e.f.g.h.i.com\n*.k.b.c.d.e.f.g.h.i.com\n"))
    let name = "b.c.d.e.f.g.h.i.com"
    for (host, site) in [
      ("y.x.a.\(name)", "x.a.\(name)"), ("y.x.k.\(name)", "y.x.k.\(name)"), ("z.y.x.k.\(name)", "y.x.k.\(name)"),
      ("y.x.\(name)", "i.com"),
    ] {
      #expect(list.site(of: host) == site)
    }
  }

  @Test func `the work for a host does not grow faster than its number of labels`() {
    let suffixes = PublicSuffixes.builtin
    func host(_ labels: Int) -> String { String(repeating: "a.", count: labels) + "b.co.uk" }
    #expect(suffixes.site(of: host(120)) == "b.co.uk" && !suffixes.isSuffix(host(120)))
    let (small, large) = (host(1000), host(4000))
    let few = workTime { for _ in 0..<4 { #expect(suffixes.site(of: small) == "b.co.uk") } }
    let most = workTime { for _ in 0..<4 { #expect(suffixes.site(of: large) == "b.co.uk") } }
    #expect(most < 8 * few, "four times as many labels")
  }

  @Test func `every rule of the list inside is found`() {
    let rules = "\(BuiltinSuffixes.rules)".split { $0 == " " || $0 == "\n" }
    #expect(rules.count > 10_000)
    #expect(rules.allSatisfy { $0.split(separator: ".").count <= PublicSuffixes.mostBuiltinLabels })
    let lost = rules.filter { rule in
      let isException = rule.hasPrefix("!")
      let host = isException ? String(rule.dropFirst()) : String(rule.replacing("*", with: "x"))
      return PublicSuffixes.builtin.isSuffix(host) == isException
    }
    // The host of an exception is not a suffix, although a rule with a star matches it.
    #expect(lost.isEmpty, "\(lost)")
  }
}
