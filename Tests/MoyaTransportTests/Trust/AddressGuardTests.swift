import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Which connections a guard allows and which it refuses, in every spelling of an address.
@Suite(.timeLimitOfAll) struct AddressGuardTests {
  private func client(_ exceptions: [String] = []) throws -> Client {
    let rules = try AddressRules(AddressGuard(exceptions: exceptions))
    return try Client { $0.addresses = rules }
  }

  @Test(
    arguments: [
      ("8.8.8.8", .public), ("1.1.1.1", .public), ("172.15.255.255", .public), ("172.32.0.0", .public),
      ("100.63.255.255", .public), ("100.128.0.0", .public), ("192.0.1.0", .public), ("223.255.255.255", .public),
      ("0.0.0.0", .unspecified), ("0.1.2.3", .unspecified), ("10.0.0.0", .private), ("10.255.255.255", .private),
      ("172.16.0.0", .private), ("172.31.255.255", .private), ("192.168.0.1", .private), ("127.0.0.1", .loopback),
      ("127.255.255.255", .loopback), ("169.254.169.254", .linkLocal), ("100.64.0.0", .carrier),
      ("100.127.255.255", .carrier), ("224.0.0.1", .multicast), ("239.255.255.255", .multicast),
      ("255.255.255.255", .broadcast), ("240.0.0.1", .reserved), ("198.18.0.1", .reserved),
      ("198.19.255.255", .reserved),
      ("192.0.0.170", .reserved), ("192.88.99.1", .reserved), ("192.0.2.1", .documentation),
      ("198.51.100.1", .documentation), ("203.0.113.1", .documentation),
      ("2606:4700::1111", .public), ("2a00::1", .public), ("3ffe::1", .public), ("2001:200::1", .public),
      ("::", .unspecified), ("::1", .loopback), ("fc00::1", .private), ("fdff::1", .private), ("fec0::1", .private),
      ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("ff02::1", .multicast), ("2001:db8::1", .documentation),
      ("3fff:fff::1", .documentation), ("2001::1", .reserved), ("2001:1ff::1", .reserved), ("4000::1", .reserved),
      ("100::1", .reserved), ("5f00::1", .reserved),
      // IPv4 inside IPv6: mapped, translated, compatible, NAT64, 6to4.
      ("::ffff:127.0.0.1", .loopback), ("::ffff:10.0.0.1", .private), ("::ffff:8.8.8.8", .public),
      ("::ffff:0:192.168.0.1", .private), ("::127.0.0.1", .reserved), ("::8.8.8.8", .reserved),
      ("64:ff9b::169.254.169.254", .linkLocal), ("64:ff9b::8.8.8.8", .public), ("64:ff9b:1::8.8.8.8", .private),
      ("2002:7f00:1::", .loopback), ("2002:a00:1::1", .private), ("2002:808:808::1", .public),
    ] as [(String, AddressKind)])
  func `an address is what the registries say`(text: String, kind: AddressKind) throws {
    #expect(AddressKind.of(try #require(AddressNetwork.address(text))) == kind)
  }

  @Test(arguments: [[], [1], [127, 0, 0], [127, 0, 0, 1, 0], [UInt8](repeating: 32, count: 15)])
  func `bytes that are no address are refused`(bytes: [UInt8]) throws {
    #expect(AddressKind.of(bytes) == .reserved)
    #expect(try AddressRules(AddressGuard(exceptions: ["0.0.0.0/0", "::/0"])).refusal(of: bytes) == .reserved)
  }

  @Test(arguments: [
    "localhost", "127.0.0.1", "127.1", "0x7f.1", "0x7f000001", "2130706433", "017700000001", "127.0.0.1.", "[::1]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "0", "[::]", "LOCALHOST.", "%6cocalhost", "1%32%37.0.0.1",
  ])
  func `no spelling of this machine gets past the guard`(host: String) throws {
    let server = FaultServer { connection in while connection.request() != nil { connection.ok("in") } }
    let client = try client()
    for scheme in ["http", "https"] {
      let collector = client.send("\(scheme)://\(host):\(server.port)/")
      // Some spellings are not valid in a URL, or are names that do not resolve.
      #expect([.address, .invalidURL, .resolve].contains(collector.error?.kind), "\(collector.ends)")
    }
    #expect(server.connections == 0)
    #expect(try Client().send("http://localhost:\(server.port)/").text == "in", "it is there")
  }

  @Test func `the error names the host and what its address is`() throws {
    let error = try #require(client().send("http://user:secret@localhost:1/?token=secret").error)
    #expect(error.kind == .address)
    #expect(error.message == "the address of localhost:1 is refused: it is loopback")
    let cloud = try #require(client().send("http://169.254.169.254/latest/meta-data/").error)
    #expect(cloud.message == "the address of 169.254.169.254:80 is refused: it is link-local")
  }

  @Test func `an exception is reached, and no redirect from it gets further`() throws {
    let inner = FaultServer { connection in while connection.request() != nil { connection.ok("inner") } }
    let outer = FaultServer { connection in
      while let request = connection.request() {
        let hosts = ["/name": "localhost", "/hex": "0x7f.2", "/six": "[::1]", "/same": "127.0.0.1"]
        let path = String(request.split(separator: " ").dropFirst().first ?? "")
        connection.send(
          "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://\(hosts[path] ?? ""):\(inner.port)/\r\n\r\n")
      }
    }
    let client = try client(["127.0.0.1"])
    #expect(client.send("http://127.0.0.1:\(outer.port)/same").text == "inner")
    #expect(client.send("http://127.0.0.1:\(outer.port)/name").text == "inner", "of its addresses one is allowed")
    let reached = inner.connections
    for path in ["/hex", "/six"] {
      #expect(client.send("http://127.0.0.1:\(outer.port)\(path)").error?.kind == .address)
    }
    #expect(inner.connections == reached)
  }

  @Test(arguments: [
    ("127.0.0.0/8", true), ("127.0.0.1/32", true), ("0.0.0.0/0", true), ("127.0.0.2", false), ("10.0.0.0/8", false),
    ("::1", false), ("::/0", false),
  ])
  func `exceptions are addresses and networks`(exception: String, isAllowed: Bool) throws {
    let rules = try AddressRules(AddressGuard(exceptions: ["192.0.2.1", exception]))
    #expect(rules.refusal(of: [127, 0, 0, 1]) == (isAllowed ? nil : .loopback))
    let mapped = try #require(AddressNetwork.address("::ffff:127.0.0.1"))
    #expect(rules.refusal(of: mapped) == (isAllowed ? nil : .loopback), "an address of IPv4 in whatever spelling")
  }

  @Test func `an exception of IPv6 lets addresses of IPv6 be reached, and none of IPv4`() throws {
    let rules = try AddressRules(AddressGuard(exceptions: ["::/0"]))
    for (text, kind) in [
      ("::1", nil), ("fd00::1", nil), ("fe80::1", nil), ("127.0.0.1", .loopback), ("::ffff:127.0.0.1", .loopback),
      ("::ffff:10.0.0.1", .private), ("::ffff:8.8.8.8", nil),
    ] as [(String, AddressKind?)] {
      #expect(rules.refusal(of: try #require(AddressNetwork.address(text))) == kind, "\(text)")
    }
    let server = FaultServer { connection in while connection.request() != nil { connection.ok("in") } }
    let ended = try client(["::/0"]).send("http://[::ffff:127.0.0.1]:\(server.port)/")
    #expect(ended.error?.kind == .address && server.connections == 0)
  }

  @Test(arguments: ["::ffff:127.0.0.1", "::ffff:0:0/96", "::ffff:10.0.0.0/104"])
  func `an exception that spells IPv4 as IPv6 is refused, since it would match nothing`(exception: String) {
    #expect { _ = try AddressRules(AddressGuard(exceptions: [exception])) } throws: {
      ($0 as? LoopConfiguration.Fault)?.reason.contains("IPv4 in the spelling of IPv6") == true
    }
  }

  @Test(arguments: [
    "", "10", "10.0.0.0/33", "10.1.2.3/8", "10.0.0.0/", "10.0.0.0/-1", "localhost", "[::1]", "::1/129", "0x7f.1",
  ])
  func `an exception that is none is refused`(exception: String) {
    #expect { _ = try AddressRules(AddressGuard(exceptions: ["10.0.0.1", exception])) } throws: {
      ($0 as? LoopConfiguration.Fault)?.reason.hasPrefix("its exception 1 is neither") == true
    }
  }

  @Test func `a guard and a proxy together are refused`() throws {
    var configuration = LoopConfiguration()
    configuration.addresses = try AddressRules(AddressGuard())
    configuration.proxy = ""
    try configuration.check()
    configuration.proxy = "http://localhost:3128"
    #expect { try configuration.check() } throws: { ($0 as? LoopConfiguration.Fault)?.part == .addressGuard }
    // Even if `check()` is not called, a loop with an address guard uses no proxy.
    configuration.readEnvironment()
    #expect(configuration.proxies?.http == "" && configuration.proxies?.https == "")
  }
}
