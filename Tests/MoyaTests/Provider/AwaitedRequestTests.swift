import Moya
import MoyaTestSupport
import Testing

/// A task that waits for a request without plugins gets the result directly. A plugin or an override of `request` sees
/// the result before the task, on the callback queue.
@Suite struct AwaitedRequestTests {
  typealias Task = _Concurrency.Task

  /// Responds at once.
  private final class Responding: Session, @unchecked Sendable {
    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      observer.transferDidFinish(.success(TransferResponse(statusCode: 200, content: .data(Data("body".utf8)))))
      return nil
    }
  }

  /// Sees each result before the task gets it.
  private final class Watching: MoyaProvider<Probe>, @unchecked Sendable {
    let places = Locked<[String]>([])

    override func request(
      _ target: Probe, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      super.request(target, callbackQueue: callbackQueue, progress: progress) { [places] result in
        places.with { $0.append(FlowJournal.thread) }
        completion(result)
      }
    }
  }

  /// Changes each result, and records where it does this.
  private final class Changing: PluginType {
    let places = Locked<[String]>([])

    func process(_ result: Result<Response, MoyaError>, target: any TargetType) -> Result<Response, MoyaError> {
      places.with { $0.append(FlowJournal.thread) }
      return result.map { _ in Response(statusCode: 201, data: Data()) }
    }
  }

  /// Fires a signal when it is freed.
  private final class Guest: Sendable {
    let isFreed: Signal
    init(_ isFreed: Signal) { self.isFreed = isFreed }
    deinit { isFreed.fire() }
  }

  private struct ProbeWithGuest: TargetType {
    let guest: Guest
    var baseURL: URL { Probe().baseURL }
    var path: String { "/" }
  }

  /// Holds the observer of its transfers, as a backend may do.
  private final class ObserverHolding: Backend {
    final class Handle: Stoppable {
      let observer: any TransferObserver
      init(_ observer: any TransferObserver) { self.observer = observer }
      func stop() {}
    }

    func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      let handle = Handle(observer)
      DispatchQueue.global().async {
        handle.observer.transferDidFinish(.success(TransferResponse(statusCode: 200, content: .data(Data()))))
      }
      return handle
    }
  }

  private let queue = FlowJournal.queue("callbacks")

  @Test(.timeLimitOfAll, arguments: [false, true])
  func `a task gets its result while the callback queue is busy`(isMoyaX: Bool) async throws {
    let (isBlocked, goesOn, isFree) = (Signal(), Signal(), Locked(false))
    queue.async {
      isBlocked.fire()
      _ = goesOn.waitForTask()
      isFree.with { $0 = true }
    }
    defer { goesOn.fire() }
    #expect(await isBlocked.reached())
    let response =
      isMoyaX
      ? try await MoyaXProvider(session: Responding(), callbackQueue: queue).request(Probe())
      : try await MoyaProvider<Probe>(callbackQueue: queue, session: Responding()).request(Probe())
    #expect(!isFree.current)
    #expect(try response.mapString() == "body")
  }

  @Test func `an override of request sees the result of a task on the callback queue`() async throws {
    let provider = Watching(callbackQueue: queue, session: Responding())
    #expect(try await provider.request(Probe()).statusCode == 200)
    #expect(provider.places.current == ["callbacks"])
  }

  @Test(arguments: [false, true])
  func `a plugin changes the result of a task on the callback queue`(isMoyaX: Bool) async throws {
    let plugin = Changing()
    let response =
      isMoyaX
      ? try await MoyaXProvider(session: Responding(), plugins: [plugin], callbackQueue: queue).request(Probe())
      : try await MoyaProvider<Probe>(callbackQueue: queue, session: Responding(), plugins: [plugin]).request(Probe())
    #expect(response.statusCode == 201)
    #expect(plugin.places.current == ["callbacks"])
  }

  @Test func `a request that is shared is listed while a task waits for it`() async throws {
    let backend = HeldBackend()
    let provider = MoyaProvider<Probe>(session: Session(backend: backend), trackInflights: true)
    let running = Task { try await provider.request(Probe()).statusCode }
    #expect(await backend.reachedExchange())
    #expect(provider.inflightRequests.map(\.value.count) == [1])
    backend.end(0, 204)
    #expect(try await running.value == 204)
    backend.forget()
  }

  /// Fires the signal `gone` when it is freed.
  private final class Token: Sendable {
    let gone: Signal

    init(_ gone: Signal) { self.gone = gone }

    deinit { gone.fire() }
  }

  private struct Holding: TargetType {
    let token: Token
    var baseURL: URL { Probe().baseURL }
    var path: String { "" }
  }

  @Test func `a request is freed when its task has the result`() async throws {
    let gone = Signal()
    let provider = MoyaProvider<Holding>(session: Responding())
    _ = try await provider.request(Holding(token: Token(gone)))
    #expect(await gone.reached())
    #expect(provider.session.requestCount == 0)
  }

  @Test(.timeLimitOfAll) func `tasks that are cancelled while responses arrive end once each`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let provider = MoyaProvider<Probe>()
    let host = server.host
    let ended = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask {
          let running = Task { try await provider.request(Probe(host, "/\(number)")) }
          if number % 3 == 1 { running.cancel() }
          if number % 3 == 2 { DispatchQueue.global().async { running.cancel() } }
          do { return try await running.value.statusCode == 200 } catch {
            return number % 3 > 0 && (error as? MoyaError)?.transferKind == .cancelled
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(ended == 400)
    #expect(provider.session.requestCount == 0)
  }

  @Test(.timeLimitOfAll) func `a call is freed although its backend holds the observer`() async throws {
    let isFreed = Signal()
    _ = try await MoyaXProvider(backend: ObserverHolding()).request(ProbeWithGuest(guest: Guest(isFreed)))
    #expect(await isFreed.reached())
  }
}
