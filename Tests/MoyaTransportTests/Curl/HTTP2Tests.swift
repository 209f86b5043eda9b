import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct HTTP2Tests {
  private let peers = Peers.shared

  private func client() throws -> Client { try Client { $0.caFile = Peers.shared.authority } }

  /// Returns the value after `name=` in the response of the server's echo.
  private func said(_ name: String, _ collector: Collector) -> String? {
    collector.text?.split(separator: "\n").first { $0.hasPrefix(name + "=") }.map {
      String($0.dropFirst(name.count + 1))
    }
  }

  @Test func `requests one after another share a connection`() throws {
    let client = try client()
    let collectors = (0..<50).map { _ in client.send("https://\(peers.peer("h2"))/echo") }
    #expect(collectors.allSatisfy { said("protocol", $0) == "HTTP/2.0" })
    #expect(Set(collectors.map { said("connection", $0) }).count == 1)
    #expect(client.loop.reactor.poller.disturbedCount == 0)
    #expect(collectors.last?.response?.metrics?.reusedConnection == true)
  }

  @Test func `sixty-four requests at once share a connection`() throws {
    let client = try client()
    let first = client.send("https://\(peers.peer("h2"))/echo")
    let collectors = (0..<64).map { _ in Collector() }
    for collector in collectors { _ = client.start(collector, "https://\(peers.peer("h2"))/echo") }
    client.pump { collectors.allSatisfy(\.isEnded) }
    let connections = (collectors + [first]).map { said("connection", $0) }
    #expect(!connections.contains(nil) && Set(connections).count == 1)
  }

  @Test func `requests that start together on one connection leave together`() throws {
    let client = try client()
    let url = "https://\(peers.peer("h2"))/echo"
    for _ in 0..<2 { #expect(client.send(url).response?.statusCode == 200) }
    #expect(client.loop.reactor.corks.count == 0)
    let collectors = (0..<20).map { _ in Collector() }
    for collector in collectors { _ = client.start(collector, url) }
    client.pump {
      #expect(client.loop.reactor.corks.corked.isEmpty, "held back while the loop waits")
      return collectors.allSatisfy(\.isEnded)
    }
    #expect(collectors.allSatisfy { $0.response?.statusCode == 200 })
    #expect(client.loop.reactor.corks.count == 1)
  }

  @Test func `a request is sent without a larger window once an answer was small`() throws {
    let client = try client()
    let counts = (0..<10).map { _ in client.send("https://\(peers.peer("h2-faults"))/windows").text }
    #expect(Set(counts.dropFirst()).count == 1 && !counts.contains(nil), "\(counts)")
  }

  /// nginx stores at most 10 000 frames for all streams of a connection, and each stream that waits for a window holds
  /// some of them.
  @Test(arguments: [4, 16])
  func `a server that sends ten bytes in a frame answers requests at once`(count: Int) throws {
    let client = try client()
    let text = peers.file("www/text")
    #expect(text.count > 64 << 10)
    for _ in 0..<2 {
      let collectors = (0..<count).map { _ in Collector() }
      for collector in collectors { _ = client.start(collector, "https://\(peers.peer("h2-tiny"))/text") }
      client.pump { collectors.allSatisfy(\.isEnded) }
      #expect(Set(collectors.compactMap { $0.error?.message }) == [])
      #expect(collectors.allSatisfy { $0.response?.body == text })
    }
  }

  @Test func `sixty-four first requests at once share a connection`() throws {
    let client = try client()
    let collectors = (0..<64).map { _ in Collector() }
    for collector in collectors { _ = client.start(collector, "https://\(peers.peer("h2"))/echo") }
    client.pump { collectors.allSatisfy(\.isEnded) }
    #expect(collectors.allSatisfy { said("protocol", $0) == "HTTP/2.0" })
    #expect(Set(collectors.map { said("connection", $0) }).count == 1)
  }

  @Test func `header fields are found in any case`() throws {
    let response = try #require(client().send("https://\(peers.peer("h2-faults"))/ok").response?.response)
    #expect(response.value(forHTTPHeaderField: "X-Mixed") == "Value")
    #expect(response.value(forHTTPHeaderField: "x-mixed") == "Value")
    #expect(response.statusCode == 200)
  }

  @Test(arguments: ["h2", "tls"])
  func `large bodies arrive whole, in both directions`(port: String) throws {
    let client = try client()
    let large = peers.file("www/large")
    let base = "https://\(peers.peer(port))"
    #expect(large.count == 8 << 20)
    #expect(client.send(base + "/large").response?.body == large)
    let name = "/store/\(port)-\(UInt32.random(in: 0 ... .max))"
    #expect(client.send(base + name, "PUT", body: .data(large)).response?.statusCode == 201)
    #expect(peers.file("www" + name) == large)
    #expect(client.send(base + name, "PUT", body: .file(path: peers.folder + "/www/large")).response?.statusCode == 204)
    #expect(peers.file("www" + name) == large)
    #expect(client.send(base + name, "PUT", body: .data(Data("small".utf8))).response?.statusCode == 204)
    #expect(peers.file("www" + name) == Data("small".utf8))
  }

  @Test func `many large downloads at once arrive whole`() throws {
    let client = try client()
    let large = peers.file("www/large")
    let collectors = (0..<8).map { _ in Collector() }
    for collector in collectors { _ = client.start(collector, "https://\(peers.peer("h2"))/large") }
    client.pump { collectors.allSatisfy(\.isEnded) }
    #expect(collectors.allSatisfy { $0.response?.body == large })
  }

  @Test(arguments: ["/reset", "/goaway", "/hangup", "/dying"], ["", "?length"])
  func `a body that was cut off is never a success, and harms no later request`(path: String, query: String) throws {
    let client = try client()
    let base = "https://\(peers.peer("h2-faults"))"
    for count in [1, 24] {
      let collectors = (0..<count).map { _ in Collector() }
      for collector in collectors { _ = client.start(collector, base + path + query) }
      client.pump { collectors.allSatisfy(\.isEnded) }
      for collector in collectors {
        let error = try #require(collector.error)
        #expect([.network, .incompleteBody, .protocolViolation].contains(error.kind), "\(error)")
        #expect(error.message.hasPrefix("localhost:") || error.message.contains(peers.peer("h2-faults")), "\(error)")
      }
      #expect(client.send(base + "/ok").response?.statusCode == 200)
    }
  }

  @Test(arguments: ["GET", "PUT"])
  func `a stream that was refused is tried again`(method: String) throws {
    let client = try client()
    let url = "https://\(peers.peer("h2-faults"))/refuse?\(UInt64.random(in: 0 ... .max))"
    let collector = client.send(url, method)
    #expect(collector.text == "accepted", "\(collector.ends)")
  }

  @Test(arguments: ["GET", "POST"])
  func `a server that ends its connections after ten requests loses none of many at once`(method: String) throws {
    let client = try client()
    let collectors = (0..<1000).map { _ in Collector() }
    for collector in collectors {
      _ = client.start(
        collector, "https://\(peers.peer("h2-short"))/", method,
        body: method == "POST" ? .data(Data("body".utf8)) : .none)
    }
    client.pump { collectors.allSatisfy(\.isEnded) }
    #expect(collectors.count { $0.response?.statusCode == 200 } == 1000)
    #expect(Set(collectors.compactMap { $0.error?.message }) == [])
  }

  @Test func `a server that ends its connections after ten requests takes all of many large bodies`() throws {
    let client = try client()
    let collectors = (0..<600).map { _ in Collector() }
    let body = Data(repeating: 120, count: 200_000)
    for collector in collectors {
      _ = client.start(collector, "https://\(peers.peer("h2-short"))/upload", "POST", body: .data(body)) {
        $0.idleTimeout = 10_000
      }
    }
    client.pump { collectors.allSatisfy(\.isEnded) }
    #expect(Set(collectors.compactMap { $0.error?.message }) == [])
    #expect(collectors.count { $0.response?.statusCode == 200 } == 600)
  }

  @Test func `a PING on an idle connection does no harm`() throws {
    let client = try client()
    for _ in 0..<5 { #expect(client.send("https://\(peers.peer("h2-faults"))/ping").response?.statusCode == 200) }
  }

  @Test func `an answer before the end of the request's body is an answer`() throws {
    let client = try client()
    let collector = client.send(
      "https://\(peers.peer("h2-faults"))/no", "POST", body: .data(Data(repeating: 120, count: 60_000)))
    #expect(collector.response?.statusCode == 413, "\(collector.ends)")
    #expect(collector.text == "too large")
  }

  @Test(arguments: ["h2", "tls"])
  func `a server that is stopped during a download is an error, and back again answers`(port: String) throws {
    let own = Peers("nginx")
    let client = try Client { $0.caFile = own.authority }
    let collector = Collector()
    _ = client.start(collector, "https://\(own.peer(port))/slow/large") { $0.wantsProgress = true }
    client.pump { !collector.progress.isEmpty }
    #expect(!collector.progress.isEmpty && own.command("stop nginx"))
    client.pump { collector.isEnded }
    let error = try #require(collector.error)
    #expect([.network, .incompleteBody].contains(error.kind), "\(error)")
    #expect(own.command("start nginx"))
    #expect(client.send("https://\(own.peer(port))/small").text == "welcome")
  }
}
