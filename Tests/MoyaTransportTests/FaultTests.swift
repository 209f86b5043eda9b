import FoundationEssentials
import MoyaHTTP
import Testing

@testable import MoyaTransport

@Suite(.timeLimit(.minutes(1))) struct FaultTests {
  /// Sends these bytes to the first request and closes; then serves well.
  private func once(_ bytes: String) -> FaultServer {
    FaultServer { connection in
      while connection.request() != nil {
        guard connection.number == 0 else {
          connection.ok("good")
          continue
        }
        connection.send(bytes)
        return
      }
    }
  }

  /// The fault has its kind, and the loop is as good as before.
  private func expect(_ bytes: String, gives kind: TransferError.Kind) throws {
    let server = once(bytes)
    let client = try Client()
    let error = try #require(client.send(server.base + "/path?secret=1").error, "\(bytes.debugDescription)")
    #expect(error.kind == kind, "\(bytes.debugDescription): \(error)")
    #expect(error.message.contains(server.peer) && !error.message.contains("secret"), "\(error)")
    #expect(client.send(server.base).text == "good")
  }

  @Test func `a closed port is a connect error that names host and port`() throws {
    let server = once("")
    let peer = server.peer
    server.stop()
    let client = try Client()
    let error = try #require(client.send("http://user:secret@\(peer)/x?token=secret").error)
    #expect(error.kind == .connect)
    #expect(error.message == "no connection to \(peer): connection refused")
  }

  @Test func `a name that does not resolve is a resolve error`() throws {
    let client = try Client()
    #expect(client.send("http://no-such-name.invalid/").error?.kind == .resolve)
  }

  @Test func `a server that closes without an answer is a network error`() throws {
    try expect("", gives: .network)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n", "HTTP/1.1 200 OK\r\nA: b",
  ])
  func `a header section that was cut off is a protocol violation`(bytes: String) throws {
    try expect(bytes, gives: .protocolViolation)
  }

  @Test(arguments: [
    "-5", "abc", "0x5", "+5", "99999999999999999999", "", "5, 6", "5 5", "5,", "5\r\nContent-Length: 3",
  ])
  func `a Content-Length that is no number, or two that differ, is a protocol violation`(value: String) throws {
    try expect("HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\nhello", gives: .protocolViolation)
  }

  @Test(arguments: ["5, 5", "5\r\nContent-Length: 5", " 5 ", "005"])
  func `the same Content-Length twice is one`(value: String) throws {
    let server = once("HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\nhello")
    let client = try Client()
    #expect(client.send(server.base).text == "hello")
  }

  @Test(arguments: [
    "A: b\u{0}c", "A: b\rc", "no colon", ": empty", "A : b", " A: b", "A B: c", "Content-Length : 3", "A\t: b",
  ])
  func `a malformed header line is a protocol violation`(line: String) throws {
    try expect("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 0\r\n\r\n", gives: .protocolViolation)
  }

  /// Since 8.18 libcurl joins such lines before it reads or shows them, as RFC 9112 §5.2 has it for clients; an
  /// older one reads and shows them as they are, and then they are refused.
  @Test(arguments: [
    "Transfer-Encoding:\r\n chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "Content-Length:\r\n 5\r\n\r\nhello",
    "Content-Length: 3\r\nTransfer-Encoding:\r\n\tchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "A: b\r\n \t c\r\nContent-Length: 5\r\n\r\nhello",
  ])
  func `a folded header line is refused, or read as one by every part`(bytes: String) throws {
    let server = once("HTTP/1.1 200 OK\r\nB: 1\r\n" + bytes)
    let client = try Client()
    let answer = client.send(server.base)
    #expect(answer.text == "hello" || answer.error?.kind == .protocolViolation)
    #expect(client.send(server.base).text == "good")
  }

  @Test func `a folded Content-Length is not two numbers`() throws {
    try expect("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n 0\r\n\r\nhello", gives: .protocolViolation)
  }

  @Test(arguments: [
    "foo", "xchunked", "chunked, gzip", "gzip, chunked", "chunked, chunked", "chunked\r\nTransfer-Encoding: chunked",
    "chunked;a=b", "identity", "",
  ])
  func `a Transfer-Encoding other than "chunked", once, is a protocol violation`(value: String) throws {
    try expect(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(value)\r\n\r\n5\r\nhello\r\n0\r\n\r\n", gives: .protocolViolation)
  }

  @Test(arguments: ["CHUNKED", ", chunked ,", " chunked "])
  func `"chunked" is recognized however it is spelled`(value: String) throws {
    let server = once("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(value)\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
    let client = try Client()
    #expect(client.send(server.base).text == "hello")
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nevil",
  ])
  func `where it is not certain where the next answer begins, the connection is closed`(bytes: String) throws {
    let server = FaultServer { connection in
      while connection.request() != nil { connection.send(connection.number == 0 ? bytes : "HTTP/1.1 204 -\r\n\r\n") }
    }
    let client = try Client()
    #expect(client.send(server.base).text == "hello")
    #expect(client.send(server.base).response?.statusCode == 204)
    #expect(client.send(server.base).response?.statusCode == 204)
    #expect(server.connections == 2)
  }

  @Test(arguments: [
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nhello", "HTTP/1.1 20 OK\r\n\r\n", "hello\r\n\r\n",
    "HTTP/2 200 \r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/3 200 OK\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n",
    "HTTP/1.1 000 OK\r\n\r\n", "HTTP/1.1 099 OK\r\n\r\n", "HTTP/1.1 600 OK\r\n\r\n", "HTTP/1.1 799 OK\r\n\r\n",
    "HTTP/1.1 999 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n",
  ])
  func `what is no answer is a protocol violation`(bytes: String) throws {
    try expect(bytes, gives: .protocolViolation)
  }

  @Test(arguments: [
    "ZZ\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n", "3\r\nhello\r\n0\r\n\r\n",
    "5xyz\r\nhello\r\n0\r\n\r\n", "5\nhello\r\n0\r\n\r\n",
  ])
  func `a malformed chunk is a protocol violation`(chunks: String) throws {
    try expect("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)", gives: .protocolViolation)
  }

  @Test func `a body shorter than announced says how much came, and keeps it`() throws {
    let server = once("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
    let client = try Client()
    let error = try #require(client.send(server.base).error)
    #expect(error.kind == .incompleteBody)
    #expect(error.message.contains("5/100"))
    #expect(error.response?.statusCode == 200)
    #expect(error.partialBody == Data("hello".utf8))
  }

  @Test(arguments: ["5\r\nhel", "5\r\nhello\r\n"])
  func `a chunked body without its end is incomplete`(chunks: String) throws {
    try expect("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)", gives: .incompleteBody)
  }

  @Test func `header sections larger than the limit are refused`() throws {
    try expect("HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 200_000))\r\n\r\n", gives: .tooLarge)
    let lines = String(repeating: "A: \(String(repeating: "x", count: 1000))\r\n", count: 1000)
    try expect("HTTP/1.1 200 OK\r\n\(lines)\r\n", gives: .tooLarge)
    try expect(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20_000), gives: .tooLarge)
  }

  @Test func `a thousand small headers are fine`() throws {
    let lines = (0..<1000).map { "X-\($0): \($0)\r\n" }.joined()
    let server = once("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 2\r\n\r\nhi")
    let client = try Client()
    #expect(client.send(server.base).response?.response?.value(forHTTPHeaderField: "X-999") == "999")
  }

  @Test func `a body larger than the limit is refused, announced or not`() throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        if request.hasPrefix("GET /announced") {
          connection.ok("0123456789")
        } else if request.hasPrefix("GET /chunked") {
          connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n")
        } else {
          connection.ok("012345678")
        }
      }
    }
    let client = try Client()
    for path in ["/announced", "/chunked"] {
      #expect(client.send(server.base + path) { $0.maximumBodySize = 9 }.error?.kind == .tooLarge)
    }
    #expect(client.send(server.base) { $0.maximumBodySize = 9 }.text == "012345678")
  }

  @Test func `a reset connection is a network error`() throws {
    let server = FaultServer { connection in
      guard connection.request() != nil else { return }
      connection.reset()
    }
    let client = try Client()
    #expect(client.send(server.base).error?.kind == .network)
  }
}
