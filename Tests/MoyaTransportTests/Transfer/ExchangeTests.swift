import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct ExchangeTests {
  /// Makes a server that sends each request back. The field `X-Number` is the number of the connection.
  private func echo() -> FaultServer {
    FaultServer { connection in
      while let request = connection.request() {
        connection.ok(request.hasPrefix("HEAD") ? "" : request, headers: "X-Number: \(connection.number)\r\n")
      }
    }
  }

  @Test func `a GET gives status, headers and body`() throws {
    let server = echo()
    let client = try Client()
    let answer = try #require(client.send(server.base + "/a?b=c").response)
    #expect(answer.statusCode == 200)
    #expect(answer.response?.value(forHTTPHeaderField: "x-number") == "0")
    #expect(answer.response?.urlText == server.base + "/a?b=c")
    #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("GET /a?b=c HTTP/1.1\r\nHost: \(server.peer)\r\n"))
  }

  @Test func `requests one after another share a connection`() throws {
    let server = echo()
    let client = try Client()
    for number in 0..<5 {
      let answer = try #require(client.send(server.base + "/\(number)").response)
      #expect(answer.metrics?.reusedConnection == (number > 0))
    }
    #expect(server.connections == 1)
    #expect(server.requests.count == 5)
  }

  @Test(arguments: [
    "/a/../b/./c?../d", "/a/../../b", "/..", "/.", "//a//b", "/%2e%2e/x", "/%2F%2f", "/a?", "/?", "/a;b=c?d?e",
    "/a|\"<b>^`{}", "/?a=%zz&b=[]", "/%2f?%2f", "/a%c3%A9?",
  ])
  func `a path and its query go out as they are given, the first time and every time`(path: String) throws {
    let server = echo()
    let client = try Client()
    for _ in 0..<2 { #expect(client.send(server.base + path).text?.hasPrefix("GET \(path) HTTP/1.1\r\n") == true) }
  }

  @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "X-OWN"])
  func `a body travels with any method, as it is`(method: String) throws {
    let server = echo()
    let client = try Client()
    let text = try #require(client.send(server.base, method, body: .data(Data("a=b".utf8))).text)
    #expect(text.hasPrefix(method + " / HTTP/1.1\r\n"))
    #expect(text.contains("\r\nContent-Length: 3\r\n"))
    #expect(text.hasSuffix("\r\n\r\na=b"))
    #expect(!text.contains("Content-Type"))
    #expect(!text.contains("Expect"))
  }

  @Test(arguments: [("POST", true), ("PUT", true), ("PATCH", true), ("GET", false), ("DELETE", false)])
  func `an empty body is announced where the method expects one`(method: String, isAnnounced: Bool) throws {
    let server = echo()
    let client = try Client()
    let text = try #require(client.send(server.base, method).text)
    #expect(text.contains("Content-Length: 0\r\n") == isAnnounced)
    #expect(!text.contains("Content-Type"))
  }

  @Test func `a handle carries nothing from one request into the next`() throws {
    let server = echo()
    let client = try Client()
    let first = try #require(
      client.send(
        server.base, "PUT", body: .data(Data("12345".utf8)), headers: ["X-Secret": "s", "Content-Type": "a/b"]
      )
      .text)
    #expect(first.contains("X-Secret: s") && first.contains("Content-Type: a/b"))
    let second = try #require(client.send(server.base, "GET").text)
    #expect(second.hasPrefix("GET "))
    #expect(!second.contains("X-Secret") && !second.contains("Content-"))
    #expect(client.send(server.base, "HEAD").response?.body.count == 0)
    #expect(client.send(server.base, "POST", body: .data(Data("x".utf8))).text?.hasSuffix("\r\n\r\nx") == true)
    #expect(client.send(server.base, "DELETE").text?.hasPrefix("DELETE ") == true)
    #expect(client.send(server.base).text?.hasPrefix("GET ") == true)
    #expect(server.connections == 1)
  }

  @Test func `a header without a value is sent`() throws {
    let server = echo()
    let client = try Client()
    let text = try #require(
      client.send(server.base, "POST", body: .data(Data("abc".utf8)), headers: ["X-Empty": ""]).text)
    #expect(text.contains("\r\nX-Empty:\r\n"))
  }

  @Test(arguments: ["Content-Length", "TRANSFER-ENCODING", "expect"])
  func `a header that frames the body is refused`(name: String) throws {
    let server = echo()
    let client = try Client()
    let error = try #require(
      client.send(server.base, "POST", body: .data(Data("abc".utf8)), headers: [name: "3"]).error)
    #expect(error.kind == .invalidRequest && error.message.contains("header \(name) cannot be set"))
    #expect(server.connections == 0)
  }

  @Test func `the user agent and accepted codings are the configuration's unless the request names its own`() throws {
    let server = echo()
    let client = try Client {
      $0.userAgent = "tester/1"
      $0.acceptEncoding = "gzip"
    }
    let plain = try #require(client.send(server.base).text)
    #expect(plain.contains("User-Agent: tester/1\r\n") && plain.contains("Accept-Encoding: gzip\r\n"))
    let own = try #require(client.send(server.base, headers: ["User-Agent": "me", "accept-encoding": "br"]).text)
    #expect(own.contains("User-Agent: me\r\n") && own.contains("accept-encoding: br\r\n"))
    #expect(!own.contains("tester") && !own.contains("gzip"))
  }

  @Test func `a refused request ends with its error and never reaches the wire`() throws {
    let server = echo()
    let client = try Client()
    #expect(client.send("file:///etc/passwd").error?.kind == .invalidURL)
    #expect(client.send(server.base, headers: ["A": "b\r\nEvil: 1"]).error?.kind == .invalidRequest)
    #expect(client.send(server.base, "G ET").error?.kind == .invalidRequest)
    #expect(server.connections == 0)
    #expect(client.send(server.base).response?.statusCode == 200)
  }

  @Test func `a large answer arrives whole`() throws {
    let body = String(repeating: "0123456789", count: 500_000)
    let server = FaultServer { connection in
      while connection.request() != nil { connection.ok(body) }
    }
    let client = try Client()
    #expect(client.send(server.base).text == body)
  }

  @Test func `a chunked answer is put together`() throws {
    let server = FaultServer { connection in
      while connection.request() != nil {
        connection.send(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n")
      }
    }
    let client = try Client()
    #expect(client.send(server.base).text == "abcde")
    #expect(client.send(server.base).text == "abcde")
    #expect(server.connections == 1)
  }

  @Test func `interim answers are passed over`() throws {
    let server = FaultServer { connection in
      while connection.request() != nil {
        for _ in 0..<1000 { connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
        connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        connection.ok()
      }
    }
    let client = try Client()
    let answer = try #require(client.send(server.base).response)
    #expect(answer.statusCode == 200)
    #expect(answer.response?.value(forHTTPHeaderField: "Link") == nil)
    #expect(String(decoding: answer.body, as: UTF8.self) == "hello")
  }

  @Test(arguments: [(204, "GET"), (304, "GET"), (200, "HEAD")])
  func `an answer that has no body ends with its header section`(status: Int, method: String) throws {
    let server = FaultServer { connection in
      while connection.request() != nil { connection.send("HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\n") }
    }
    let client = try Client()
    let answer = try #require(client.send(server.base, method).response)
    #expect(answer.statusCode == status)
    #expect(answer.body.isEmpty)
  }
}
