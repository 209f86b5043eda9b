import FoundationEssentials
import MoyaHTTP
import Testing

@testable import MoyaTransport

@Suite(.timeLimit(.minutes(1))) struct RedirectTests {
  /// `/STATUS` redirects to `target`; everything else is echoed.
  private func redirecting(to target: String) -> FaultServer {
    FaultServer { connection in
      while let request = connection.request() {
        let path = request.split(separator: " ").dropFirst().first ?? ""
        if let status = Int(path.dropFirst()), status >= 300 {
          connection.send("HTTP/1.1 \(status) Moved\r\nLocation: \(target)\r\nContent-Length: 4\r\n\r\nmove")
        } else {
          connection.ok(request)
        }
      }
    }
  }

  @Test(arguments: [
    (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "POST", "GET", false), (303, "PUT", "GET", false),
    (301, "PUT", "PUT", true), (307, "POST", "POST", true), (308, "POST", "POST", true), (308, "PATCH", "PATCH", true),
  ])
  func `the next request has the method and body that the status asks for`(
    status: Int, method: String, next: String, keepsBody: Bool
  ) throws {
    let server = redirecting(to: "/there?a=b")
    let client = try Client()
    let headers = ["Content-Type": "text/x", "Authorization": "Bearer t"]
    let collector = client.send(
      server.base + "/\(status)", method, body: .data(Data("BODY".utf8)), headers: headers)
    let text = try #require(collector.text)
    #expect(text.hasPrefix("\(next) /there?a=b HTTP/1.1"))
    #expect(text.contains("BODY") == keepsBody && text.contains("Content-Type: text/x") == keepsBody)
    #expect(text.contains("Authorization: Bearer t"))
    #expect(collector.response?.response?.urlText == server.base + "/there?a=b")
    #expect(collector.response?.metrics?.redirectCount == 1)
    #expect(server.connections == 1)
  }

  @Test func `secrets stay with their origin`() throws {
    let other = redirecting(to: "/x")
    let server = redirecting(to: "http://user:password@\(other.peer)/there")
    let client = try Client()
    let headers = [
      "Authorization": "Bearer t", "Cookie": "c=d", "X-API-Key": "k", "X-Own": "k", "X-Plain": "p", "Host": "name",
    ]
    let text = try #require(
      client.send(server.base + "/302", headers: headers) { options in
        options.originBoundHeaders = ["x-own"]
        options.credential = URLCredential(user: "u", password: "p", persistence: .none)
      }.text)
    #expect(text.hasPrefix("GET /there HTTP/1.1\r\nHost: \(other.peer)\r\n"))
    #expect(text.contains("X-Plain: p"))
    for secret in ["Authorization", "Cookie", "X-API-Key", "X-Own", "k\r\n", "name"] { #expect(!text.contains(secret)) }
  }

  @Test func `a loop ends after exactly the allowed number of hops`() throws {
    let server = redirecting(to: "/302")
    let client = try Client()
    let error = try #require(client.send(server.base + "/302") { $0.maximumRedirects = 5 }.error)
    #expect(error.kind == .redirect)
    #expect(error.response?.statusCode == 302)
    #expect(server.requests.count == 6)
  }

  @Test func `without redirects a 3xx is an answer like any other`() throws {
    let server = redirecting(to: "/x")
    let client = try Client()
    let answer = try #require(client.send(server.base + "/302") { $0.maximumRedirects = 0 }.response)
    #expect(answer.statusCode == 302)
    #expect(String(decoding: answer.body, as: UTF8.self) == "move")
  }

  @Test(arguments: [
    ("#f", "/d/302?q", "#f"), ("x", "/d/x", ""), ("../x", "/x", ""), ("/a/../b", "/b", ""), ("?r", "/d/302?r", ""),
    ("/a b", "/a%20b", ""), ("/\u{e9}", "/%C3%A9", ""), ("/x#g", "/x", "#g"),
  ])
  func `a reference is resolved as RFC 3986 says`(location: String, path: String, fragment: String) throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        if connection.number == 0 {
          connection.send(
            "HTTP/1.1 302 Moved\r\nConnection: close\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
          return
        }
        connection.ok(request)
      }
    }
    let client = try Client()
    let answer = client.send(server.base + "/d/302?q")
    #expect(answer.text?.hasPrefix("GET \(path) HTTP/1.1\r\n") == true)
    #expect(answer.response?.response?.urlText == server.base + path + fragment)
  }

  @Test func `the target inherits the fragment of the request's URL`() throws {
    let server = redirecting(to: "/x")
    let client = try Client()
    #expect(client.send(server.base + "/302#part").response?.response?.urlText == server.base + "/x#part")
  }

  @Test(arguments: ["Location: \r\n", ""]) func `a redirect to nowhere is the answer`(field: String) throws {
    let server = FaultServer { connection in
      while connection.request() != nil {
        connection.send("HTTP/1.1 302 Moved\r\n\(field)Content-Length: 4\r\n\r\nmove")
      }
    }
    let client = try Client()
    let answer = client.send(server.base)
    #expect(answer.response?.statusCode == 302 && answer.text == "move")
  }

  @Test func `two places are one too many, unless they are the same`() throws {
    let server = redirecting(to: "/x\r\nLocation: /x")
    let client = try Client()
    #expect(client.send(server.base + "/302").text?.hasPrefix("GET /x ") == true)
    let other = redirecting(to: "/x\r\nLocation: /y")
    #expect(client.send(other.base + "/302").error?.kind == .protocolViolation)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "javascript:alert(1)",
    "http:/t", "http:t", "//", "http://", "http://h:0/", "http://a b/", "http://\u{e9}/", "/a\tb", "/a\\b", "//h%/x",
  ])
  func `a redirect out of HTTP is refused`(target: String) throws {
    let server = redirecting(to: target)
    let client = try Client()
    #expect(client.send(server.base + "/302").error?.kind == .redirect)
    #expect(server.requests.count == 1)
  }

  @Test func `a body that can be read once is not sent twice`() throws {
    final class Once: ByteStream, @unchecked Sendable {
      func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        buffer.copyBytes(from: "abcd".utf8)
        return 4
      }
    }
    let server = redirecting(to: "/there")
    let client = try Client()
    let body = RequestBody.segments([.stream(Once(), length: 4)])
    #expect(client.send(server.base + "/307", "POST", body: body).error?.kind == .body)
  }

  @Test func `a credential answers the server's challenge and leaves no trace in the handle`() throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        if request.contains("Authorization: Basic dXNlcjpwYXNz") {
          connection.ok("in")
        } else {
          connection.send(
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 3\r\n\r\nout")
        }
      }
    }
    let client = try Client()
    let collector = client.send(server.base, "POST", body: .data(Data("abc".utf8))) {
      $0.credential = URLCredential(user: "user", password: "pass", persistence: .none)
    }
    #expect(collector.text == "in")
    #expect(collector.response?.statusCode == 200)
    #expect(client.send(server.base).response?.statusCode == 401)
    let wrong = client.send(server.base) {
      $0.credential = URLCredential(user: "user", password: "wrong", persistence: .none)
    }
    #expect(wrong.response?.statusCode == 401)
    #expect(wrong.text == "out")
  }
}
