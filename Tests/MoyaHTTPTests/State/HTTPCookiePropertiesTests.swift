import FoundationEssentials
import MoyaHTTP
import Testing

/// Cookies that a program makes from properties, as with Foundation.
@Suite struct HTTPCookiePropertiesTests {
  typealias Properties = [HTTPCookiePropertyKey: any Sendable]

  private static func named(_ more: Properties) -> Properties {
    let base: Properties = [.name: "a", .value: "s3cret", .path: "/", .domain: "example.com"]
    return base.merging(more) { _, new in new }
  }

  private func cookie(_ properties: Properties) -> HTTPCookie? {
    HTTPCookie(properties: properties.mapValues { $0 as Any })
  }

  @Test(
    arguments: [
      // The properties, the domain of the cookie, and whether the hosts below this domain get the cookie.
      ([.domain: "Example.com"], "example.com", false), ([.domain: ".example.com"], "example.com", true),
      ([.domain: ".127.0.0.1"], "127.0.0.1", false),
      ([.domain: "example.com", .originURL: "https://other.example/"], "example.com", false),
    ] as [(Properties, String, Bool)])
  func `a leading dot makes a domain of a host`(more: Properties, domain: String, below: Bool) throws {
    let cookie = try #require(self.cookie(Self.named(more)))
    #expect(cookie.domain == domain && cookie.includesSubdomains == below)
  }

  @Test(arguments: ["https://User@Www.Example.com:444/x?y", "http://www.example.com"])
  func `without a domain, the host of the origin counts`(origin: String) throws {
    var properties = Self.named([.originURL: origin])
    properties[.domain] = nil
    #expect(cookie(properties)?.domain == "www.example.com")
    properties[.originURL] = try #require(URL(string: origin))
    #expect(cookie(properties)?.domain == "www.example.com")
  }

  @Test(
    arguments: [
      ("TRUE", true), ("true", true), ("YES", true), ("1", true), (true, true), (1, true), ("FALSE", false),
      ("no", false), ("0", false), ("", false), (false, false), (0, false),
    ] as [(any Sendable, Bool)])
  func `yes and no have several spellings`(value: any Sendable, isYes: Bool) throws {
    let yes = try #require(cookie(Self.named([.secure: value, HTTPCookiePropertyKey("HttpOnly"): value])))
    #expect(yes.isSecure == isYes && yes.isHTTPOnly == isYes)
  }

  @Test(
    arguments: [
      ([.expires: Date(timeIntervalSince1970: 2_000_000_000)], 2_000_000_000),
      ([.expires: "Wed, 18 May 2033 03:33:20 GMT"], 2_000_000_000), ([.expires: "soon"], nil), ([:], nil),
      ([.expires: "Wed, 18 May 2033 03:33:20 GMT", .maximumAge: "0"], 0), ([.maximumAge: -1], 0),
      ([.expires: "Wed, 18 May 2033 03:33:20 GMT", .maximumAge: "x"], 2_000_000_000),
      ([.expires: "Wed, 18 May 2033 03:33:20 GMT", .discard: "TRUE"], nil),
      ([.expires: "Wed, 18 May 2033 03:33:20 GMT", .version: "1", .port: "80", .comment: "c"], 2_000_000_000),
    ] as [(Properties, TimeInterval?)])
  func `a lifetime comes before a date`(more: Properties, seconds: TimeInterval?) throws {
    let cookie = try #require(self.cookie(Self.named(more)))
    #expect(cookie.expiresDate?.timeIntervalSince1970 == seconds && cookie.isSessionOnly == (seconds == nil))
  }

  @Test(arguments: [1_000_000_000, "1000000000"] as [any Sendable])
  func `a lifetime counts from now`(age: any Sendable) throws {
    let date = try #require(cookie(Self.named([.maximumAge: age]))?.expiresDate)
    #expect(date > Date(timeIntervalSince1970: 2_000_000_000))
  }

  @Test(arguments: [.name, .value, .path, .domain] as [HTTPCookiePropertyKey])
  func `a property that is missing makes no cookie`(key: HTTPCookiePropertyKey) {
    var properties = Self.named([:])
    #expect(cookie(properties) != nil)
    properties[key] = nil
    #expect(cookie(properties) == nil)
  }

  @Test(
    arguments: [
      [.name: ""], [.name: "a=b"], [.name: 1], [.value: "1; b=2"], [.value: "1\r\nX: 1"], [.path: "x"],
      [.domain: "exa mple"], [.domain: ""], [.name: "__Secure-a"], [.name: "__Host-a", .domain: ".example.com"],
    ] as [Properties])
  func `a value that no server may set makes no cookie`(more: Properties) {
    #expect(cookie(Self.named(more)) == nil)
  }

  @Test(
    arguments: [
      [:], [.domain: ".example.com"], [.secure: "TRUE", .path: "/docs"],
      [.expires: Date(timeIntervalSince1970: 2_000_000_000), HTTPCookiePropertyKey("HttpOnly"): "TRUE"],
    ] as [Properties])
  func `a cookie's properties make the same cookie`(more: Properties) throws {
    let cookie = try #require(self.cookie(Self.named(more)))
    let properties = try #require(cookie.properties)
    #expect(HTTPCookie(properties: properties) == cookie)
  }

  @Test func `cookies make one field, in their order`() throws {
    let cookies = try ["b", "a"].map { try HTTPCookie(name: $0, value: "\($0)=1", domain: "example.com") }
    #expect(HTTPCookie.requestHeaderFields(with: cookies) == ["Cookie": "b=b=1; a=a=1"])
    #expect(HTTPCookie.requestHeaderFields(with: []) == [:])
  }

  @Test(arguments: [
    // A field, and the cookies that it sets.
    ("a=1", "a=1"), ("a=1,b=2", "a=1 b=2"), ("a=1; Path=/x , b=2; Secure", "a=1 b=2"), ("a=1,2", "a=1,2"),
    ("a=1; Expires=Wed, 18 May 2033 03:33:20 GMT, b=2", "a=1 b=2"), ("a=1, =2", "a=1, =2"), (",,", ""), ("", ""),
    ("a=1; Domain=example.com, b=2; Domain=other.example, c=3; Domain=com", "a=1"), ("a, b=2", "b=2"),
  ])
  func `the cookies of a response are those that its host may set`(field: String, cookies: String) throws {
    let url = try #require(URL(string: "https://www.example.com/docs/page"))
    let found = HTTPCookie.cookies(withResponseHeaderFields: ["X": "x=1", "set-cookie": field], for: url)
    #expect(found.map { "\($0.name)=\($0.value)" }.joined(separator: " ") == cookies)
    #expect(found.allSatisfy { $0.domain == "www.example.com" || $0.includesSubdomains })
  }

  @Test func `the cookies of a response have its attributes`() throws {
    let url = try #require(URL(string: "https://www.example.com/docs/page"))
    let fields = ["Set-Cookie": "a=1; Domain=.example.com; Secure; HttpOnly; Max-Age=0"]
    let cookie = try #require(HTTPCookie.cookies(withResponseHeaderFields: fields, for: url).first)
    #expect(cookie.domain == "example.com" && cookie.includesSubdomains && cookie.path == "/docs")
    #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.expiresDate == Date(timeIntervalSince1970: 0))
  }
}
