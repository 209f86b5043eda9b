import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// Responses that add nothing to the stored bytes.
extension ResumeTests {
  // MARK: Nothing is missing

  @Test func `what is complete already is not sent again`() throws {
    let server = FilmServer(film, [.asAsked])
    try #require(try get(server).response).downloadHold?.release(keepsFile: true)
    #expect(folder.names == ["film.part", "film.part.resume"])
    let collector = try get(server) { $0.wantsProgress = true }
    try expectFilm(collector, film)
    #expect(server.starts == [nil, 300_000])
    let whole = TransferProgress(completedUnitCount: 300_000, totalUnitCount: 300_000, direction: .download)
    #expect(collector.progress.last == whole)
  }

  @Test(arguments: [2000, 200_000])
  func `the body that comes with nothing more is not read to its end, and no limit applies to it`(count: Int) throws {
    let server = FilmServer(
      film,
      [
        .asAsked,
        .raw { [film] _ in
          film.head(
            "416 Range Not Satisfiable", [film.range("*"), "Content-Length: \(count > 2000 ? 4_000_000 : count)"])
            + [UInt8](repeating: 120, count: count)
        },
      ])
    try #require(try get(server).response).downloadHold?.release(keepsFile: true)
    let response = try #require(try get(server) { $0.maximumBodySize = 1000 }.response)
    #expect(response.downloadedPath == path && folder.bytes("film.part") == film.bytes)
    response.downloadHold?.release(keepsFile: false)
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

  // MARK: Responses about something else

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
        // A redirect leads to the film on the same origin.
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
