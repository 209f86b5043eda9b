import Moya
import MoyaTestSupport
import Testing

/// A provider whose override of `request` makes requests of its own before it passes on the request of a task.
@Suite(.timeLimitOfAll) struct OverriddenRequestTests {
  /// A part of a target that is not `Equatable`, and whose bytes in memory have gaps.
  struct Query {
    var isLong: Bool
    var text: String
    var size: Int8
    var make: @Sendable () -> Int
  }

  /// Targets whose values differ in several ways.
  enum API: TargetType {
    case token
    case body(Data)
    case query(Query, Bool)
    case list([Any])
    case probe(Probe)
    case object(Thing)

    var baseURL: URL { Probe().baseURL }
    var path: String {
      switch self {
      case .token: "/token"
      case .probe(let probe): probe.path
      default: "/data"
      }
    }
    var method: Moya.Method { .post }
    var task: Moya.Task { if case .body(let data) = self { .requestData(data) } else { .requestPlain } }
    var headers: [String: String]? { ["Authorization": "secret"] }
  }

  final class Thing: Sendable {}

  /// Two targets: the override makes the request of `first`, and the program makes the request of `second`.
  struct Pair: @unchecked Sendable, CustomTestStringConvertible {
    let testDescription: String
    let first: API
    let second: API

    init(_ what: String, _ first: API, _ second: API) {
      (testDescription, self.first, self.second) = (what, first, second)
    }
  }

  private static func query(_ text: String, _ isLong: Bool = true) -> API {
    .query(Query(isLong: isLong, text: text, size: 3, make: { 1 }), true)
  }

  static let pairs = [
    Pair("other cases", .token, query("a long text of the second target")),
    Pair("bodies of the same size", .body(Data("one".utf8)), .body(Data("two".utf8))),
    Pair("a field", query("a long text of one target"), query("a long text of two targets")),
    Pair("a flag", query("a", false), query("a", true)),
    Pair("elements", .list([1, "a"]), .list([1, "b"])),
    Pair("paths", .probe(Probe(nil, "/a")), .probe(Probe(nil, "/b"))),
    Pair("objects", .object(Thing()), .object(Thing())),
  ]

  /// Says what an override passes on to `super.request`: only the target, only the completion, or both.
  enum Manner: CaseIterable, Sendable { case target, completion, both }

  /// Makes another request first, then passes on the request that it was asked for.
  private final class Preceding: MoyaProvider<API>, @unchecked Sendable {
    var pair = OverriddenRequestTests.pairs[0]
    var manner = Manner.both

    override func request(
      _ target: API, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      super.request(pair.first, callbackQueue: callbackQueue, progress: nil) { _ in }
      var passed = target
      if manner == .completion, case .query(let query, _) = target { passed = .query(query, false) }
      if manner != .target {
        return super.request(passed, callbackQueue: callbackQueue, progress: progress, completion: completion)
      }
      return super.request(passed, callbackQueue: callbackQueue, progress: progress) { completion($0) }
    }
  }

  /// Does the same as `Preceding`, for any target.
  private final class PrecedingX: MoyaXProvider, @unchecked Sendable {
    var pair = OverriddenRequestTests.pairs[0]

    override func request(
      _ target: any TargetType, backend: (any Backend)?, callbackQueue: DispatchQueue?, progress: ProgressBlock?,
      completion: @escaping Completion
    ) -> any Cancellable {
      super.request(pair.first, backend: backend, callbackQueue: callbackQueue, progress: nil) { _ in }
      return super.request(target, backend: backend, callbackQueue: callbackQueue, progress: progress) {
        completion($0)
      }
    }
  }

  /// Makes the first request at once. For each later request, gets a token first. If `isCache` is true, responds to
  /// each later request itself instead.
  private final class Late: MoyaProvider<API>, @unchecked Sendable {
    var isCache = false
    let count = Locked(0)
    let passed = Signal()

    override func request(
      _ target: API, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      let isFirst = count.with { count in
        count += 1
        return count == 1
      }
      if isFirst {
        return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
      }
      if isCache {
        completion(.success(Response(statusCode: 200, data: Data("1".utf8))))
        return CancellableToken {}
      }
      return super.request(.token, callbackQueue: callbackQueue, progress: nil) { [self] _ in
        _ = send(target, callbackQueue, completion)
        passed.fire()
      }
    }

    private func send(_ target: API, _ queue: DispatchQueue?, _ completion: @escaping Completion) -> any Cancellable {
      super.request(target, callbackQueue: queue, progress: nil, completion: completion)
    }
  }

  /// Numbers the requests and responds to each with its number. Each response has a link to another page.
  private final class Answering: Session, @unchecked Sendable {
    struct Sent {
      let path: String
      let accept: String?
      /// True if a task reads the response piece by piece.
      let isRead: Bool
    }

    let sent = Locked<[Sent]>([])

    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      let url = exchange.request.urlText
      let accept = exchange.request.value(forHTTPHeaderField: "Accept")
      let number = sent.with { sent in
        let path = url.replacing(Probe().baseURL.absoluteString, with: "")
        sent.append(Sent(path: path, accept: accept, isRead: exchange.wantsHead))
        return sent.count
      }
      let fields = ["Link": "</data?page=\(number)>; rel=next", "Content-Type": "text/event-stream"]
      let body = accept == nil ? "\(number)" : "retry: 1\nid: \(number)\ndata: \(number)\n\n"
      let head = HTTPURLResponse(urlText: url, statusCode: 200, fields: HeaderFields(fields))
      observer.transferDidFinish(.success(TransferResponse(response: head, body: Data(body.utf8))))
      return nil
    }
  }

  @Test(arguments: pairs, Manner.allCases)
  func `a request that an override makes first is not the task's`(pair: Pair, manner: Manner) async throws {
    let session = Answering()
    let provider = Preceding(callbackQueue: .global(), session: session)
    (provider.pair, provider.manner) = (pair, manner)
    for try await chunk in provider.chunks(pair.second) { #expect(chunk == Data("2".utf8)) }
    #expect(session.sent.current.map(\.isRead) == [false, true])

    for try await event in provider.events(pair.second) { #expect(event.data == "4") }
    #expect(session.sent.current.suffix(2).map(\.accept) == [nil, "text/event-stream"])

    var pages = provider.pages(pair.second, as: Int.self).makeAsyncIterator()
    var values = [try await pages.next()?.value]
    values.append(try await pages.next()?.value)
    #expect(values == [6, 8])
    let paths = session.sent.current.suffix(2).map(\.path)
    #expect(paths == [pair.first.path, "/data?page=6"])
  }

  @Test(arguments: pairs)
  func `this is the same for a provider of any target`(pair: Pair) async throws {
    let session = Answering()
    let provider = PrecedingX(session: session, callbackQueue: .global())
    provider.pair = pair
    for try await chunk in provider.chunks(pair.second) { #expect(chunk == Data("2".utf8)) }
    #expect(session.sent.current.map(\.isRead) == [false, true])
    var pages = provider.pages(pair.second, as: Int.self).makeAsyncIterator()
    var values = [try await pages.next()?.value]
    values.append(try await pages.next()?.value)
    #expect(values == [4, 6])
    #expect(session.sent.current.last?.path == "/data?page=4")
  }

  /// A request for the next page that lacks the page's URL would return the first page again.
  @Test(arguments: [false, true])
  func `a page that an override requests later or not at all is an error`(isCache: Bool) async throws {
    let provider = Late(callbackQueue: .global(), session: Answering())
    provider.isCache = isCache
    var pages = provider.pages(.body(Data()), as: Int.self).makeAsyncIterator()
    let first = try await pages.next()?.value
    #expect(first == 1)
    do throws(MoyaError) {
      _ = try await pages.next()
      Issue.record("no error")
    } catch {
      #expect(error.transferKind == .invalidRequest && "\(error)".contains("override of request"))
    }
    if !isCache { #expect(await provider.passed.reached()) }
  }

  /// A request without the ID of the last event would return the first events again.
  @Test(arguments: [false, true])
  func `a connection that an override opens later or not at all is an error`(isCache: Bool) async throws {
    let provider = Late(callbackQueue: .global(), session: Answering())
    provider.isCache = isCache
    var events = provider.events(.body(Data()), reconnects: true).makeAsyncIterator()
    let first = try await events.next()?.data
    #expect(first == "1")
    do throws(MoyaError) {
      _ = try await events.next()
      Issue.record("no error")
    } catch {
      #expect(error.transferKind == .invalidRequest && "\(error)".contains("override of request"))
    }
    if !isCache { #expect(await provider.passed.reached()) }
  }

  /// Other requests have no URL or event ID of their own, so nothing is lost.
  @Test(arguments: [false, true])
  func `the whole response to a request that an override makes later is read`(isCache: Bool) async throws {
    let provider = Late(callbackQueue: .global(), session: Answering())
    provider.isCache = isCache
    _ = try await provider.request(.token)
    for try await chunk in provider.chunks(.body(Data())) { #expect(chunk == Data(isCache ? "1".utf8 : "3".utf8)) }
  }
}
