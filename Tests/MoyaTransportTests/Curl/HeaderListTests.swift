import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct HeaderListTests {
  /// Makes a server that sends the request back as the response.
  private func echo() -> FaultServer {
    FaultServer { connection in
      while let request = connection.request() { connection.ok(request) }
    }
  }

  private static let names = [
    "X-A", "Accept", "Alt-Used", "Authorization", "Content-Range", "Content-Type", "Cookie", "If-Modified-Since",
    "Last-Modified", "Proxy-Connection", "Range", "Referer", "TE", "Accept-Encoding", "User-Agent", "Upgrade",
  ]

  @Test(arguments: names, ["GET", "POST"])
  func `a field goes out once and where it stands, whatever libcurl knows of its name`(name: String, method: String)
    throws
  {
    let server = echo()
    let client = try Client()
    for position in 0..<3 {
      var fields = ["X-One: 1", "X-Two: 2; 3"]
      fields.insert("\(name): v", at: position)
      let text = try #require(client.send(server.base, method, lines: fields).text)
      #expect(text.contains("\r\n" + fields.joined(separator: "\r\n") + "\r\n"), "\(position)")
      #expect(text.lowercased().split(separator: "\r\n").count { $0.hasPrefix(name.lowercased() + ":") } == 1)
    }
  }

  @Test func `values that differ in Unicode's normalization alone are sent as they are`() throws {
    let server = echo()
    let client = try Client()
    for value in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"] {
      let text = try #require(client.send(server.base, lines: ["X-Name: \(value)"]).text)
      let sent = text.split(separator: "\r\n").first { $0.hasPrefix("X-Name: ") }
      #expect(sent.map { Array($0.utf8) } == Array("X-Name: \(value)".utf8))
    }
  }

  @Test func `an empty field goes out between others`() throws {
    let server = echo()
    let client = try Client()
    let text = try #require(client.send(server.base, lines: ["X-One: 1", "X-Empty:", "X-Two: 2"]).text)
    #expect(text.contains("\r\nX-One: 1\r\nX-Empty:\r\nX-Two: 2\r\n"))
  }

  @Test func `a Host and a Connection of the caller's stand once, and their neighbours stay`() throws {
    let server = echo()
    let client = try Client()
    let text = try #require(
      client.send(server.base, lines: ["X-One: 1", "Host: h", "X-Two: 2", "Connection: close", "X-Three: 3"]).text)
    #expect(text.hasPrefix("GET / HTTP/1.1\r\nHost: h\r\n"))
    #expect(text.contains("\r\nX-One: 1\r\nX-Two: 2\r\nX-Three: 3\r\n"))
    #expect(text.contains("\r\nConnection: close\r\n"))
    #expect(!text.dropFirst("GET / HTTP/1.1\r\nHost:".count).contains("\r\nHost:"))
  }

  @Test func `a field that libcurl would leave out fails the request, and the next one is sent whole`() throws {
    let server = echo()
    let client = try Client()
    let large = "X-Large: " + String(repeating: "a", count: 310_000)
    #expect(client.send(server.base, lines: ["X-One: 1", large, "X-Two: 2"]).error?.kind == .invalidRequest)
    let text = try #require(client.send(server.base, lines: ["X-One: 1", "X-Two: 2"]).text)
    #expect(text.contains("\r\nX-One: 1\r\nX-Two: 2\r\n"))
    #expect(server.requests.count == 1)
  }
}
