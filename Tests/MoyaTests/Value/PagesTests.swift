import Moya
import MoyaTestSupport
import Testing

/// Results in several pages, which a loop reads one after another.
@Suite struct PagesTests {
  typealias Task = _Concurrency.Task

  private struct GetItems: ValueTarget {
    typealias Value = [String]
    var number = 1
    var baseURL: URL { Probe().baseURL }
    var path: String { "items" }
    var task: Moya.Task { .requestParameters(parameters: ["page": number], encoding: URLEncoding.queryString) }
  }

  private struct Feed: Decodable, Sendable {
    let cursor: String?
  }

  private static func url(_ page: Int) -> String { "http://probe.example/items?page=\(page)" }

  /// Returns stub rules for URLs. Each response has the field Link that `links` has for its URL. The body of the
  /// response is a list with this URL.
  private static func rules(_ links: [String: String]) -> StubRules {
    let rules = StubRules()
    rules.add(
      .any,
      answer: .computed { exchange in
        let url = exchange.request.urlText
        let fields = HeaderFields(links[url].map { ["Link": $0] } ?? [:])
        let head = HTTPURLResponse(urlText: url, statusCode: 200, fields: fields)
        return .response(head, Data("[\"\(url)\"]".utf8))
      })
    return rules
  }

  /// Makes stub rules for three pages. The first two name their next pages in different ways.
  private static func three() -> StubRules {
    rules([
      url(1): #"</items?page=2>; rel="next", </items?page=3>; rel="last""#,
      url(2): "</items?page=1>; rel=prev, <?page=3>; rel=\"up next\"",
      url(3): "</items?page=2>; rel=prev",
    ])
  }

  private static func target(_ page: Int = 1) -> Probe {
    var target = Probe(nil, "/items")
    target.task = .requestParameters(parameters: ["page": page], encoding: URLEncoding.queryString)
    return target
  }

  // MARK: By the field Link

  /// Who reads the pages.
  enum Face: CaseIterable, Sendable { case plain, closure, shared, multi, untyped, untypedWritten }

  private func pages(_ face: Face, _ rules: StubRules) -> ResponsePages<[String]> {
    let session = Session(backend: rules)
    switch face {
    case .plain: return MoyaProvider<Probe>(session: session).pages(PagesTests.target())
    case .closure:
      let provider = MoyaProvider<Probe>(
        requestClosure: { endpoint, done in
          MoyaProvider<Probe>.defaultRequestMapping(for: endpoint, closure: done)
        }, session: session)
      return provider.pages(PagesTests.target())
    case .shared: return MoyaProvider<Probe>(session: session, trackInflights: true).pages(PagesTests.target())
    case .multi: return MoyaProvider<MultiTarget>(session: session).pages(GetItems())
    case .untyped: return MoyaXProvider(session: session).pages(GetItems())
    case .untypedWritten: return MoyaXProvider(session: session).pages(PagesTests.target(), as: [String].self)
    }
  }

  @Test(arguments: Face.allCases)
  func `each page leads to the next one, and the last one ends the loop`(face: Face) async throws {
    let rules = PagesTests.three()
    let pages = self.pages(face, rules)
    for round in 1...2 {
      var values: [[String]] = []
      for try await page in pages {
        values.append(page.value)
        #expect(page.number == values.count)
        #expect(page.response.statusCode == 200)
      }
      #expect(values == (1...3).map { [PagesTests.url($0)] })
      #expect(rules.requests.count == round * 3, "each loop starts with the first page")
    }
  }

  @Test func `the request of a page differs only in its URL`() async throws {
    let rules = PagesTests.rules(["http://probe.example/search?a=1": "</search?page=2>; rel=next"])
    var target = Probe(nil, "/search")
    target.method = .post
    target.headers = ["X-Own": "1"]
    target.task = .requestCompositeData(bodyData: Data("words".utf8), urlParameters: ["a": 1])
    for try await _ in MoyaProvider<Probe>(session: Session(backend: rules)).pages(target, as: [String].self) {}
    #expect(
      rules.requests.map(\.urlText) == ["http://probe.example/search?a=1", "http://probe.example/search?page=2"])
    for request in rules.requests {
      #expect(request.httpMethod == "POST")
      #expect(request.value(forHTTPHeaderField: "X-Own") == "1")
      #expect(request.httpBody == Data("words".utf8))
    }
  }

  @Test func `a relation other than next may be followed`() async throws {
    let rules = PagesTests.three()
    let provider = MoyaProvider<Probe>(session: Session(backend: rules))
    for try await _ in provider.pages(PagesTests.target(), as: [String].self, relation: "last") {}
    #expect(rules.requests.map(\.urlText) == [PagesTests.url(1), PagesTests.url(3)])
  }

  @Test(arguments: [
    "<https://probe.example/>; rel=next", "<http://evil.example/?s3cret=1>; rel=next",
    "<http://probe.example:8080/>; rel=next", "<http://u:s3cret@probe.example/>; rel=next", "<ftp://x>; rel=next",
  ])
  func `a page whose link must not be followed is read, and then the loop fails`(link: String) async throws {
    let rules = PagesTests.rules([PagesTests.url(1): link])
    var iterator = pages(.plain, rules).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.number == 1)
    do throws(MoyaError) {
      _ = try await iterator.next()
      Issue.record("it should fail")
    } catch {
      #expect(error.transferKind == .invalidURL)
      #expect(error.response?.statusCode == 200)
      #expect(!"\(error)".contains("s3cret") && !error.message.contains("s3cret"), "\(error)")
    }
    let following = try await iterator.next()
    #expect(following?.number == nil, "after an error the loop has ended")
    #expect(rules.requests.count == 1)
  }

  /// For each page, the page to which it links.
  @Test(arguments: [[1: 1], [1: 2, 2: 2], [1: 2, 2: 1], [1: 2, 2: 3, 3: 4, 4: 2]])
  func `links that lead in a circle are an error`(links: [Int: Int]) async {
    let fields = links.map { (PagesTests.url($0.key), "</items?page=\($0.value)>; rel=next") }
    let rules = PagesTests.rules(Dictionary(uniqueKeysWithValues: fields))
    do throws(MoyaError) {
      for try await _ in pages(.plain, rules) where rules.requests.count > 20 { break }
      Issue.record("the loop has no error")
    } catch {
      #expect(error.transferKind == .invalidURL)
    }
    #expect(rules.requests.count < 20)
  }

  // MARK: By a closure

  /// Who reads the pages.
  enum Chooser: CaseIterable, Sendable { case plain, multi, untyped, untypedWritten }

  private func chosen(_ chooser: Chooser, _ rules: StubRules) -> ResponsePages<[String]> {
    let session = Session(backend: rules)
    switch chooser {
    case .plain:
      return MoyaProvider<Probe>(session: session).pages(PagesTests.target(), as: [String].self) { page in
        page.number < 3 ? PagesTests.target(page.number + 1) : nil
      }
    case .multi:
      return MoyaProvider<MultiTarget>(session: session).pages(GetItems()) { page in
        page.number < 3 ? GetItems(number: page.number + 1) : nil
      }
    case .untyped:
      return MoyaXProvider(session: session).pages(GetItems()) { page in
        page.number < 3 ? GetItems(number: page.number + 1) : nil
      }
    case .untypedWritten:
      return MoyaXProvider(session: session).pages(PagesTests.target(), as: [String].self) { page in
        page.number < 3 ? PagesTests.target(page.number + 1) : nil
      }
    }
  }

  @Test(arguments: Chooser.allCases)
  func `a closure chooses the target of the next page`(chooser: Chooser) async throws {
    let rules = PagesTests.rules([:])
    var values: [[String]] = []
    for try await page in chosen(chooser, rules) { values.append(page.value) }
    #expect(values == (1...3).map { [PagesTests.url($0)] })
    #expect(rules.requests.count == 3)
  }

  @Test func `a cursor in the value leads to the next page`() async throws {
    let rules = StubRules()
    rules.add(
      .any,
      answer: .sequence(
        [#"{"cursor": "b"}"#, #"{"cursor": "c"}"#, #"{"cursor": null}"#].map { .networkResponse(200, Data($0.utf8)) }))
    let provider = MoyaProvider<Probe>(session: Session(backend: rules))
    let pages = provider.pages(Probe(nil, "/a"), as: Feed.self) { page in
      page.value.cursor.map { Probe(nil, "/" + $0) }
    }
    for try await _ in pages {}
    #expect(rules.requests.map(\.urlText) == ["a", "b", "c"].map { "http://probe.example/" + $0 })
  }

  // MARK: Ends

  @Test func `a loop that is left sends no further request`() async throws {
    let rules = PagesTests.three()
    for try await _ in pages(.plain, rules) { break }
    #expect(rules.requests.count == 1)
  }

  @Test func `a page with a status that is not accepted ends the loop with its error`() async throws {
    let rules = PagesTests.three()
    rules.add(.query(["page": "2"]), answer: .text(500, "[]"))
    var iterator = pages(.plain, rules).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.number == 1)
    do throws(MoyaError) {
      _ = try await iterator.next()
      Issue.record("it should fail")
    } catch {
      #expect(error.errorCode == 5)
      #expect(error.response?.statusCode == 500)
    }
    let following = try await iterator.next()
    #expect(following?.number == nil)
    #expect(rules.requests.count == 2)
  }

  @Test func `a loop whose task is cancelled sends no further request and fails`() async {
    let rules = PagesTests.three()
    let kind = await Task { () -> TransferError.Kind? in
      do throws(MoyaError) {
        for try await _ in pages(.plain, rules) { withUnsafeCurrentTask { $0?.cancel() } }
        return nil
      } catch {
        return error.transferKind
      }
    }.value
    #expect(kind == .cancelled)
    #expect(rules.requests.count == 1)
  }

  /// Makes a new response without a request, as a plugin of an application may do when it removes an envelope.
  private struct Unwrapping: PluginType {
    func process(_ result: Result<Response, MoyaError>, target: any TargetType) -> Result<Response, MoyaError> {
      result.map { Response(statusCode: $0.statusCode, data: $0.data, response: $0.response) }
    }
  }

  @Test func `a link of the server to which a redirect has led is not followed, even if a plugin drops the request`()
    async throws
  {
    let other = try EchoServer { _ in EchoAnswer(headers: [("Link", "</next>; rel=next")], body: "[]") }
    defer { other.stop() }
    let host = other.host
    let server = try EchoServer { _ in EchoAnswer(status: 302, headers: [("Location", "http://\(host)/first")]) }
    defer { server.stop() }
    var target = Probe(server.host, "/items")
    target.headers = ["Authorization": "s3cret"]
    let provider = MoyaProvider<Probe>(plugins: [Unwrapping()])
    var iterator = provider.pages(target, as: [String].self).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.number == 1)
    do throws(MoyaError) {
      _ = try await iterator.next()
      Issue.record("it should fail")
    } catch {
      #expect(error.transferKind == .invalidURL)
    }
    #expect(other.requests.map(\.path) == ["/first"])
    #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })
  }

  @Test func `pages come over the network, and a link is relative to where a redirect has led`() async throws {
    let server = try EchoServer { request in
      switch request.path {
      case "/items?page=1": EchoAnswer(status: 302, headers: [("Location", "/moved/1")])
      case "/moved/1": EchoAnswer(headers: [("Link", "<2>; rel=next")], body: #"["one"]"#)
      default: EchoAnswer(body: #"["two"]"#)
      }
    }
    defer { server.stop() }
    var target = Probe(server.host, "/items")
    target.task = PagesTests.target().task
    var values: [String] = []
    for try await page in MoyaProvider<Probe>().pages(target, as: [String].self) { values += page.value }
    #expect(values == ["one", "two"])
    #expect(server.requests.map(\.path) == ["/items?page=1", "/moved/1", "/moved/2"])
  }
}
