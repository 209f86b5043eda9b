import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Downloads that are interrupted and continue, against a server on raw sockets. The file is called a film, and each
/// test compares all its bytes.
@Suite(.timeLimitOfAll) struct ResumeTests {
  typealias Film = FilmServer.Film

  let folder = TemporaryFolder()
  let film = Film()

  var path: String { folder.path + "/film.part" }

  func options(_ options: inout TransferOptions) {
    options.downloadPath = folder.path + "/other"
    options.partialDownloadPath = path
  }

  func get(
    _ server: FilmServer, _ headers: [String: String] = [:], url: String? = nil,
    _ configure: (inout TransferOptions) -> Void = { _ in }
  ) throws -> Collector {
    // Each download has its own loop, as after a restart of the process. The loop knows only what is in the folder.
    let client = try Client()
    return client.send(url ?? server.url, headers: headers) {
      options(&$0)
      configure(&$0)
    }
  }

  /// Breaks off a download, so that half of the film and its record are in the folder.
  func interrupt(_ server: FilmServer) throws {
    #expect(try get(server).error?.kind == .incompleteBody)
    try #require(folder.bytes("film.part")?.count == film.bytes.count / 2)
  }

  /// Checks that the film is complete. Then releases it, and checks that the folder has no other file.
  func expectFilm(
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

  // MARK: Continuing

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
}
