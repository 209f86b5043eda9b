import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct TLSTests {
  private let peers = Peers.shared

  private func client() throws -> Client { try Client { $0.caFile = Peers.shared.authority } }

  @Test(arguments: ["tls", "tls-1.2"])
  func `a certificate of a trusted authority is accepted`(port: String) throws {
    let collector = try client().send("https://\(peers.peer(port))/echo")
    #expect(collector.text?.contains(port == "tls" ? "tls=TLSv1.3" : "tls=TLSv1.2") == true, "\(collector.ends)")
    #expect((collector.response?.metrics?.tlsHandshake ?? 0) > 0)
  }

  @Test(arguments: [
    ("expired", "it has expired"), ("not-yet-valid", "it is not yet valid"), ("wrong-host", "it is for another host"),
    ("unknown-issuer", "its issuer is unknown"), ("unknown-chain", "its issuer is not trusted"),
    ("self-signed", "it is signed by itself"),
  ])
  func `a certificate that cannot be trusted is an error with its reason, and no request`(
    port: String, reason: String
  ) throws {
    let client = try client()
    let error = try #require(
      client.send(
        "https://user:secret@\(peers.peer(port))/untrusted?token=secret", headers: ["X-Api-Key": "secret"]
      ).error)
    #expect(error.kind == .tls)
    #expect(error.message == "the certificate of \(peers.peer(port)) is not trusted: \(reason)")
    #expect(error.response == nil)
    // nginx logs requests only after it has seen the end of the connection.
    let ended = { peers.log("nginx-error.log", containing: "server: 127.0.0.1:\(peers.port(port))").count > 0 }
    client.pump(until: ended)
    #expect(ended())
    // Requests of other tests to this port are in the log too.
    #expect(peers.log("nginx-access.log", containing: peers.port(port) + " GET /untrusted").isEmpty)
    #expect(client.send("https://\(peers.peer("tls"))/small").text == "welcome")
    // Without this check, the test would also pass if nginx wrote no log.
    let logged = { !peers.log("nginx-access.log", containing: peers.port("tls") + " ").isEmpty }
    client.pump(until: logged)
    #expect(logged())
  }

  @Test func `TLS below 1_2 is refused`() throws {
    let error = try #require(client().send("https://\(peers.peer("tls-1.1"))/").error)
    #expect(error.kind == .tls)
    #expect(error.message.hasSuffix("failed: it offers no allowed version of TLS"), "\(error)")
  }

  @Test func `TLS to a port without TLS is an error that says so`() throws {
    let error = try #require(client().send("https://\(peers.peer("plain"))/").error)
    #expect(error.kind == .tls)
    #expect(error.message.hasSuffix("failed: it does not speak TLS"), "\(error)")
  }

  @Test(arguments: ["client-certificate", "client-certificate-1.2"])
  func `a server that asks for a client certificate is an error that says so`(port: String) throws {
    let error = try #require(client().send("https://\(peers.peer(port))/").error)
    #expect(error.kind == .tls)
    #expect(error.message.hasSuffix("failed: it asks for a client certificate"), "\(error)")
  }

  @Test(
    arguments: ["client-certificate", "client-certificate-1.2"],
    [
      ("self-signed", "self-signed", "it does not know the issuer of the client certificate"),
      ("expired", "leaf", "it says that the client certificate has expired"),
    ])
  func `a server that refuses the client certificate is an error that says so`(
    port: String, identity: (certificate: String, key: String, reason: String)
  ) throws {
    var options = TLSOptions()
    let folder = Peers.shared.folder
    options.identity = ClientIdentity(
      certificate: .file("\(folder)/\(identity.certificate).pem"), key: .file("\(folder)/\(identity.key).key"))
    let policy = try TLSPolicy(options)
    let client = try Client {
      $0.caFile = Peers.shared.authority
      $0.tls = policy
    }
    let error = try #require(client.send("https://\(peers.peer(port))/").error)
    #expect(error.kind == .tls)
    #expect(error.message.hasSuffix("failed: \(identity.reason)"), "\(error)")
  }

  @Test func `plain HTTP to a port with TLS is what the server makes of it, and never a success`() throws {
    let client = try client()
    #expect(client.send("http://\(peers.peer("tls"))/small").response?.statusCode == 400)
    #expect(client.send("http://\(peers.peer("h2-faults"))/ok").error != nil)
  }

  @Test(arguments: ["/no/such/file.pem", "/etc/hostname"])
  func `a file of authorities that is none is an error of its own`(file: String) throws {
    let client = try Client { $0.caFile = file }
    let error = try #require(client.send("https://\(peers.peer("tls"))/").error)
    #expect(error.kind == .tls)
    #expect(error.message.contains("file of trusted certificates cannot be read: \(file)"), "\(error)")
    #expect(error.message.contains("SSL_CERT_FILE"), "\(error)")
  }

  @Test func `without a file the system's authorities are trusted, and ours is not one of them`() throws {
    let error = try #require(Client().send("https://\(peers.peer("tls"))/").error)
    #expect(error.message.hasSuffix("its issuer is unknown"), "\(error)")
  }

  @Test func `a server that never answers the handshake runs into the connect timeout`() throws {
    let server = FaultServer { $0.waitForEnd() }
    let error = try #require(client().send("https://\(server.peer)/") { $0.connectTimeout = 200 }.error)
    #expect(error.kind == .connectTimeout)
  }

  @Test func `fifteen new connections read the file of authorities once`() throws {
    let file = TemporaryFile(peers.file("ca.pem"))
    let opens = FileOpens(of: file.path)
    let client = try Client { $0.caFile = file.path }
    let numbers = (0..<15).map { _ in client.send("https://\(peers.peer("tls"))/once").text }
    #expect(Set(numbers.compactMap { $0 }).count == 15)
    #expect(opens.take() == 1)
  }

  @Test func `a connection that the server has reset while idle does not end the process`() throws {
    let own = Peers("nginx")
    let client = try Client { $0.caFile = own.authority }
    #expect(client.send("https://\(own.peer("tls"))/small").text == "welcome")
    #expect(own.command("stop nginx") && own.command("start nginx"))
    #expect(client.send("https://\(own.peer("tls"))/small").text == "welcome")
  }
}
