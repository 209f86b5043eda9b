import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Large bodies against real servers.
@Suite(.timeLimitOfAll) struct UploadTests {
  private let peers = Peers.shared
  private let body = Data(repeating: 0x61, count: 4 << 20)

  private func client() throws -> Client { try Client { $0.caFile = Peers.shared.authority } }

  @Test(arguments: ["plain", "tls", "h2"], ["/limited", "/limited-and-rude"])
  func `a refusal in the middle of an upload is the answer`(port: String, path: String) throws {
    let client = try client()
    let base = "\(port == "plain" ? "http" : "https")://\(peers.peer(port))"
    for _ in 0..<10 {
      let collector = client.send(base + path, "PUT", body: .data(body))
      #expect(collector.response?.statusCode == 413, "\(collector.ends)")
      #expect(collector.text?.contains("413 Request Entity Too Large") == true)
    }
    #expect(client.send(base + "/small").text == "welcome")
  }

  @Test func `the body is not sent on once a refusal has arrived`() throws {
    let server = FaultServer { connection in
      guard connection.beginningOfRequest() else { return }
      connection.send("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig")
      connection.waitForSignal()
    }
    let client = try client()
    let collector = client.send(server.base, "POST", body: .data(body))
    #expect(collector.response?.statusCode == 413, "\(collector.ends)")
    #expect(collector.text == "big")
    server.signal.fire()
  }

  /// A stream whose second read waits for the test.
  private final class Held: ByteStream, @unchecked Sendable {
    let entered = Signal()
    let gate = Signal()
    private var reads = 0

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      reads += 1
      if reads == 2 {
        entered.fire()
        _ = gate.wait()
      }
      return min(buffer.count, 1000)
    }
  }

  /// While libcurl asks for the second piece of the body, a response arrives, and then a reset. When libcurl wants to
  /// send this piece, it finds the reset.
  @Test(
    arguments: [
      ("413 Too Large\r\nContent-Length: 3\r\n\r\nbig", 413, nil),
      ("103 Early Hints\r\n\r\nHTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n", 413, nil),
      ("413 Too Large\r\nContent-Length: 100\r\n\r\nbig", 413, .incompleteBody),
      ("413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbig\r\n0\r\n\r\n", 413, .network),
      ("307 Elsewhere\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n", 307, .network),
      ("413 Too Large\r\nContent-Le", nil, .network),
    ] as [(String, Int?, TransferError.Kind?)])
  func `an answer that a reset follows is read all the same`(
    answer: String, status: Int?, kind: TransferError.Kind?
  ) throws {
    let body = Held()
    let server = FaultServer { connection in
      guard connection.beginningOfRequest(), body.entered.wait() else { return }
      connection.send("HTTP/1.1 " + answer)
      connection.resetAtOnce()
      body.gate.fire()
    }
    let collector = try client().send(server.base, "POST", body: .segments([.stream(body, length: 4 << 20)]))
    #expect(collector.response?.statusCode ?? collector.error?.response?.statusCode == status, "\(collector.ends)")
    #expect(collector.ends.count == 1 && collector.error?.kind == kind, "\(collector.ends)")
    #expect(collector.text == (kind != nil ? nil : answer.hasSuffix("big") ? "big" : ""))
  }

  @Test func `no server is asked whether it will continue`() throws {
    let client = try client()
    for port in ["tls", "h2"] {
      let text = client.send("https://\(peers.peer(port))/echo", "POST", body: .data(body)).text
      #expect(text?.contains("method=POST") == true && text?.contains("\nexpect=\n") == true)
    }
  }

  @Test(arguments: ["tls", "h2"])
  func `a file is sent again to where a redirect over TLS leads, and only where the method stays`(port: String) throws {
    let client = try client()
    let name = "/store/redirected-\(port)-\(UInt32.random(in: 0 ... .max))"
    let from = "https://\(peers.peer("h2"))/redirect/", to = "https://\(peers.peer(port))"
    let file = RequestBody.file(path: peers.folder + "/www/large")
    #expect(client.send(from + "307?to=\(to)\(name)", "PUT", body: file).response?.statusCode == 201)
    #expect(peers.file("www" + name) == peers.file("www/large"))
    let text = client.send(from + "302?to=\(to)/echo", "POST", body: file).text
    #expect(text?.contains("method=GET") == true)
  }

  @Test func `a compressed answer is decoded`() throws {
    let collector = try client().send("https://\(peers.peer("h2"))/text", headers: ["Accept-Encoding": "gzip"])
    #expect(collector.response?.response?.value(forHTTPHeaderField: "Content-Encoding") == "gzip")
    #expect(collector.response?.body == peers.file("www/text"))
  }
}
