import FoundationEssentials
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct MetricsTests {
  @Test(arguments: [false, true])
  func `the first byte is one of the answer, not of the upload nor of a challenge`(isChallenged: Bool) throws {
    let server = FaultServer { connection in
      _ = connection.request()
      if isChallenged {
        connection.send(
          "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\nContent-Length: 0\r\n\r\n"
        )
        _ = connection.request()
      }
      connection.waitForSignal()
      connection.ok()
    }
    let client = try Client()
    let collector = Collector()
    let before = MonotonicClock.now()
    _ = client.start(collector, server.base, "POST", body: .data(Data("upload".utf8))) {
      if isChallenged { $0.credential = URLCredential(user: "user", password: "password", persistence: .none) }
    }
    // The last byte of the last request was sent at this time or before. The time is counted from the start of the
    // transfer.
    var upload: UInt64?
    var isAnswered = false
    client.pump {
      let elapsed = MonotonicClock.now() - before
      if upload == nil, server.requests.count == (isChallenged ? 2 : 1) { upload = elapsed }
      // Waits until twice this time has passed. So the time of the response is certainly later than `upload`.
      if let upload, elapsed > 2 * upload, !isAnswered {
        isAnswered = true
        server.signal.fire()
      }
      return collector.isEnded
    }
    let metrics = try #require(collector.response?.metrics)
    #expect(metrics.firstByte > Int64(try #require(upload)))
    #expect(metrics.firstByte <= metrics.total)
  }

  @Test(arguments: [0, 1, 3]) func `redirects are counted`(hops: Int) throws {
    let server = FaultServer { connection in
      while let request = connection.request() {
        let left = request.split(separator: " ").dropFirst().first.flatMap { Int($0.dropFirst()) } ?? 0
        if left == 0 {
          connection.ok()
        } else {
          connection.send("HTTP/1.1 302 Moved\r\nLocation: /\(left - 1)\r\nContent-Length: 0\r\n\r\n")
        }
      }
    }
    let answer = try #require(try Client().send(server.base + "/\(hops)").response)
    #expect(answer.metrics?.redirectCount == Int32(hops))
    #expect(server.requests.count == hops + 1)
  }
}
