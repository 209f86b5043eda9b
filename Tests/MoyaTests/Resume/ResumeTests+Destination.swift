import Moya
import MoyaTestSupport
import Testing

/// Partial downloads that are refused, and downloads that cannot be moved to their destination.
extension ResumeTests {
  @Test func `an answer that is refused does not touch the bytes at hand`() throws {
    let server = try server(breaking: 1)
    defer { server.stop() }
    #expect(throws: MoyaError.self) { try result(probe(server)).get() }
    let busy = try EchoServer()
    defer { busy.stop() }
    var target = probe(busy)
    target.path = "/_status-503"
    guard case .failure(let error) = try result(target) else { throw Ending.Unexpected.success }
    #expect(error.response?.statusCode == 503)
    #expect(folder.names == ["film.part", "film.part.resume"])
    _ = try result(probe(server)).get()
    #expect(isFilm(destination) && ranges(server).last == "bytes=100000-")
  }

  @Test func `what validation refuses is gone, as without it`() throws {
    let server = try server(breaking: 0)
    defer { server.stop() }
    var target = probe(server)
    target.validationType = .customCodes([201])
    #expect(throws: MoyaError.self) { try result(target).get() }
    #expect(folder.names.isEmpty)
  }

  @Test func `what cannot be moved to its destination waits, and is not sent again`() throws {
    let server = try server(breaking: 0)
    defer { server.stop() }
    try Data("old".utf8).write(to: destination)
    guard case .failure(let error) = try result(probe(server)) else { throw Ending.Unexpected.success }
    #expect(error.transferKind == .file)
    #expect(error.message.hasSuffix("moved to its destination: \(destination.path): File exists"))
    #expect(folder.names == ["film", "film.part", "film.part.resume"])
    let response = try result(probe(server, .removePreviousFile)).get()
    #expect(response.statusCode == 200 && response.fileURL == destination)
    #expect(isFilm(destination) && folder.names == ["film"])
    #expect(ranges(server) == [nil, "bytes=200000-"])
  }

  @Test func `what cannot be moved says why in one sentence`() throws {
    let server = try server(breaking: 0)
    defer { server.stop() }
    try Data().write(to: folder.url.appending(path: "file"))
    let cases: [(String, DownloadRequest.Options, String)] = [
      ("missing/film", [], "No such file or directory"), ("file/film", [], "Not a directory"),
      ("file/a/film", .createIntermediateDirectories, "Not a directory"),
    ]
    for (place, options, reason) in cases {
      let destination = folder.url.appending(path: place)
      var target = probe(server)
      target.task = .downloadDestination { _, _ in (destination, options) }
      target.partialDownload = nil
      guard case .failure(let error) = try result(target) else { throw Ending.Unexpected.success }
      #expect(error.message.hasSuffix("moved to its destination: \(destination.path): \(reason)"))
    }
  }

  @Test(arguments: [false, true])
  func `a destination whose URL is not a file URL is an error, and no file is written there`(isResumed: Bool) throws {
    let server = try server(breaking: 0)
    defer { server.stop() }
    let names = isResumed ? ["film.part", "film.part.resume"] : []
    for text in ["http://example.com\(destination.path)", destination.path] {
      let place = try #require(URL(string: text))
      var target = probe(server)
      target.task = .downloadDestination { _, _ in (place, .removePreviousFile) }
      if !isResumed { target.partialDownload = nil }
      guard case .failure(let error) = try result(target) else { throw Ending.Unexpected.success }
      #expect(error.transferKind == .file && error.message.hasSuffix("\(destination.path): the URL is not a file URL"))
      #expect(folder.names == names)
    }
  }

  @Test func `a download may wait where it belongs in the end, by whatever path`() throws {
    let elsewhere = TemporaryFolder()
    let link = elsewhere.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    let detour = folder.url.appending(path: "../\(folder.url.lastPathComponent)")
    for place in [folder.url, link, detour] {
      let server = try server(breaking: 1)
      defer { server.stop() }
      var target = probe(server, .removePreviousFile)
      target.partialDownload = place.appending(path: "film")
      #expect(throws: MoyaError.self) { try result(target).get() }
      #expect(try result(target).get().fileURL == destination)
      #expect(isFilm(destination) && folder.names == ["film"])
      try FileManager.default.removeItem(at: destination)
    }
  }
}
