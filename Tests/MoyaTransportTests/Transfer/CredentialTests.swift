import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Passwords, and where they may go.
@Suite(.timeLimitOfAll) struct CredentialTests {
  private let peers = Peers.shared
  private let credential = URLCredential(user: "user", password: Peers.password, persistence: .none)
  private let wrong = URLCredential(user: "user", password: "wrong-password", persistence: .none)

  private func client() throws -> Client { try Client { $0.caFile = Peers.shared.authority } }

  /// URLs that require a password. nginx asks for Basic over HTTP/1.1 and HTTP/2, and Apache asks for Digest.
  private var guarded: [String] {
    [
      "http://\(peers.peer("plain"))/secret", "https://\(peers.peer("h2"))/secret",
      "http://\(peers.peer("digest"))/small",
    ]
  }

  @Test func `a credential answers the challenge, Basic or Digest`() throws {
    let client = try client()
    for url in guarded {
      for _ in 0..<3 { #expect(client.send(url) { $0.credential = credential }.text == "welcome", "\(url)") }
      #expect(client.send(url).response?.statusCode == 401, "the handle has kept it: \(url)")
      let refused = client.send(url) { $0.credential = wrong }
      #expect(refused.response?.statusCode == 401, "\(url)")
      #expect(client.send(url) { $0.credential = credential }.text == "welcome")
    }
  }

  @Test func `a body is sent again for the challenge, and one that can be read once is an error`() throws {
    final class Once: ByteStream, @unchecked Sendable {
      func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        buffer.initializeMemory(as: UInt8.self, repeating: 120)
        return buffer.count
      }
    }
    let client = try client()
    let url = "http://\(peers.peer("digest"))/small"
    let large = Data(repeating: 120, count: 200_000)
    for body in [RequestBody.data(Data("b".utf8)), .data(large), .file(path: peers.folder + "/www/text")] {
      let collector = client.send(url, "POST", body: body) { $0.credential = credential }
      #expect([200, 405].contains(collector.response?.statusCode), "\(collector.ends)")
    }
    let stream = RequestBody.segments([.stream(Once(), length: 200_000)])
    let error = client.send(url, "POST", body: stream) { $0.credential = credential }.error
    #expect(error?.kind == .body, "\(String(describing: error))")
    #expect(error?.message.contains(Peers.password) == false)
  }

  /// If libcurl may use only Digest, it first sends a request without its body.
  @Test(arguments: ["POST", "PUT"], [false, true])
  func `a server or a proxy that does not ask gets a request with Digest once, and whole`(method: String, isProxy: Bool)
    throws
  {
    let server = FaultServer { connection in while connection.request() != nil { connection.ok() } }
    defer { server.stop() }
    var connection = ConnectionOptions()
    if isProxy { connection.proxyAuthentication = .digest(user: "user", password: "word") }
    let client = try Client {
      if isProxy { $0.proxy = server.base }
      $0.connection = connection
    }
    let url = isProxy ? "http://127.0.0.1:1/" : server.base
    let sent = client.send(url, method, body: .data(Data("whole".utf8))) {
      if isProxy { return }
      $0.credential = URLCredential(user: "user", password: "word", persistence: .none)
      $0.wantsDigest = true
    }
    #expect(sent.text == "hello", "\(sent.ends)")
    #expect(server.requests.count == 1 && server.requests.first?.hasSuffix("\r\n\r\nwhole") == true)
  }

  @Test(arguments: ["302", "307"])
  func `secrets stay with their origin, also from TLS to elsewhere`(status: String) throws {
    let client = try client()
    let secrets = ["Authorization": "Bearer token", "Cookie": "c=d", "X-Api-Key": "key"]
    func echo(of target: String) throws -> String {
      let url = "https://\(peers.peer("h2"))/redirect/\(status)?to=\(target)/echo"
      return try #require(
        client.send(url, headers: secrets) {
          $0.credential = credential
        }.text)
    }
    let kept = try echo(of: "https://" + peers.peer("h2"))
    #expect(kept.contains("\nauthorization=Bearer token\n") && kept.contains("\nkey=key\ncookie=c=d\n"))
    // Another port, another name, another scheme.
    let elsewhere = [
      "https://" + peers.peer("tls"), "https://" + peers.peer("h2", host: "127.0.0.1"),
      "http://" + peers.peer("plain"),
    ]
    for target in elsewhere {
      #expect(try echo(of: target).contains("\nauthorization=\nproxy-authorization=\nkey=\ncookie=\n"), "\(target)")
    }
  }

  @Test func `a credential is not sent to where a redirect leads`() throws {
    let client = try client()
    let target = "https://\(peers.peer("h2", host: "127.0.0.1"))/secret"
    let collector = client.send("https://\(peers.peer("h2"))/redirect/302?to=\(target)") { $0.credential = credential }
    #expect(collector.response?.statusCode == 401)
    let same = "https://\(peers.peer("h2"))/redirect/302?to=https://\(peers.peer("h2"))/secret"
    #expect(client.send(same) { $0.credential = credential }.text == "welcome")
  }

  @Test(arguments: [false, true])
  func `challenges without end are the fault of the server or the proxy`(isProxy: Bool) throws {
    let server = FaultServer { connection in
      let (status, field) = isProxy ? ("407", "Proxy-Authenticate") : ("401", "WWW-Authenticate")
      while connection.request() != nil {
        let challenge = #"Digest realm="r", nonce="n", qop="auth", stale=true"#
        connection.send("HTTP/1.1 \(status) x\r\n\(field): \(challenge)\r\nContent-Length: 0\r\n\r\n")
      }
    }
    defer { server.stop() }
    let client = try Client {
      guard isProxy else { return }
      $0.proxy = server.base
      $0.connection.proxyAuthentication = .digest(user: "user", password: Peers.password)
    }
    let ended = client.send(isProxy ? "http://127.0.0.1:1/" : server.base) {
      if !isProxy { $0.credential = credential }
    }
    let message = ended.error?.message ?? ""
    #expect(ended.error?.kind == .protocolViolation && message.contains("challenges"), "\(ended.ends)")
    #expect(!message.contains(Peers.password))
  }
}
