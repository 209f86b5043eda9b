import Foundation
import Moya
import Synchronization

// What the rows use. Each declaration is `nonisolated`, because a program with default isolation contains it too.

nonisolated let background = DispatchQueue(label: "isolation")
/// The address of examples/server.py.
nonisolated let address =
  URL(string: ProcessInfo.processInfo.environment["ISOLATION_SERVER"] ?? "") ?? URL(filePath: "/no-server")
/// The path of a module whose plugin logs lines.
nonisolated let module = ProcessInfo.processInfo.environment["ISOLATION_MODULE"] ?? ""
nonisolated let answer = #"{"a":1}"#

/// An object that no other thread may use.
nonisolated final class Box {
  var count = 0
}

nonisolated enum Page: TargetType, AccessTokenAuthorizable {
  case page
  case form

  var baseURL: URL { address }
  var path: String { "page" }
  var method: Moya.Method { self == .form ? .post : .get }
  var task: Moya.Task { self == .form ? .requestData(Data("a=bc".utf8)) : .requestPlain }
  var sampleData: Data { Data(answer.utf8) }
  var authorizationType: AuthorizationType? { .bearer }
}

nonisolated struct Described: TargetType {
  var method = Moya.Method.get
  let task: Moya.Task
  var baseURL: URL { address }
  var path: String { "page" }
}

nonisolated struct Ruled: ErrorBodyTarget {
  let errorBodies: [ErrorBodyRule<Int>]
  var baseURL: URL { address }
  var path: String { "page" }
}

nonisolated struct Authorized: TargetType, AccessTokenAuthorizable {
  private let rule: any AccessTokenAuthorizable
  var baseURL: URL { address }
  var path: String { "page" }
  var authorizationType: AuthorizationType? { rule.authorizationType }

  init(by rule: any AccessTokenAuthorizable) { self.rule = rule }
}

/// A sequence for an upload. It must be `Sendable`, so its closure is `@Sendable`.
nonisolated struct Pieces: AsyncSequence, Sendable {
  /// Returns the piece with this number, or `nil` after the last one.
  let piece: @Sendable (Int) -> Data?

  func makeAsyncIterator() -> PiecesIterator { PiecesIterator(piece: piece) }
}

nonisolated struct PiecesIterator: AsyncIteratorProtocol {
  let piece: @Sendable (Int) -> Data?
  var number = 0

  mutating func next() async -> Data? {
    defer { number += 1 }
    return piece(number)
  }
}

nonisolated struct Reading: PluginType, BodyPlugin {
  private let reader: any BodyReader

  init(with reader: any BodyReader) { self.reader = reader }

  func open(_ head: inout HTTPURLResponse, context: PluginContext) throws -> BodyUse { .read(reader) }
}

/// Completes each call at once. Then another backend sends the exchange, with the program's own object as the observer.
nonisolated final class Observed: Backend {
  private let own: any TransferObserver

  init(by observer: any TransferObserver) { own = observer }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    observer.transferDidFinish(.success(TransferResponse(statusCode: 200, content: .data(Data()))))
    return rules().send(exchange, observer: own)
  }
}

nonisolated struct Tracing: MoyaTracer {
  private let span: any MoyaSpan

  init(with span: any MoyaSpan) { self.span = span }

  func begin(_ attempt: CallAttempt, fields: inout [String: String]) -> any MoyaSpan { span }
}

nonisolated struct SilentSpan: MoyaSpan {
  func end(_ end: CallAttemptEnd) {}
}

nonisolated enum Trace {
  @TaskLocal static var current: String = "none"
}

/// A provider that makes no request, and returns an object of the program's own.
nonisolated final class Returning: MoyaProvider<Page>, @unchecked Sendable {
  var call: any Cancellable = CancellableToken {}

  override func request(
    _ target: Page, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
  ) -> any Cancellable { call }
}

/// A request of the program's own. It calls the handler on another queue.
nonisolated final class Sent: RequestType, Sendable {
  var request: URLRequest? { URLRequest(url: address) }
  var sessionHeaders: [String: String] { [:] }

  func authenticate(with credential: URLCredential) -> Self { self }

  @preconcurrency
  func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self {
    background.async { handler("curl") }
    return self
  }
}

// MARK: - Providers

nonisolated func stubbed(_ plugins: [any PluginType] = []) -> MoyaProvider<Page> {
  MoyaProvider(stubClosure: MoyaProvider.immediatelyStub, callbackQueue: background, plugins: plugins)
}

nonisolated func rules() -> StubRules { StubRules(defaultAnswer: .networkResponse(200, Data(answer.utf8))) }

nonisolated func answering() -> Session { Session(backend: rules()) }

/// A provider that sends its requests to a backend with stub rules.
nonisolated func sent(_ plugins: [any PluginType] = []) -> MoyaProvider<Page> {
  MoyaProvider(callbackQueue: background, session: answering(), plugins: plugins)
}

nonisolated func untyped(_ plugins: [any PluginType] = []) -> MoyaXProvider {
  MoyaXProvider(session: answering(), plugins: plugins, callbackQueue: background)
}

/// Makes a provider with the root of a service.
nonisolated func service() -> MoyaXProvider {
  MoyaXProvider(session: answering(), defaults: ServiceDefaults(root: address), callbackQueue: background)
}

/// Makes a provider whose responses have this body.
nonisolated func responding(_ body: String) -> MoyaProvider<Page> {
  let rules = StubRules()
  rules.add(.any, answer: .text(200, body))
  return MoyaProvider(callbackQueue: background, session: Session(backend: rules))
}

/// Makes a provider that carries a task-local.
nonisolated func carrying(_ plugins: [any PluginType] = []) -> MoyaProvider<Page> {
  MoyaProvider(
    stubClosure: MoyaProvider.immediatelyStub, callbackQueue: background, plugins: plugins,
    carrying: [Carried(Trace.$current)])
}

nonisolated func answering(with endpoint: Endpoint) -> MoyaProvider<Page> {
  MoyaProvider(
    endpointClosure: { _ in endpoint }, stubClosure: MoyaProvider.immediatelyStub, callbackQueue: background)
}

/// Makes a provider whose requests go to the server.
nonisolated func loading(_ task: Moya.Task) -> MoyaProvider<Page> {
  let endpoint = Endpoint(
    url: address.absoluteString, sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get, task: task,
    httpHeaderFields: nil)
  return MoyaProvider(endpointClosure: { _ in endpoint }, callbackQueue: background)
}

// MARK: - Playing rows

/// Makes a request on another thread, so that every closure of the provider runs there.
nonisolated func play(_ provider: MoyaProvider<Page>, _ target: Page = .page) {
  background.async { provider.request(target) { _ in } }
}

nonisolated func play(_ provider: MoyaXProvider, _ target: any TargetType = Page.page) {
  nonisolated(unsafe) let target = target
  background.async { provider.request(target) { _ in } }
}

/// Makes a request on another thread, while the task-local has the value "a".
nonisolated func playTraced(_ provider: MoyaProvider<Page>) {
  background.async {
    Trace.$current.withValue("a") { _ = provider.request(.page) { _ in } }
  }
}

/// Makes a request in a group, and cancels it. The provider returns `call` for the request.
nonisolated func cancelled(_ call: any Cancellable) {
  let provider = Returning(callbackQueue: background)
  provider.call = call
  provider.request(.page, in: RequestGroup(limit: 1)) { _ in }.cancel()
}

/// Lets a rule read an error response.
nonisolated func refused(by rule: ErrorBodyRule<Int>) {
  let response = Response(statusCode: 404, data: Data(answer.utf8))
  _ = Ruled(errorBodies: [rule]).errorBody(of: .statusCode(response))
}

/// Lets the logger log a request that another thread makes.
nonisolated func logged<Request: RequestType>(_ request: @escaping @Sendable () -> Request) {
  let logger = NetworkLoggerPlugin(
    configuration: .init(output: { _, _ in }, logOptions: [.formatRequestAscURL]))
  background.async { logger.willSend(request(), target: Page.page) }
}

nonisolated let notes = Mutex<[String: Bool]>([:])
nonisolated let news = DispatchSemaphore(value: 0)

/// Notes that a closure has run, whether it ran on another thread, and whether it received what it should.
nonisolated func note(_ row: String, _ isRight: Bool) {
  notes.withLock { notes in notes[row] = (notes[row] ?? true) && isRight && !Thread.isMainThread }
  news.signal()
}

/// Waits until the row has been noted, and prints its result.
nonisolated func finish(_ row: String) {
  var isRight = notes.withLock { $0[row] }
  while isRight == nil {
    news.wait()
    isRight = notes.withLock { $0[row] }
  }
  report(row, isRight == true)
}

/// Prints the result of a row.
nonisolated func report(_ row: String, _ isRight: Bool) { say("\(isRight ? "right" : "wrong") \(row)") }

/// Prints a line for play.py at once, so that the line is there if the program traps afterwards.
nonisolated func say(_ line: String) {
  print("row: \(line)")
  fflush(nil)
}
