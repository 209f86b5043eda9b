import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// How connections are made. The servers are nginx and Apache.
@Suite(.timeLimitOfAll) struct ConnectionOptionsTests {
  private let peers = Peers.shared

  private func client(
    _ change: (inout ConnectionOptions) -> Void, _ configure: (inout LoopConfiguration) -> Void = { _ in }
  ) throws -> Client {
    var connection = ConnectionOptions()
    change(&connection)
    return try Client {
      $0.caFile = Peers.shared.authority
      $0.connection = connection
      configure(&$0)
    }
  }

  @Test(arguments: [ConnectionOptions.HTTPChoice.http1, .automatic, .http2])
  func `the version of HTTP is the one that is asked for`(choice: ConnectionOptions.HTTPChoice) throws {
    guard choice != .http2 || Library.speaksSafeHTTP2 else { return }
    let client = try client { $0.http = choice }
    let wanted = choice != .http1 && Library.speaksSafeHTTP2 ? "HTTP/2.0" : "HTTP/1.1"
    #expect(client.send("https://\(peers.peer("h2"))/echo").text?.hasPrefix("protocol=\(wanted)\n") == true)
    for origin in ["https://\(peers.peer("tls"))", "http://\(peers.peer("plain"))"] {
      let collector = client.send(origin + "/echo")
      if choice == .http2 {
        #expect(collector.error?.kind == .protocolViolation)
        #expect(collector.error?.message.contains("does not speak HTTP/2") == true, "\(collector.ends)")
      } else {
        #expect(collector.text?.hasPrefix("protocol=HTTP/1.1") == true)
      }
    }
  }

  @Test func `all connections go to a Unix socket, several at once`() throws {
    let client = try client({ $0.unixSocket = Peers.shared.folder + "/nginx.sock" })
    let collectors = (0..<5).map { _ in Collector() }
    var stoppables: [any Stoppable] = []
    for collector in collectors { stoppables.append(client.start(collector, "http://any.example/large")) }
    client.pump { collectors.allSatisfy { $0.isEnded } }
    #expect(collectors.allSatisfy { $0.response?.body.count == 8 << 20 })
    for _ in 0..<2 {
      #expect(client.send("http://any.example:81/echo").text?.contains("\nhost=any.example:81\n") == true)
    }
    let body = RequestBody.data(Data(repeating: 7, count: 300_000))
    #expect(
      client.send("http://any.example/store/unix-\(UInt32.random(in: 0 ... .max))", "PUT", body: body).response?
        .statusCode == 201)
    #expect(stoppables.count == 5)
  }

  @Test func `a Unix socket that is not there is an error`() throws {
    let client = try client({ $0.unixSocket = "/nonexistent/socket" })
    #expect(client.send("http://any.example/").error?.kind == .connect)
  }

  @Test func `a host resolves to the address that is given for it`() throws {
    let (plain, tls) = (peers.port("plain"), peers.port("tls"))
    let client = try client {
      $0.resolve = [
        "Moya.Example:\(plain):127.0.0.1", "localhost:\(tls):127.0.0.1", "bücher.example:\(plain):[::1],127.0.0.1",
      ]
    }
    for _ in 0..<2 {
      #expect(client.send("http://moya.example:\(plain)/echo").text?.contains("host=moya.example:\(plain)\n") == true)
      #expect(client.send("http://xn--bcher-kva.example:\(plain)/small").text == "welcome")
      #expect(client.send("https://localhost:\(tls)/small").text == "welcome")
    }
    #expect(client.send("http://moya.example:\(tls)/").error?.kind == .resolve)
  }

  @Test func `an override of an address does not get past a guard`() throws {
    let rules = try AddressRules(AddressGuard())
    let client = try client({ $0.resolve = ["moya.example:80:127.0.0.1"] }) { $0.addresses = rules }
    #expect(client.send("http://moya.example/").error?.kind == .address)
  }

  @Test func `connections are made from the interface's address`() throws {
    #expect(
      try client({ $0.interface = "127.0.0.2" }).send("http://\(peers.peer("plain"))/echo").text?.contains(
        "from=127.0.0.2\n") == true)
    #expect(try client({ $0.interface = "lo" }).send("http://\(peers.peer("plain"))/small").text == "welcome")
  }

  @Test(arguments: [
    ("", "via=1.1"), ("localhost", "via=\n"), ("example.com 127.0.0.0/8", "via=1.1"), ("*", "via=\n"),
  ])
  func `a proxy that is set has exceptions`(exceptions: String, wanted: String) throws {
    let client = try client({ $0.proxyExceptions = exceptions }) { $0.proxy = "http://" + Peers.shared.peer("proxy") }
    #expect(client.send("http://\(peers.peer("plain"))/echo").text?.contains(wanted) == true)
  }

  @Test(arguments: ["guarded-proxy", "digest-proxy"], ["http", "https"])
  func `a proxy gets the credential in its own scheme, and the origin nothing of it`(port: String, scheme: String)
    throws
  {
    let authentication: Authentication =
      port == "guarded-proxy"
      ? .basic(user: "user", password: Peers.password) : .digest(user: "user", password: Peers.password)
    let client = try client({ $0.proxyAuthentication = authentication }) {
      $0.proxy = "http://" + Peers.shared.peer(port)
    }
    for _ in 0..<2 {
      let collector = client.send("\(scheme)://\(peers.peer(scheme == "http" ? "plain" : "tls"))/echo") {
        $0.wantsHead = true
      }
      #expect(collector.text?.contains("\nproxy-authorization=\n") == true, "\(collector.ends)")
    }
    let wrong = try self.client({ $0.proxyAuthentication = .digest(user: "user", password: "secret") }) {
      $0.proxy = "http://" + Peers.shared.peer("digest-proxy")
    }
    #expect(wrong.send("http://\(peers.peer("plain"))/echo").response?.statusCode == 407)
  }

  private static func made(_ change: (inout ConnectionOptions) -> Void) -> ConnectionOptions {
    var options = ConnectionOptions()
    change(&options)
    return options
  }

  @Test(
    arguments: [
      (made { $0.unixSocket = "" }, "it is empty"), (made { $0.unixSocket = "a\0b" }, "it contains a NUL"),
      (
        made { $0.unixSocket = String(repeating: "a", count: 108) },
        "it is longer than the 107 bytes that the kernel takes"
      ),
      (made { ($0.unixSocket, $0.http) = ("/a", .http2) }, "HTTP/2 is not spoken there"),
      (made { $0.resolve = ["a:80:127.0.0.1", "a:80"] }, "it is not \"HOST:PORT:ADDRESS\""),
      (made { $0.resolve = ["a:0:127.0.0.1"] }, "it is not \"HOST:PORT:ADDRESS\""),
      (made { $0.resolve = ["a:80:b.example"] }, "it is not \"HOST:PORT:ADDRESS\""),
      (made { $0.resolve = ["a:80:::1"] }, "it is not \"HOST:PORT:ADDRESS\""),
      (made { $0.resolve = ["*.a:80:127.0.0.1"] }, "it is not \"HOST:PORT:ADDRESS\""),
      (made { $0.resolve = ["a:80:127.0.0.1,"] }, "it is not \"HOST:PORT:ADDRESS\""),
      (made { $0.interface = "none9" }, "this machine has neither an interface nor an address of that name"),
      (made { $0.interface = "192.0.2.7" }, "this machine has neither an interface nor an address of that name"),
      (made { $0.proxyExceptions = "a,b:0" }, "its entry 1 is neither a host's name, an address nor a network"),
      (made { $0.proxyExceptions = "10.0.0.0/33" }, "its entry 0 is neither a host's name, an address nor a network"),
      (made { $0.proxyAuthentication = .bearer("t") }, "a proxy takes Basic or Digest"),
      (made { $0.proxyAuthentication = .basic(user: "a:b", password: "secret") }, "its user's name has a colon"),
    ])
  func `options that cannot be used are refused with the reason`(
    connection: ConnectionOptions, reason: String
  ) {
    var configuration = LoopConfiguration()
    configuration.proxy = ""
    configuration.connection = connection
    let lacksHTTP2 = connection.http == .http2 && !Library.speaksSafeHTTP2
    let wanted = lacksHTTP2 ? "this libcurl speaks no HTTP/2 that is safe" : reason
    #expect { try configuration.check() } throws: { ($0 as? LoopConfiguration.Fault)?.reason == wanted }
  }

  @Test func `a Unix socket is refused beside a guard or a proxy`() throws {
    var configuration = LoopConfiguration()
    configuration.connection.unixSocket = "/a"
    try configuration.check()
    configuration.proxy = "http://localhost"
    #expect(throws: LoopConfiguration.Fault.self) { try configuration.check() }
    configuration.proxy = ""
    configuration.addresses = try AddressRules(AddressGuard())
    #expect(throws: LoopConfiguration.Fault.self) { try configuration.check() }
  }

  @Test(arguments: [
    (Authentication.bearer(""), true), (.bearer("a b"), true), (.bearer("a\r\nb"), true), (.bearer("="), true),
    (.bearer("aZ0-._~+/=="), false), (.basic(user: "", password: ""), true), (.basic(user: "a", password: ""), false),
    (.basic(user: "a", password: "\n"), true), (.digest(user: "ü", password: "ß"), false),
  ])
  func `what cannot be sent as authentication has a reason without the secret`(given: Authentication, isFaulty: Bool) {
    #expect((given.fault != nil) == isFaulty)
    var shown = "\(given)"
    dump(given, to: &shown)
    #expect(!shown.contains("aZ0") && !shown.contains("ß"), "\(shown)")
  }
}
