import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// The stored bytes do not belong to the response, so the download starts over.
extension ResumeTests {
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
    try expectFilm(try get(server, url: server.url + "/other"), film)
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

  /// A wrong response with status 206: its head lines, and the place in the film where its body begins.
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
}
