import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct ProxyTests {
  private let peers = Peers.shared

  private func client(_ proxy: String) throws -> Client {
    try Client {
      $0.caFile = Peers.shared.authority
      $0.proxy = proxy
    }
  }

  /// Makes a server that sends the request back as the response.
  private func mirror() -> FaultServer {
    FaultServer { connection in
      while let request = connection.request() { connection.ok(request) }
    }
  }

  private var guarded: String { "http://user:\(Peers.password)@\(peers.peer("guarded-proxy"))" }

  @Test(arguments: ["plain", "tls", "h2"])
  func `a request goes through the proxy, to an origin with TLS through a tunnel`(origin: String) throws {
    let path = "/echo?\(UInt64.random(in: 0 ... .max))"
    let url = "\(origin == "plain" ? "http" : "https")://\(peers.peer(origin))" + path
    // This line also frees the client, which closes its connections. The proxy logs a tunnel only when the tunnel ends.
    let text = try #require(try client("http://" + peers.peer("proxy")).send(url).text)
    #expect(text.contains(origin == "h2" ? "protocol=HTTP/2.0" : "protocol=HTTP/1.1"))
    let wanted = origin == "plain" ? "GET \(url) HTTP/1.1 200" : "CONNECT \(peers.peer(origin)) HTTP/1.1 200"
    let isLogged = { peers.log("apache-access.log", containing: "\(peers.port("proxy")) " + wanted).count == 1 }
    try client("").pump(until: isLogged)
    #expect(isLogged())
  }

  @Test(arguments: ["guarded-proxy", "tls-proxy"], ["http", "https"])
  func `the proxy gets its password, and the origin nothing of it`(proxy: String, scheme: String) throws {
    let client = try client(
      "\(proxy == "tls-proxy" ? "https" : "http")://user:\(Peers.password)@\(peers.peer(proxy))")
    let origin = peers.peer(scheme == "http" ? "plain" : "h2")
    // The second response comes over the connection of the first.
    for _ in 0..<2 {
      let text = try #require(client.send("\(scheme)://\(origin)/echo", headers: ["Authorization": "Bearer t"]).text)
      #expect(text.contains("\nproxy-authorization=\n") && text.contains("\nauthorization=Bearer t\n"))
    }
  }

  @Test func `a redirect past the proxy carries nothing of it`() throws {
    let server = mirror()
    let client = try client(guarded)
    let text = try #require(client.send("http://\(peers.peer("plain"))/redirect/302?to=\(server.base)/there").text)
    #expect(text.hasPrefix("GET /there HTTP/1.1") && !text.contains("Proxy-Authorization"))
  }

  @Test func `a request's own Proxy-Authorization is for proxies only`() throws {
    let field = ["Proxy-Authorization": "Basic " + Data("user:\(Peers.password)".utf8).base64EncodedString()]
    let server = mirror()
    let direct = try client("").send(server.base, headers: field)
    #expect(direct.error?.kind == .invalidRequest && direct.error?.message.contains("Proxy-Authorization") == true)
    let client = try client("http://" + peers.peer("guarded-proxy"))
    for origin in ["http://" + peers.peer("plain"), "https://" + peers.peer("tls")] {
      let text = try #require(client.send(origin + "/echo", headers: field).text)
      #expect(text.contains("\nproxy-authorization=\n"))
    }
    #expect(client.send("http://\(peers.peer("plain"))/echo").response?.statusCode == 407, "the handle has kept it")
  }

  @Test func `a proxy that wants a password answers a plain request, and fails a tunnel`() throws {
    let client = try client("http://user:secret@" + peers.peer("guarded-proxy"))
    #expect(client.send("http://\(peers.peer("plain"))/echo").response?.statusCode == 407)
    let error = try #require(client.send("https://\(peers.peer("tls"))/echo").error)
    #expect(error.kind == .proxy)
    #expect(error.message == "the proxy \(peers.peer("guarded-proxy")) answered 407 for \(peers.peer("tls"))")
  }

  @Test(arguments: ["http", "https", "socks5"], ["http", "https"])
  func `a proxy that is not there is named, without its password`(proxy: String, scheme: String) throws {
    let server = mirror()
    server.stop()
    let client = try client("\(proxy)://user:secret@\(server.peer)/secret")
    let error = try #require(client.send("\(scheme)://\(peers.peer("plain"))/?token=secret").error)
    #expect(error.kind == .proxy)
    #expect(error.message == "no connection to the proxy \(server.peer): connection refused")
  }

  @Test func `a proxy whose name does not resolve is named`() throws {
    let error = try #require(try client("user:secret@no-such-proxy.invalid:3128").send("http://localhost/").error)
    #expect(error.kind == .proxy)
    #expect(error.message == "the name of the proxy no-such-proxy.invalid:3128 does not resolve")
  }

  @Test(arguments: ["ftp://user:secret@localhost:1", "http://user:secret@[", "http://user:secret@host:port:7"])
  func `a proxy that is none is an error without its password`(proxy: String) throws {
    let error = try #require(try client(proxy).send("http://\(peers.peer("plain"))/").error)
    #expect(error.kind == .proxy, "\(error)")
    #expect(!error.message.contains("secret"))
  }

  @Test func `a proxy that hangs is named, and an origin that hangs behind it too`() throws {
    // The server does not respond to the first request for a tunnel. It accepts the second one, and then sends nothing.
    let server = FaultServer { connection in
      guard connection.request()?.hasPrefix("CONNECT origin.example:443 ") == true else { return }
      if connection.number > 0 { connection.send("HTTP/1.1 200 OK\r\n\r\n") }
      connection.waitForEnd()
    }
    let client = try client(server.base)
    let culprits = ["the proxy \(server.peer) made no connection", "no connection"]
    for culprit in culprits {
      let error = try #require(client.send("https://origin.example/") { $0.connectTimeout = 1000 }.error)
      #expect(error.kind == .connectTimeout)
      #expect(error.message == "\(culprit) to origin.example:443 within 1000 ms")
    }
  }

  @Test func `an origin that is not there behind a proxy is the proxy's answer`() throws {
    let server = mirror()
    server.stop()
    let client = try client("http://" + peers.peer("proxy"))
    #expect(client.send("http://\(server.peer)/").response?.statusCode == 503)
    #expect(client.send("https://\(server.peer)/").error?.message.contains("answered 503 for \(server.peer)") == true)
  }

  @Test func `the certificate of a proxy is checked, and an error about it says whose it is`() throws {
    let client = try client("https://" + peers.peer("expired"))
    let error = try #require(client.send("https://\(peers.peer("tls"))/").error)
    #expect(error.kind == .tls)
    #expect(error.message == "the certificate of the proxy \(peers.peer("expired")) is not trusted: it has expired")
  }

  @Test(arguments: [
    (["http_proxy": "http://a"], "http://a", ""), (["HTTP_PROXY": "http://a"], "", ""),
    (["https_proxy": "b", "HTTPS_PROXY": "c"], "", "b"), (["HTTPS_PROXY": "c"], "", "c"),
    (["all_proxy": "d", "ALL_PROXY": "e"], "d", "d"), (["ALL_PROXY": "e", "http_proxy": "f"], "f", "e"),
    (["http_proxy": "", "all_proxy": "d"], "d", "d"), ([:], "", ""),
  ])
  func `the environment names proxies as it does for curl`(
    environment: [String: String], http: String, https: String
  ) {
    let proxies = ProxySettings(nil) { environment[$0] }
    #expect(proxies.http == http && proxies.https == https)
    #expect(ProxySettings("x") { environment[$0] }.http == "x")
    #expect(ProxySettings("") { environment[$0] }.http == "")
  }

  @Test(arguments: [
    ("*", ["a", "10.0.0.1", "::1"], []), ("", [], ["a", "127.0.0.1"]), ("a,*", ["a"], ["b"]),
    ("example.com", ["example.com", "www.example.com", "example.com."], ["nonexample.com", "com", "example.com.org"]),
    ("BÜCHER.example,ａ.example", ["xn--bcher-kva.example", "www.xn--bcher-kva.example"], ["a.example"]),
    (".Example.com. b\tc", ["example.com", "x.example.com", "b", "c"], ["d", "."]),
    ("10.0.0.0/8, 192.168.1.7", ["10.1.2.3", "192.168.1.7"], ["11.0.0.1", "192.168.1.8", "7"]),
    ("172.16.0.0/12", ["172.31.255.255"], ["172.32.0.0"]), ("10.0.0.1/33,10.0.0.1/-1,10.0.0.1/x", [], ["10.0.0.1"]),
    ("[::1],[fe80::1]", ["::1", "fe80::1"], ["::2"]), ("[::1", [], ["::1"]), ("[10.0.0.1],[a]", [], ["10.0.0.1", "a"]),
    ("::1,fe80::/10", ["::1", "0:0:0:0:0:0:0:1", "fe80::2", "febf::"], ["::2", "fec0::", "0.0.0.1"]),
  ])
  func `exceptions are read as libcurl reads them`(text: String, direct: [String], proxied: [String]) {
    let exceptions = ProxyExceptions(text)
    #expect(direct.filter { !exceptions.contains($0) } == [])
    #expect(proxied.filter { exceptions.contains($0) } == [])
  }

  @Test(arguments: [
    (
      "a.example:8080", ["http://a.example:8080", "http://b.a.example:8080/"],
      ["http://a.example", "https://a.example"]
    ),
    ("a.example:443", ["https://a.example/x"], ["http://a.example"]),
    ("[::1]:80 10.0.0.1:81", ["http://[::1]/", "http://10.0.0.1:81"], ["http://[::1]:81", "http://10.0.0.1"]),
    ("[::1]", ["http://[::1]:81/", "https://[::1]"], []), ("a:0,a:65536,a:x,a:", [], ["http://a"]),
  ])
  func `an exception may be for one port`(text: String, direct: [String], proxied: [String]) {
    let exceptions = ProxyExceptions(text)
    #expect(direct.filter { !exceptions.contains(Origin(urlText: $0)) } == [])
    #expect(proxied.filter { exceptions.contains(Origin(urlText: $0)) } == [])
  }

  @Test func `a request to an exception goes past the proxy`() {
    let environment = ["http_proxy": "http://a", "https_proxy": "http://b", "no_proxy": "::1,localhost"]
    let proxies = ProxySettings(nil) { environment[$0] }
    let urls = [
      "http://h/", "https://h:8/", "http://[::1]/", "https://[::1]:8/", "http://LOCALHOST:8", "http://[::2]:8",
    ]
    #expect(urls.map { proxies.url(for: Origin(urlText: $0)) } == ["http://a", "http://b", "", "", "", "http://a"])
    let configured = ProxySettings("http://c") { environment[$0] }
    #expect(configured.url(for: Origin(urlText: "http://localhost")) == "http://c")
  }

  @Test(arguments: [
    ("http://user:p@ss@host:1/path", "host:1"), ("host", "host"), ("u:p@[::1]:80", "[::1]:80"), ("", nil),
    ("socks5://a:b@host/", "host"),
  ])
  func `a proxy's name is its host and port`(url: String, name: String?) {
    #expect(ProxySettings.name(of: url) == name)
  }
}
