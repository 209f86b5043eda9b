import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Resumed downloads against nginx: plain, over TLS, and over HTTP/2.
@Suite(.timeLimitOfAll) struct NginxResumeTests {
  enum Port: String, CaseIterable {
    case plain
    case tls
    case h2

    var version: String { self == .h2 ? "HTTP/2.0" : "HTTP/1.1" }
  }

  private let peers = Peers.shared
  private let folder = TemporaryFolder()
  private let query = String(UInt64.random(in: .min ... .max), radix: 36)

  private var path: String { folder.path + "/large.part" }

  private func get(_ client: borrowing Client, _ port: Port) -> Collector {
    let scheme = port == .plain ? "http" : "https"
    return client.send("\(scheme)://\(peers.peer(port.rawValue))/large?\(query)") {
      $0.downloadPath = folder.path + "/other"
      $0.partialDownloadPath = path
    }
  }

  /// Downloads everything, so that all bytes and their record are in the folder.
  private func fill(_ client: borrowing Client, _ port: Port) throws {
    let whole = get(client, port)
    try #require(whole.response?.downloadHold).release(keepsFile: true)
    #expect(whole.response?.metrics != nil && isWhole)
  }

  private var isWhole: Bool { folder.bytes("large.part") == Array(peers.file("www/large")) }

  /// Returns the statuses that nginx sent to this test, in order. nginx logs a response after it has sent it.
  private func statuses(_ client: borrowing Client, _ port: Port, count: Int) -> [String] {
    var statuses: [String] = []
    client.pump {
      statuses = peers.log("nginx-access.log", containing: "GET /large?\(query) \(port.version)").compactMap { line in
        line.split(separator: " ").dropFirst(4).first.map(String.init)
      }
      return statuses.count >= count
    }
    return statuses
  }

  @Test(arguments: Port.allCases) func `nginx sends the rest`(port: Port) throws {
    let client = try Client { $0.caFile = Peers.shared.authority }
    try fill(client, port)
    #expect(truncate(path, 1_000_001) == 0)
    let answer = try #require(get(client, port).response)
    #expect(answer.statusCode == 200 && isWhole)
    #expect(answer.response?.expectedContentLength == 8 << 20)
    #expect(statuses(client, port, count: 2) == ["200", "206"])
  }

  @Test(arguments: Port.allCases) func `nginx says that nothing is missing`(port: Port) throws {
    let client = try Client { $0.caFile = Peers.shared.authority }
    try fill(client, port)
    #expect(get(client, port).response?.statusCode == 200)
    #expect(isWhole && statuses(client, port, count: 2) == ["200", "416"])
  }

  @Test(arguments: Port.allCases) func `what nginx says is out of range is asked for again, as a whole`(port: Port)
    throws
  {
    let client = try Client { $0.caFile = Peers.shared.authority }
    try fill(client, port)
    // Makes the record look like that of a response without a length.
    let lines = try #require(TemporaryFile.read(path + ".resume")).split(
      separator: "\n", omittingEmptySubsequences: false)
    let record = lines.filter { !$0.lowercased().hasPrefix("content-length:") }.joined(separator: "\n")
    try Data(record.utf8).write(to: URL(filePath: path + ".resume"))
    #expect(truncate(path, 9_000_000) == 0)
    #expect(get(client, port).response?.statusCode == 200)
    #expect(isWhole)
    #expect(statuses(client, port, count: 3) == ["200", "416", "200"])
  }
}
