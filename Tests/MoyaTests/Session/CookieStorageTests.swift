import Moya
import MoyaTestSupport
import Testing

/// The cookies and HSTS of a session. The servers are nginx and Apache.
@Suite(.timeLimitOfAll) struct CookieStorageTests {
  private let peers = Peers.shared
  private let configuration: URLSessionConfiguration = {
    let configuration = URLSessionConfiguration.default
    configuration.certificateAuthorityFile = Peers.shared.authority
    configuration.proxy = ""
    configuration.httpCookieStorage = HTTPCookieStorage()
    return configuration
  }()

  private func body(
    _ url: String, _ session: Session, headers: [String: String]? = nil, plugins: [any PluginType] = []
  ) throws -> String {
    var target = Probe()
    target.baseURL = try #require(URL(string: url))
    target.path = ""
    target.headers = headers
    let ending = Ending()
    MoyaProvider<Probe>(session: session, plugins: plugins).request(target, completion: ending.completion)
    return String(decoding: try ending.response().data, as: UTF8.self)
  }

  @Test func `a redirect takes along the cookies of where it leads, and no others`() throws {
    let session = Session(configuration: configuration)
    let (here, there) = (peers.peer("plain"), peers.peer("plain", host: "127.0.0.1"))
    _ = try body("http://\(here)/set-cookie?c=a=here;Path=/", session)
    _ = try body("http://\(there)/set-cookie?c=b=there;Path=/", session)
    #expect(try body("http://\(here)/redirect/302?to=/echo", session).contains("cookie=a=here\n"))
    let own = ["Cookie": "own=1"]
    #expect(try body("http://\(here)/redirect/302?to=/echo", session, headers: own).contains("cookie=own=1; a=here\n"))
    #expect(
      try body("http://\(here)/redirect/307?to=http://\(there)/echo", session, headers: own).contains(
        "cookie=b=there\n"))
    // Cookies of different ports are shared. Cookies of different schemes are not.
    _ = try body("https://\(peers.peer("tls"))/set-cookie?c=s=safe;Secure;Path=/", session)
    #expect(try body("http://\(here)/echo", session).contains("cookie=a=here\n"))
    #expect(try body("https://\(peers.peer("h2"))/echo", session).contains("cookie=a=here; s=safe\n"))
  }

  @Test func `a plugin's Cookie field and the kept ones become one`() throws {
    struct Adding: PluginType {
      func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        var request = request
        request.setValue("plugin=1", forHTTPHeaderField: "cookie")
        return request
      }
    }
    let session = Session(configuration: configuration)
    _ = try body("http://\(peers.peer("plain"))/set-cookie?c=a=1;Path=/", session)
    let seen = try body("http://\(peers.peer("plain"))/echo", session, plugins: [Adding()])
    #expect(seen.contains("cookie=plugin=1; a=1\n"), "\(seen)")
  }

  @Test func `a stub sets no cookies, and a session without a storage keeps none`() throws {
    let storage = try #require(configuration.httpCookieStorage)
    configuration.httpCookieAcceptPolicy = .never
    #expect(configuration.httpCookieStorage == nil)
    let session = Session(configuration: configuration)
    _ = try body("http://\(peers.peer("plain"))/set-cookie?c=a=1;Path=/", session)
    #expect(try body("http://\(peers.peer("plain"))/echo", session).contains("cookie=\n"))
    configuration.httpCookieAcceptPolicy = .always
    #expect(configuration.httpCookieStorage?.cookies == [] && storage.cookies == [])
  }

  @Test func `a storage is read, set, emptied, and kept in a file`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/cookies.txt"
    let storage = try HTTPCookieStorage(file: path)
    let url = try #require(URL(string: "https://www.example.com/"))
    try storage.store(HTTPCookie(name: "a", value: "s3cret", domain: "example.com", includesSubdomains: true))
    try storage.store(HTTPCookie(name: "b", value: "2", domain: "other.org"))
    #expect(storage.cookies(for: url)?.map(\.name) == ["a"])
    #expect(throws: HTTPCookie.Fault.self) {
      try storage.store(HTTPCookie(name: "a", value: "1", domain: "github.io", includesSubdomains: true))
    }
    try storage.save()
    #expect(try HTTPCookieStorage(file: path).cookies == storage.cookies)
    #expect(storage.dropped == [])
    storage.removeCookies(below: "com")
    storage.cookies?.forEach(storage.deleteCookie)
    #expect(storage.cookies == [])
    try Data("a.org\tFALSE\t/\tFALSE\t0\tb\t2\n.github.io\tTRUE\t/\tFALSE\t0\ta\ts3cret\n".utf8)
      .write(to: URL(filePath: path))
    let odd = try HTTPCookieStorage(file: path)
    #expect(odd.cookies?.map(\.name) == ["b"] && odd.dropped.count == 1)
    #expect(odd.dropped.first?.hasPrefix("line 2: its domain is a public suffix") == true, "\(odd.dropped)")
    try Data("s3cret\n".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: TransferError.self) { try HTTPCookieStorage(file: path) }
    #expect(error?.kind == .file && error?.message.contains("line 1") == true && !"\(error as Any)".contains("s3cret"))
  }

  @Test func `the shared storage is one, and a session uses it only if it is named`() throws {
    let url = try #require(URL(string: "https://shared.example/"))
    HTTPCookieStorage.shared.setCookie(try HTTPCookie(name: "a", value: "1", domain: "shared.example"))
    #expect(HTTPCookieStorage.shared.cookies(for: url)?.map(\.name) == ["a"])
    #expect(URLSessionConfiguration.default.httpCookieStorage == nil)
    configuration.httpCookieStorage = .shared
    #expect(configuration.httpCookieStorage === HTTPCookieStorage.shared)
  }

  @Test(arguments: [
    // A cookie, the URL that sets it, and whether it is stored.
    (".example.com", "FALSE", "http://www.example.com/", true),
    ("www.example.com", "FALSE", "http://example.com/", false),
    (".other.example", "FALSE", "http://www.example.com/", false), (".com", "FALSE", "http://example.com/", false),
    ("www.example.com", "TRUE", "http://www.example.com/", false),
    ("www.example.com", "TRUE", "https://www.example.com/", true), ("www.example.com", "FALSE", "file:///x", false),
  ])
  func `a response stores the cookies that it may set`(
    domain: String, isSecure: String, from url: String, isStored: Bool
  ) throws {
    let storage = HTTPCookieStorage()
    let cookie = try #require(
      HTTPCookie(properties: [.name: "a", .value: "1", .path: "/", .domain: domain, .secure: isSecure]))
    storage.setCookies([cookie], for: URL(string: url), mainDocumentURL: nil)
    #expect(storage.cookies == (isStored ? [cookie] : []))
    storage.setCookies([cookie], for: nil, mainDocumentURL: nil)
    #expect(storage.cookies?.count == (isStored ? 1 : 0))
  }

  @Test func `a response without TLS does not replace a secure cookie`() throws {
    let storage = HTTPCookieStorage()
    let safe = try HTTPCookie(name: "a", value: "safe", domain: "www.example.com", isSecure: true)
    let other = try HTTPCookie(name: "a", value: "other", domain: "www.example.com")
    storage.setCookie(safe)
    storage.setCookies([other], for: URL(string: "http://www.example.com/"), mainDocumentURL: nil)
    #expect(storage.cookies == [safe])
    storage.setCookies([other], for: URL(string: "https://www.example.com/"), mainDocumentURL: nil)
    #expect(storage.cookies == [other])
  }

  @Test func `setting a cookie for a public suffix does nothing, and a URL without a host has no cookies`() throws {
    let storage = HTTPCookieStorage()
    storage.setCookie(try HTTPCookie(name: "a", value: "1", domain: "github.io", includesSubdomains: true))
    #expect(storage.cookies == [])
    let file = try #require(URL(string: "file:///x"))
    #expect(storage.cookies(for: file) == nil)
  }

  @Test(arguments: [true, false])
  func `a host that asked for TLS is redirected to with TLS, and its secrets stay`(isVerified: Bool) throws {
    let hosts = HSTSStorage()
    configuration.hstsStorage = hosts
    if !isVerified { configuration.tls.trust = [HostTrust("*", .none)] }
    let session = Session(configuration: configuration)
    let tls = peers.peer("tls")
    _ = try body("https://\(tls)/set-cookie?sts=max-age=600", session)
    // If the certificate was not checked, a machine between client and server may have sent the HSTS field. So the
    // library ignores the field.
    #expect(hosts.contains(host: "localhost") == isVerified)
    if !isVerified { return }
    _ = try body("https://\(tls)/set-cookie?c=s=safe;Secure;Path=/", session)
    let key = ["X-Api-Key": "key"]
    let seen = try body("https://\(tls)/redirect/302?to=http://\(tls)/echo", session, headers: key)
    #expect(seen.contains("tls=TLSv1.") && seen.contains("cookie=s=safe\n") && seen.contains("key=key\n"), "\(seen)")
  }
}
