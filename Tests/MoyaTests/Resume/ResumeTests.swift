import Moya
import MoyaTestSupport
import Testing

/// Downloads that continue where they were interrupted, seen through a provider.
@Suite struct ResumeTests {
  static let film = unlikeBytes(200_000)
  static let half = 100_000

  let folder = TemporaryFolder()
  var part: URL { folder.url.appending(path: "film.part") }
  var destination: URL { folder.url.appending(path: "film") }

  /// Makes a server that breaks off its first `times` responses in the middle, and then sends the rest.
  func server(breaking times: Int, status: Int? = nil) throws -> EchoServer {
    let left = Locked(times)
    return try EchoServer { request in
      var answer = EchoAnswer(headers: [("ETag", "\"one\""), ("Content-Disposition", "attachment; filename=a.mp4")])
      let start = request.header("Range").flatMap { Int($0.dropFirst(6).dropLast()) }
      answer.body = Self.film
      if let start, request.header("If-Range") == "\"one\"" {
        answer.status = start < Self.film.count ? 206 : 416
        answer.body = start < Self.film.count ? Array(Self.film[start...]) : []
        let range = start < Self.film.count ? "\(start)-\(Self.film.count - 1)" : "*"
        answer.headers = [("ETag", "\"one\""), ("Content-Range", "bytes \(range)/\(Self.film.count)")]
      }
      let breaks = left.with { left in
        defer { left -= 1 }
        return left > 0
      }
      if breaks { answer.cut = answer.body.count - (answer.body.count / 2) }
      return answer
    }
  }

  func probe(_ server: EchoServer, _ options: DownloadRequest.Options = []) -> Probe {
    let destination = self.destination
    var target = Probe(server.host, "/film")
    target.task = .downloadDestination { _, _ in (destination, options) }
    target.validationType = .successCodes
    target.partialDownload = part
    return target
  }

  func result(
    _ target: Probe, _ provider: MoyaProvider<Probe> = MoyaProvider()
  ) throws -> Result<Response, MoyaError> {
    let ending = Ending()
    provider.request(target, completion: ending.completion)
    return try ending.result()
  }

  func ranges(_ server: EchoServer) -> [String?] { server.requests.map { $0.header("Range") } }

  func isFilm(_ url: URL) -> Bool { (try? Data(contentsOf: url)) == Data(Self.film) }

  var eager: RetryPlugin {
    var policy = RetryPolicy()
    policy.limit = 5
    policy.scale = 0
    return RetryPlugin(policy)
  }

  @Test func `a download goes on with the next request, and reaches its destination whole`() throws {
    let server = try server(breaking: 1)
    defer { server.stop() }
    guard case .failure(let error) = try result(probe(server)) else { throw Ending.Unexpected.success }
    #expect(error.transferKind == .incompleteBody)
    #expect(folder.names == ["film.part", "film.part.resume"])
    let response = try result(probe(server)).get()
    #expect(response.statusCode == 200 && response.fileURL == destination && response.data.isEmpty)
    #expect(response.response?.expectedContentLength == 200_000)
    #expect(response.response?.suggestedFilename == "a.mp4", "from the first answer: the rest does not repeat it")
    #expect(isFilm(destination) && folder.names == ["film"])
    #expect(ranges(server) == [nil, "bytes=100000-"])
  }

  @Test func `an empty download stays where it was received, when that is its destination`() throws {
    let server = try EchoServer { _ in EchoAnswer(headers: [("ETag", "\"one\"")]) }
    defer { server.stop() }
    let part = self.part
    var target = probe(server)
    target.task = .downloadDestination { _, _ in (part, []) }
    #expect(try result(target).get().fileURL == part)
    #expect(folder.names == ["film.part"])
  }

  @Test func `the previous file is replaced, and a folder of that name too`() throws {
    let server = try server(breaking: 0)
    defer { server.stop() }
    try Data("previous".utf8).write(to: destination)
    _ = try result(probe(server, .removePreviousFile)).get()
    #expect(isFilm(destination) && folder.names == ["film"])
    try FileManager.default.removeItem(at: destination)
    try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: false)
    _ = try result(probe(server, .removePreviousFile)).get()
    #expect(isFilm(destination) && folder.names == ["film"])
  }

  @Test func `a retry goes on inside the same call`() throws {
    let server = try server(breaking: 3)
    defer { server.stop() }
    _ = try result(probe(server), MoyaProvider(plugins: [eager])).get()
    #expect(isFilm(destination) && folder.names == ["film"])
    #expect(ranges(server) == [nil, "bytes=100000-", "bytes=150000-", "bytes=175000-"])
  }

  struct Parking: PluginType {
    let part: URL

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      var request = request
      request.partialDownload = part
      return request
    }
  }

  @Test func `a plugin or a request closure may say where the bytes wait`() throws {
    let server = try server(breaking: 2)
    defer { server.stop() }
    let part = self.part
    var target = probe(server)
    target.partialDownload = nil
    #expect(throws: MoyaError.self) { try result(target, MoyaProvider(plugins: [Parking(part: part)])).get() }
    let closure = MoyaProvider<Probe>(requestClosure: { endpoint, done in
      var request = try? endpoint.urlRequest()
      request?.partialDownload = part
      if let request { done(.success(request)) }
    })
    #expect(throws: MoyaError.self) { try result(target, closure).get() }
    _ = try result(probe(server)).get()
    #expect(isFilm(destination))
    #expect(ranges(server) == [nil, "bytes=100000-", "bytes=150000-"])
  }

  @Test func `defaults of a service leave it alone, and without it nothing is kept`() throws {
    let server = try server(breaking: 2)
    defer { server.stop() }
    let root = try #require(URL(string: "http://\(server.host)"))
    let ending = Ending()
    MoyaXProvider(defaults: ServiceDefaults(root: root)).request(probe(server), completion: ending.completion)
    _ = try ending.error()
    #expect(folder.names == ["film.part", "film.part.resume"])
    var target = probe(server)
    target.partialDownload = nil
    #expect(throws: MoyaError.self) { try result(target).get() }
    #expect(ranges(server) == [nil, nil])
    #expect(server.requests.last?.header("Accept-Encoding")?.contains("gzip") == true)
  }

  @Test func `progress goes on where it was`() throws {
    let server = try server(breaking: 1)
    defer { server.stop() }
    #expect(throws: MoyaError.self) { try result(probe(server)).get() }
    let fractions = Locked<[Double]>([])
    let ending = Ending()
    MoyaProvider<Probe>().request(
      probe(server), progress: { step in fractions.with { $0.append(step.progress) } }, completion: ending.completion)
    _ = try ending.response()
    let seen = fractions.current
    #expect(seen.allSatisfy { $0 > 0.5 } && seen == seen.sorted() && seen.last == 1)
  }

  @Test func `the same download may be started again in the completion of the one before`() throws {
    let server = try server(breaking: 1)
    defer { server.stop() }
    let provider = MoyaProvider<Probe>()
    let target = probe(server, .removePreviousFile)
    let endings = [Ending(), Ending(), Ending()]
    provider.request(target) { first in
      endings[0].completion(first)
      provider.request(target) { second in
        endings[1].completion(second)
        provider.request(target, completion: endings[2].completion)
      }
    }
    #expect(try endings[0].error().transferKind == .incompleteBody)
    #expect(try endings[1].response().fileURL == destination)
    #expect(try endings[2].response().fileURL == destination)
    #expect(isFilm(destination) && folder.names == ["film"])
    #expect(ranges(server) == [nil, "bytes=100000-", nil])
  }

  @Test func `two at once: one of them is told`() throws {
    let arrived = Signal()
    let server = try EchoServer(onRequest: { arrived.fire() })
    defer { server.stop() }
    var target = probe(server)
    target.path = "/_delay-600000"
    let provider = MoyaProvider<Probe>(session: .patient())
    let endings = [Ending(), Ending()]
    let token = provider.request(target, completion: endings[0].completion)
    #expect(arrived.wait())
    provider.request(target, completion: endings[1].completion)
    let error = try endings[1].error()
    #expect(error.message.contains("film.part: another download is writing it"))
    token.cancel()
    #expect(try endings[0].error().transferKind == .cancelled)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [StubBehavior.immediate, .delayed(seconds: 0)]) func `a stub touches no file`(
    behaviour: StubBehavior
  ) throws {
    var target = Probe()
    target.task = .downloadDestination { _, _ in (URL(filePath: "/nonexistent"), []) }
    target.partialDownload = part
    target.stubBehavior = behaviour
    #expect(try result(target).get().data == target.sampleData)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [StubBehavior.never, .immediate]) func `what is no file URL is refused, by a stub too`(
    behaviour: StubBehavior
  ) throws {
    let server = try EchoServer()
    defer { server.stop() }
    var target = probe(server)
    target.stubBehavior = behaviour
    target.partialDownload = URL(string: "https://example.com/film.part")
    guard case .failure(let error) = try result(target) else { throw Ending.Unexpected.success }
    #expect(error.transferKind == .invalidRequest && error.message.contains("partialDownload"))
    target.task = .requestPlain
    _ = try result(target).get()
  }
}
