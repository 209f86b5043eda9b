import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Rules of trust for single hosts, against nginx and Apache with certificates of every kind.
@Suite(.timeLimitOfAll) struct TrustTests {
  private static let peers = Peers.shared
  private var peers: Peers { Self.peers }

  private func client(_ trust: [HostTrust], _ configure: (inout LoopConfiguration) -> Void = { _ in }) throws -> Client
  {
    var options = TLSOptions()
    options.trust = trust
    let policy = try TLSPolicy(options)
    return try Client {
      $0.tls = policy
      configure(&$0)
    }
  }

  private static func pin(_ name: String) -> String { String(decoding: peers.file(name + ".pin"), as: UTF8.self) }
  private static var authority: HostTrust.Policy { .authorities(.memory(peers.file("ca.pem"))) }

  private static let localhost = "localhost"

  @Test(arguments: [
    // The rules, the name of a server's port, and the reason in the error; nil: the rules accept the server's
    // certificate.
    ([HostTrust("*", authority)], "tls", nil), ([HostTrust(localhost, authority)], "h2", nil),
    ([HostTrust("LocalHost.", .authorities(.file(peers.authority)))], "tls", nil),
    ([HostTrust("elsewhere.example", authority)], "tls", "its issuer is unknown"),
    ([HostTrust("*.localhost", authority)], "tls", "its issuer is unknown"),
    // The first rule counts.
    ([HostTrust(localhost, .system), HostTrust("*", authority)], "tls", "its issuer is unknown"),
    ([HostTrust("*", authority)], "expired", "it has expired"),
    ([HostTrust("*", authority)], "wrong-host", "it is for another host"),
    ([HostTrust("*", authority, pins: [pin("stranger"), pin("valid")])], "tls", nil),
    ([HostTrust("*", authority, pins: [pin("ca")])], "tls", nil),
    ([HostTrust("*", authority, pins: ["sha256/" + pin("ca").dropFirst(6)])], "tls", nil),
    ([HostTrust("*", authority, pins: [pin("stranger")])], "tls", "its key is not one of those pinned"),
    ([HostTrust("*", authority, pins: [pin("self-signed")])], "self-signed", "it is signed by itself"),
    // Only the key is checked, and it must be the server's own key.
    ([HostTrust("*", .pinsOnly, pins: [pin("self-signed")])], "self-signed", nil),
    ([HostTrust("*", .pinsOnly, pins: [pin("valid")])], "expired", nil),
    ([HostTrust("*", .pinsOnly, pins: [pin("valid")])], "wrong-host", nil),
    ([HostTrust("*", .pinsOnly, pins: [pin("stranger")])], "unknown-chain", "its key is not one of those pinned"),
    ([HostTrust("*", .none)], "self-signed", nil), ([HostTrust("*", .none)], "wrong-host", nil),
    ([HostTrust(localhost, .none)], "expired", nil), ([HostTrust("127.0.0.1", .none)], "expired", "it has expired"),
  ])
  func `a host's rule says whose certificate is accepted`(
    rules: [HostTrust], port: String, reason: String?
  ) throws {
    // If no rule is for the host, the session's file of authorities is used.
    let isForOther = rules.contains { $0.host == "127.0.0.1" }
    let client = try client(rules) { $0.caFile = isForOther ? Peers.shared.authority : nil }
    for _ in 0..<2 {
      let collector = client.send("https://\(peers.peer(port))/once")
      if let reason {
        #expect(collector.error?.kind == .tls)
        #expect(collector.error?.message == "the certificate of \(peers.peer(port)) is not trusted: \(reason)")
      } else {
        #expect(collector.response?.statusCode == 200, "\(collector.ends)")
      }
    }
  }

  @Test func `hosts with different rules share a session and its handles`() throws {
    let client = try client([
      HostTrust("127.0.0.1", .none), HostTrust("localhost", .authorities(.memory(peers.file("ca.pem")))),
    ])
    for _ in 0..<3 {
      #expect(client.send("https://\(peers.peer("wrong-host", host: "127.0.0.1"))/").text == "bad")
      let error = try #require(client.send("https://\(peers.peer("wrong-host"))/").error)
      #expect(error.message.hasSuffix("it is for another host"))
      #expect(client.send("https://\(peers.peer("tls"))/small").text == "welcome")
    }
  }

  @Test func `authorities in memory are parsed once, and no file is opened for connections`() throws {
    let file = TemporaryFile(peers.file("ca.pem"))
    let opens = FileOpens(of: file.path)
    let client = try client([HostTrust("*", .authorities(.file(file.path)))])
    for _ in 0..<5 { #expect(client.send("https://\(peers.peer("tls"))/once").response?.statusCode == 200) }
    #expect(opens.take() == 1)
  }

  @Test(arguments: ["tls", "tls-1.2"])
  func `a least version of TLS refuses older servers`(port: String) throws {
    var options = TLSOptions()
    options.minimumVersion = .tls13
    let policy = try TLSPolicy(options)
    let client = try Client {
      $0.caFile = Peers.shared.authority
      $0.tls = policy
    }
    let collector = client.send("https://\(peers.peer(port))/echo")
    if port == "tls" {
      #expect(collector.text?.contains("tls=TLSv1.3") == true)
    } else {
      #expect(collector.error?.kind == .tls)
      #expect(
        collector.error?.message.hasSuffix("failed: it offers no allowed version of TLS") == true,
        "\(collector.ends)")
    }
  }

  private static func file(_ name: String) -> TLSOptions.Source { .file(peers.folder + "/" + name) }
  private static func memory(_ name: String) -> TLSOptions.Source { .memory(peers.file(name)) }

  @Test(arguments: [
    ClientIdentity(certificate: file("valid.pem"), key: file("leaf.key")),
    ClientIdentity(certificate: memory("valid.pem"), key: memory("locked.key"), password: Peers.password),
    ClientIdentity(certificate: file("client.p12"), password: Peers.password),
    ClientIdentity(certificate: .memory(peers.file("valid.pem") + peers.file("leaf.key"))),
  ])
  func `a server that asks for a certificate gets the session's`(identity: ClientIdentity) throws {
    var options = TLSOptions()
    options.identity = identity
    let policy = try TLSPolicy(options)
    let client = try Client {
      $0.caFile = Peers.shared.authority
      $0.tls = policy
    }
    for _ in 0..<2 {
      // Apache sends this status only to a client with a certificate.
      let collector = client.send("https://\(peers.peer("client-certificate"))/small")
      #expect(collector.response?.statusCode == 200, "\(collector.ends)")
    }
    #expect(!"\(identity)".contains(Peers.password))
    var shown = ""
    dump(identity, to: &shown)
    #expect(!shown.contains(Peers.password) && !shown.contains("PRIVATE"), "\(shown)")
  }

  private static let damaged = TLSOptions.Source.memory(
    Data(peers.file("ca.pem") + Data("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8)))

  @Test(arguments: [
    (ClientIdentity(certificate: memory("ca.pin")), "there is no certificate in it, in PEM or PKCS #12"),
    (ClientIdentity(certificate: file("none")), "it cannot be read: No such file or directory"),
    (ClientIdentity(certificate: file("")), "it cannot be read: Is a directory"),
    (ClientIdentity(certificate: file("valid.pem")), "there is no private key in it"),
    (ClientIdentity(certificate: file("valid.pem"), key: file("ca.pem")), "there is no private key in it"),
    (ClientIdentity(certificate: file("valid.pem"), key: file("none")), "it cannot be read: No such file or directory"),
    (ClientIdentity(certificate: file("valid.pem"), key: file("ca.key")), "its key is not the certificate's"),
    (
      ClientIdentity(certificate: file("valid.pem"), key: file("locked.key")),
      "its key is encrypted, and there is no password"
    ),
    (
      ClientIdentity(certificate: file("valid.pem"), key: file("locked.key"), password: "secret"),
      "its key cannot be decrypted with the password"
    ),
    (ClientIdentity(certificate: file("client.p12")), "its key is encrypted, and there is no password"),
    (
      ClientIdentity(certificate: file("client.p12"), password: "secret"),
      "its key cannot be decrypted with the password"
    ),
  ])
  func `an identity that cannot be used is refused with its reason`(identity: ClientIdentity, reason: String) {
    var options = TLSOptions()
    options.identity = identity
    #expect { _ = try TLSPolicy(options) } throws: { ($0 as? LoopConfiguration.Fault)?.reason == reason }
  }

  @Test(arguments: [
    (HostTrust("", .system), "its host is none"), (HostTrust("https://a", .system), "its host is none"),
    (HostTrust("a:443", .system), "its host is none"), (HostTrust("a.*", .system), "its host is none"),
    (HostTrust("*", .authorities(memory("leaf.key"))), "its authorities are no certificates in PEM"),
    (HostTrust("*", .authorities(.memory(Data()))), "its authorities are no certificates in PEM"),
    (HostTrust("*", .authorities(damaged)), "its authorities are no certificates in PEM"),
    (
      HostTrust("*", .authorities(.file("/no/such.pem"))),
      "/no/such.pem cannot be read: No such file or directory"
    ),
    (HostTrust("*", .pinsOnly), "it trusts pinned keys only, and has no pin"),
    (HostTrust("*", pins: ["sha1/AAAA"]), "a pin of it is not \"sha256/\" and the Base64 of 32 bytes"),
    (HostTrust("*", pins: ["sha256/AAAA"]), "a pin of it is not \"sha256/\" and the Base64 of 32 bytes"),
  ])
  func `a rule that cannot be used is refused with its reason`(trust: HostTrust, reason: String) {
    var options = TLSOptions()
    options.trust = [HostTrust("first.example"), trust]
    #expect { _ = try TLSPolicy(options) } throws: { error in
      guard let fault = error as? LoopConfiguration.Fault, case .trust(1) = fault.part else { return false }
      return fault.reason == reason
    }
  }

  @Test(arguments: ["/", "//", "", "A"])
  func `a pin may begin with slashes in either spelling`(start: String) throws {
    let digest = start + String(repeating: "A", count: 43 - start.utf8.count) + "="
    for prefix in ["sha256/", "sha256//"] {
      var options = TLSOptions()
      options.trust = [HostTrust("*", pins: [prefix + digest])]
      _ = try TLSPolicy(options)
    }
  }

  @Test(arguments: [
    ("a.example", ["a.example", "a.example."], ["b.a.example", "aa.example", "example"]),
    ("*.Example", ["a.example", "b.a.example"], ["example", "notexample"]), ("*", ["a", "127.0.0.1", "::1"], []),
    ("[::1]", ["::1"], ["::2"]), ("::1", ["::1"], []), ("0::0:1", ["::1"], []),
    ("0x7f.1", ["127.0.0.1"], ["127.1"]), ("bücher.example", ["xn--bcher-kva.example"], []),
  ])
  func `a host's pattern is one name, all below it, or all`(text: String, matching: [String], others: [String]) throws {
    let pattern = try #require(HostPattern(text))
    #expect(matching.filter { !pattern.matches($0) } == [] && others.filter { pattern.matches($0) } == [])
  }

  @Test(arguments: [[], [HostTrust("localhost", .none)]])
  func `a proxy over TLS has the rule of its own host`(rules: [HostTrust]) throws {
    let proxy = "https://localhost:\(peers.port("expired"))"
    let authorities = HostTrust("*", .authorities(.memory(peers.file("ca.pem"))))
    let client = try client(rules + [authorities]) { $0.proxy = proxy }
    let error = try #require(client.send("https://\(peers.peer("tls", host: "127.0.0.1"))/").error)
    // Without a rule for the proxy's host, the certificate of the proxy is the error. With the rule, nginx's response
    // to CONNECT is the error.
    #expect(error.kind == (rules.isEmpty ? .tls : .proxy), "\(error)")
  }
}
