import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Bodies that nobody receives: those of redirects, of challenges, and of a 416 to a download that is complete.
@Suite(.timeLimitOfAll) struct UnusedBodyTests {
  /// Makes a server that responds with these bytes until a request is for `/new` or has a credential. Then the server
  /// responds with "hello". If `ends` is true, the server closes the connection after the bytes.
  private func server(_ first: [UInt8], ends: Bool = false) -> FaultServer {
    FaultServer { connection in
      while let request = connection.request() {
        if request.hasPrefix("GET /new ") || request.contains("\r\nAuthorization: ") {
          connection.ok()
        } else {
          connection.send(first)
          if ends { return }
        }
      }
    }
  }

  private func redirect(_ framing: String, _ body: [UInt8]) -> [UInt8] {
    Array("HTTP/1.1 302 Found\r\nLocation: /new\r\n\(framing)\r\n\r\n".utf8) + body
  }

  private func letters(_ count: Int) -> [UInt8] { [UInt8](repeating: 120, count: count) }

  @Test(arguments: [200, 200_000])
  func `a redirect is followed if its body exceeds the limit of bodies`(count: Int) throws {
    let client = try Client()
    let known = server(redirect("Content-Length: \(count)", letters(count)))
    #expect(client.send(known.base) { $0.maximumBodySize = 100 }.text == "hello")
    let chunk = Array("\(String(count, radix: 16))\r\n".utf8) + letters(count) + Array("\r\n0\r\n\r\n".utf8)
    let chunked = server(redirect("Transfer-Encoding: chunked", chunk))
    #expect(client.send(chunked.base) { $0.maximumBodySize = 100 }.text == "hello")
  }

  @Test func `a redirect that is not followed has a body like any other response`() throws {
    let client = try Client()
    let server = server(redirect("Content-Length: 200", letters(200)))
    func send(limit: Int) -> Collector {
      client.send(server.base) {
        $0.maximumBodySize = limit
        $0.maximumRedirects = 0
      }
    }
    #expect(send(limit: 199).error?.kind == .tooLarge)
    #expect(send(limit: 200).response?.body.count == 200)
  }

  /// The connection can end before or after the library drops the rest of the body.
  @Test func `a redirect is followed if its connection ends after the part of the body that is read`() throws {
    let client = try Client()
    let server = server(redirect("Content-Length: 4000000", letters(200_000)), ends: true)
    for _ in 0..<50 { #expect(client.send(server.base).text == "hello") }
  }

  @Test func `a challenge is answered if its body exceeds the limit of bodies`() throws {
    let client = try Client()
    let challenge = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 200\r\n\r\n"
    let server = server(Array(challenge.utf8) + letters(200))
    func send(_ password: URLCredential?, limit: Int) -> Collector {
      client.send(server.base) {
        $0.maximumBodySize = limit
        $0.credential = password
      }
    }
    let credential = URLCredential(user: "user", password: "word", persistence: .none)
    #expect(send(credential, limit: 100).text == "hello")
    #expect(send(nil, limit: 100).error?.kind == .tooLarge)
    #expect(send(nil, limit: 200).response?.body.count == 200)
  }
}
