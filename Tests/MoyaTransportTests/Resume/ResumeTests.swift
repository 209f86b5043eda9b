import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Downloads that are interrupted and go on, against a server on raw sockets. Every film is compared to its last byte.
@Suite(.timeLimit(.minutes(1))) struct ResumeTests {
  typealias Film = FilmServer.Film

  private let folder = TemporaryFolder()
  private let film = Film()

  private var path: String { folder.path + "/film.part" }

  private func options(_ options: inout TransferOptions) {
    options.downloadPath = folder.path + "/other"
    options.partialDownloadPath = path
  }

  private func get(
    _ server: FilmServer, _ headers: [String: String] = [:], url: String? = nil,
    _ configure: (inout TransferOptions) -> Void = { _ in }
  ) throws -> Collector {
    // A loop of its own, as after a restart of the process: nothing is remembered but what lies in the folder.
    let client = try Client()
    return client.send(url ?? server.url, headers: headers) {
      options(&$0)
      configure(&$0)
    }
  }

  /// The one half of the film and its record lie in the folder.
  private func interrupt(_ server: FilmServer) throws {
    #expect(try get(server).error?.kind == .incompleteBody)
    try #require(folder.bytes("film.part")?.count == film.bytes.count / 2)
  }

  /// The film is complete, and after its release only the film is left.
  private func expectFilm(
    _ collector: Collector, _ film: Film, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let answer = try #require(collector.response, "\(collector.ends)", sourceLocation: location)
    #expect(answer.statusCode == 200, sourceLocation: location)
    #expect(
      answer.response?.value(forHTTPHeaderField: "Content-Length") == "\(film.bytes.count)", sourceLocation: location)
    #expect(answer.response?.value(forHTTPHeaderField: "Content-Type") == "video/x-test", sourceLocation: location)
    #expect(answer.response?.value(forHTTPHeaderField: "Content-Range") == nil, sourceLocation: location)
    #expect(answer.downloadedPath == path, sourceLocation: location)
    #expect(folder.bytes("film.part") == film.bytes, sourceLocation: location)
    answer.downloadHold?.release(keepsFile: false)
    #expect(folder.names == ["film.part"], sourceLocation: location)
  }

  // MARK: Going on

  @Test(arguments: [FilmServer.Answer.cut, .reset]) func `a broken download goes on where it was`(
    interruption: FilmServer.Answer
  ) throws {
    let server = FilmServer(film, [interruption, .asAsked])
    let client = try Client()
    let first = Collector()
    _ = client.start(first, server.url) { options(&$0) }
    client.pump { folder.bytes("film.part")?.count == film.bytes.count / 2 }
    server.signal.fire()
    client.pump { first.isEnded }
    #expect(first.error?.kind == .incompleteBody || first.error?.kind == .network)
    #expect(folder.names == ["film.part", "film.part.resume"])
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, film.bytes.count / 2])
    #expect(FilmServer.field("If-Range", server.requests[1]) == "\"one\"")
    #expect(server.requests.allSatisfy { FilmServer.field("Accept-Encoding", $0) == "identity" })
  }

  @Test func `a cancelled download goes on where it was, at once`() throws {
    let server = FilmServer(film, [.stall, .asAsked])
    let client = try Client()
    let second = Collector()
    let first = Collector {
      _ = client.loop.start(URLRequest(urlText: server.url), options: secondOptions, observer: second)
    }
    var secondOptions: TransferOptions {
      var options = TransferOptions()
      self.options(&options)
      return options
    }
    let transfer = client.start(first, server.url) { options(&$0) }
    client.pump { folder.bytes("film.part")?.count == film.bytes.count / 2 }
    transfer.stop()
    client.pump { second.isEnded }
    #expect(first.error?.kind == .cancelled)
    try expectFilm(second, film)
    #expect(server.starts == [nil, film.bytes.count / 2])
  }

  @Test func `a download that ran out of time goes on where it was`() throws {
    let server = FilmServer(film, [.stall, .asAsked])
    #expect(try get(server) { $0.idleTimeout = 500 }.error?.kind == .idleTimeout)
    let have = folder.bytes("film.part")?.count
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, have])
  }

  @Test func `a download is interrupted again and again, and is whole in the end`() throws {
    let server = FilmServer(film, [.cut, .cut, .cut, .cut, .asAsked])
    for _ in 0..<4 { #expect(try get(server).error?.kind == .incompleteBody) }
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, 150_000, 225_000, 262_500, 281_250])
  }

  @Test func `a loop that is closed leaves what a later one goes on with`() throws {
    let server = FilmServer(film, [.stall, .asAsked])
    do {
      let client = try Client()
      _ = client.start(Collector(), server.url) { options(&$0) }
      client.pump { folder.bytes("film.part")?.count == film.bytes.count / 2 }
    }
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, film.bytes.count / 2])
  }

  @Test func `a date that is old enough will do`() throws {
    let film = Film(["Last-Modified: Sun, 06 Nov 1994 08:48:37 GMT", "Date: Sun, 06 Nov 1994 08:49:37 GMT"])
    let server = FilmServer(film, [.cut, .asAsked])
    try interrupt(server)
    try expectFilm(try get(server), film)
    #expect(FilmServer.field("If-Range", server.requests[1]) == "Sun, 06 Nov 1994 08:48:37 GMT")
  }

  @Test func `less than the rest is kept, and is not the whole`() throws {
    let server = FilmServer(
      film,
      [
        .cut,
        .raw { [film] start in
          let start = start ?? 0
          let lines = [film.range("\(start)-\(start + 9)"), "Content-Length: 10"]
          return film.head("206 Partial Content", lines) + film.bytes[start..<(start + 10)]
        }, .asAsked,
      ])
    try interrupt(server)
    #expect(try get(server).error?.kind == .incompleteBody)
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, 150_000, 150_010])
  }

  @Test func `progress counts from what is there to the whole`() throws {
    let server = FilmServer(film, [.cut, .asAsked])
    try interrupt(server)
    let collector = try get(server) { $0.wantsProgress = true }
    let steps = collector.progress
    #expect(steps.allSatisfy { $0.completedUnitCount > 150_000 && $0.totalUnitCount == 300_000 })
    #expect(steps.map(\.completedUnitCount) == steps.map(\.completedUnitCount).sorted())
    #expect(steps.last?.fractionCompleted == 1)
    try expectFilm(collector, film)
  }

  @Test func `a challenge is answered before the rest is sent`() throws {
    let server = FilmServer(
      film,
      [
        .cut,
        .raw { _ in
          Array("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 4\r\n\r\nname".utf8)
        }, .asAsked,
      ])
    try interrupt(server)
    let collector = try get(server) { $0.credential = URLCredential(user: "u", password: "p", persistence: .none) }
    try expectFilm(collector, film)
    #expect(server.starts.last == 150_000)
  }

  // MARK: Starting over

  @Test func `a film that was replaced starts over`() throws {
    let server = FilmServer(film, [.cut, .asAsked])
    try interrupt(server)
    let other = Film(["ETag: \"two\""], seed: 2, count: 200_000)
    server.show(other)
    try expectFilm(try get(server), other)
    #expect(server.starts == [nil, 150_000])
  }

  @Test func `a replaced film that is interrupted goes on as itself`() throws {
    let server = FilmServer(film, [.cut, .cut, .asAsked])
    try interrupt(server)
    let other = Film(["ETag: \"two\""], seed: 2, count: 200_000)
    server.show(other)
    #expect(try get(server).error?.kind == .incompleteBody)
    try expectFilm(try get(server), other)
    #expect(server.starts == [nil, 150_000, 175_000])
  }

  @Test func `bytes that nothing names never lie beside the name of others`() throws {
    let server = FilmServer(film, [.cut, .cut, .asAsked])
    try interrupt(server)
    let other = Film([], seed: 2, count: 200_000)
    server.show(other)
    #expect(try get(server).error?.kind == .incompleteBody)
    #expect(folder.names == ["film.part"])
    server.show(film)
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, 150_000, nil])
  }

  @Test func `a server without ranges sends everything, and nothing twice`() throws {
    let server = FilmServer(film, [.cut, .everything])
    try interrupt(server)
    try expectFilm(try get(server), film)
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [
    ["ETag: W/\"one\""], [],
    ["ETag: W/\"one\"", "Last-Modified: Sun, 06 Nov 1994 08:48:37 GMT", "Date: Sun, 06 Nov 1994 08:49:37 GMT"],
    ["Last-Modified: Sun, 06 Nov 1994 08:49:36 GMT", "Date: Sun, 06 Nov 1994 08:49:37 GMT"],
  ])
  func `without a strong validator there is no going on`(names: [String]) throws {
    let film = Film(names)
    let server = FilmServer(film, [.cut, .asAsked])
    try interrupt(server)
    #expect(folder.names == ["film.part"])
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, nil])
  }

  @Test func `the bytes of another URL are not gone on with`() throws {
    let server = FilmServer(film, [.cut, .asAsked])
    try interrupt(server)
    try expectFilm(try get(server, url: server.url + "?other"), film)
    #expect(server.starts == [nil, nil])
  }

  @Test(arguments: ["", "damaged", String(repeating: "x", count: 100_000)])
  func `a damaged record is no record`(record: String) throws {
    let server = FilmServer(film, [.cut, .asAsked])
    try interrupt(server)
    try Data(record.utf8).write(to: URL(filePath: path + ".resume"))
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, nil])
  }

  @Test func `more bytes than the film has are not gone on with`() throws {
    let server = FilmServer(film, [.cut, .asAsked])
    try interrupt(server)
    try Data(repeating: 1, count: 300_001).write(to: URL(filePath: path))
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, nil])
  }

  /// What is wrong about a 206, as head lines and the place in the film where its body begins.
  struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let names: [String]
    let range: String?
    var extra: [String] = []
    var start = 150_000
  }

  static let lies = [
    Lie(
      testDescription: "it begins too early", names: ["ETag: \"one\""], range: "149999-299999/300000", start: 149_999),
    Lie(testDescription: "it begins too late", names: ["ETag: \"one\""], range: "150001-299999/300000", start: 150_001),
    Lie(testDescription: "the film is longer", names: ["ETag: \"one\""], range: "150000-299999/300001"),
    Lie(testDescription: "no range", names: ["ETag: \"one\""], range: nil),
    Lie(testDescription: "a damaged range", names: ["ETag: \"one\""], range: "150000"),
    Lie(testDescription: "another film", names: ["ETag: \"two\""], range: "150000-299999/300000"),
    Lie(testDescription: "some film", names: [], range: "150000-299999/300000"),
    Lie(
      testDescription: "several parts", names: ["ETag: \"one\""], range: nil,
      extra: ["Content-Type: multipart/byteranges; boundary=x"]),
  ]

  @Test(arguments: lies) func `a part that is not the rest is not used, and everything asked for once`(lie: Lie) throws
  {
    let server = FilmServer(
      film,
      [
        .cut,
        .raw { [film] _ in
          let length = "Content-Length: \(film.bytes.count - lie.start)"
          let lines =
            lie.names + (lie.range.map { ["Content-Range: bytes \($0)"] } ?? []) + lie.extra + [length, "", ""]
          return Array((["HTTP/1.1 206 Partial Content"] + lines).joined(separator: "\r\n").utf8)
            + film.bytes[lie.start...]
        }, .asAsked,
      ])
    try interrupt(server)
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, 150_000, nil])
    #expect(FilmServer.field("If-Range", server.requests[2]) == nil)
  }

  @Test func `a server that sends parts whatever is asked breaks HTTP, and the bytes at hand stay`() throws {
    let server = FilmServer(film, [.cut, .raw { [film] _ in film.rest(from: 7) }])
    try interrupt(server)
    #expect(try get(server).error?.kind == .protocolViolation)
    #expect(server.starts == [nil, 150_000, nil])
    #expect(folder.bytes("film.part") == Array(film.bytes[..<150_000]))
  }

  @Test func `a part with more bytes than its range breaks HTTP, and none of the surplus is kept`() throws {
    let server = FilmServer(
      film,
      [
        .cut,
        .raw { [film] start in
          let lines = [film.range("\(start ?? 0)-299999"), "Transfer-Encoding: chunked"]
          let surplus = Array(film.bytes[(start ?? 0)...]) + [1, 2, 3]
          return film.head("206 Partial Content", lines) + Array("\(String(surplus.count, radix: 16))\r\n".utf8)
            + surplus + Array("\r\n0\r\n\r\n".utf8)
        },
      ])
    try interrupt(server)
    #expect(try get(server).error?.kind == .protocolViolation)
    let kept = try #require(folder.bytes("film.part"))
    #expect(kept.count <= 300_000 && kept == Array(film.bytes[..<kept.count]))
  }

  // MARK: Nothing is missing

  @Test func `what is complete already is not sent again`() throws {
    let server = FilmServer(film, [.asAsked])
    try #require(try get(server).response).downloadHold?.release(keepsFile: true)
    #expect(folder.names == ["film.part", "film.part.resume"])
    let collector = try get(server) { $0.wantsProgress = true }
    try expectFilm(collector, film)
    #expect(server.starts == [nil, 300_000])
    #expect(collector.progress.last == TransferProgress(completedUnitCount: 300_000, totalUnitCount: 300_000))
  }

  @Test func `a range beyond the end of another film starts over`() throws {
    let server = FilmServer(
      film,
      [
        .cut,
        .raw { [film] _ in film.head("416 Range Not Satisfiable", [film.range("*", of: 1000), "Content-Length: 0"]) },
        .asAsked,
      ])
    try interrupt(server)
    let other = Film(["ETag: \"two\""], seed: 2, count: 1000)
    server.show(other)
    try expectFilm(try get(server), other)
    #expect(server.starts == [nil, 150_000, nil])
  }

  // MARK: Answers about something else

  @Test(arguments: ["203 Maybe", "404 Not Found", "500 Oops", "503 Busy"])
  func `the body of another answer goes elsewhere, and the bytes at hand stay`(status: String) throws {
    let server = FilmServer(
      film, [.cut, .raw { _ in Array("HTTP/1.1 \(status)\r\nContent-Length: 4\r\n\r\noops".utf8) }, .asAsked])
    try interrupt(server)
    let answer = try #require(try get(server).response)
    #expect(answer.statusCode == Int(status.prefix(3)))
    let elsewhere = try #require(answer.downloadedPath)
    #expect(TemporaryFile.read(elsewhere) == "oops" && answer.downloadHold == nil)
    unlink(elsewhere)
    #expect(folder.bytes("film.part") == Array(film.bytes[..<150_000]))
    try expectFilm(try get(server), film)
    #expect(server.starts == [nil, 150_000, 150_000])
  }

  @Test func `a first answer without content leaves nothing`() throws {
    let server = FilmServer(film, [.raw { _ in Array("HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\noops".utf8) }])
    unlink(try #require(try get(server).response?.downloadedPath))
    #expect(folder.names.isEmpty)
  }

  // MARK: Whose range it is

  @Test func `a range of the caller's own is the caller's`() throws {
    let server = FilmServer(film, [.cut, .raw { [film] start in film.rest(from: start ?? 0) }])
    try interrupt(server)
    let answer = try #require(try get(server, ["Range": "bytes=299990-"]).response)
    #expect(answer.statusCode == 206)
    let path = try #require(answer.downloadedPath)
    #expect(path != self.path && folder.bytes("film.part")?.count == 150_000)
    unlink(path)
  }

  @Test(arguments: [true, false]) func `a redirect takes the range along, and the record names the first URL`(
    isSameOrigin: Bool
  ) throws {
    let target = FilmServer(film, [.cut, .asAsked])
    let location = isSameOrigin ? nil : target.url
    let server = FaultServer { [film] connection in
      while let request = connection.request() {
        // On the same origin the film lies behind the redirect.
        let isFilm = request.hasPrefix("GET /film ")
        let answer = isFilm ? film.whole() : []
        if isFilm, let range = FilmServer.field("Range", request) {
          #expect(range == "bytes=150000-" && FilmServer.field("If-Range", request) == "\"one\"")
          connection.send(film.rest(from: 150_000))
        } else if isFilm {
          connection.send(Array(answer[..<(answer.count - 150_000)]))
          return
        } else {
          connection.send("HTTP/1.1 302 There\r\nLocation: \(location ?? "/film")\r\nContent-Length: 0\r\n\r\n")
        }
      }
    }
    let client = try Client()
    #expect(client.send(server.base + "/start") { options(&$0) }.error?.kind == .incompleteBody)
    let record = try #require(TemporaryFile.read(path + ".resume"))
    #expect(record.split(separator: "\n")[1] == server.base + "/start")
    try expectFilm(client.send(server.base + "/start") { options(&$0) }, film)
    if !isSameOrigin { #expect(target.starts == [nil, 150_000]) }
  }
}
