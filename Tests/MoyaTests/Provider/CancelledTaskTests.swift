import Moya
import MoyaTestSupport
import Testing

/// A task that is cancelled before its request is sent sends nothing, whoever makes the request.
@Suite struct CancelledTaskTests {
  typealias Task = _Concurrency.Task

  /// Counts the requests that it gets, and responds.
  private final class Counting: Session, @unchecked Sendable {
    let sent = Locked(0)

    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      sent.with { $0 += 1 }
      observer.transferDidFinish(.success(TransferResponse(statusCode: 200, content: .data(Data()))))
      return nil
    }
  }

  /// A subclass of the provider, as applications write it. The library does not know what its `request` does.
  private final class Subclass: MoyaProvider<Probe>, @unchecked Sendable {
    override func request(
      _ target: Probe, callbackQueue: DispatchQueue?, progress: ProgressBlock?, completion: @escaping Completion
    ) -> any Cancellable {
      let call = super.request(target, callbackQueue: callbackQueue, progress: progress) { completion($0) }
      return CancellableToken { call.cancel() }
    }
  }

  /// Cancels the running task as soon as the plugin knows this task.
  private struct Plugin: PluginType {
    enum Hook { case prepare, willSend }

    let hook: Hook
    let task: Locked<Task<TransferError.Kind?, Never>?>

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      if hook == .prepare { task.current?.cancel() }
      return request
    }

    func willSend(_ request: any RequestType, target: any TargetType) {
      if hook == .willSend { task.current?.cancel() }
    }
  }

  /// Who makes the request.
  enum Face: CaseIterable { case plain, subclass, shared, moyaX, progress, chunks, head, events }
  /// The moment at which the task of the request is cancelled.
  enum Moment: CaseIterable { case before, endpoint, request, prepare, willSend }

  private static func kind(_ error: any Error) -> TransferError.Kind? { (error as? MoyaError)?.transferKind }

  private static func cancelThisTask() { withUnsafeCurrentTask { $0?.cancel() } }

  private func provider(
    _ face: Face, _ moment: Moment, _ session: Session, _ plugins: [any PluginType]
  ) -> MoyaProvider<Probe> {
    let endpoint: MoyaProvider<Probe>.EndpointClosure = { target in
      if moment == .endpoint { CancelledTaskTests.cancelThisTask() }
      return MoyaProvider<Probe>.defaultEndpointMapping(for: target)
    }
    let request: MoyaProvider<Probe>.RequestClosure = { endpoint, answer in
      if moment == .request { CancelledTaskTests.cancelThisTask() }
      MoyaProvider<Probe>.defaultRequestMapping(for: endpoint, closure: answer)
    }
    let isShared = face == .shared
    if face == .subclass {
      return Subclass(endpointClosure: endpoint, requestClosure: request, session: session, plugins: plugins)
    }
    return MoyaProvider(
      endpointClosure: endpoint, requestClosure: request, session: session, plugins: plugins, trackInflights: isShared)
  }

  @Test(.timeLimitOfAll, arguments: Face.allCases, Moment.allCases)
  func `nothing is sent when the task is cancelled`(face: Face, moment: Moment) async {
    if face == .moyaX, moment == .request { return }
    let session = Counting()
    let (task, isKnown) = (Locked<Task<TransferError.Kind?, Never>?>(nil), Signal())
    let plugins: [any PluginType] =
      switch moment {
      case .prepare: [Plugin(hook: .prepare, task: task)]
      case .willSend: [Plugin(hook: .willSend, task: task)]
      default: []
      }
    let provider = provider(face, moment, session, plugins)
    let other = MoyaXProvider(session: session, plugins: plugins) { endpoint, _ in
      if moment == .endpoint { CancelledTaskTests.cancelThisTask() }
      return endpoint
    }
    let running = Task { () -> TransferError.Kind? in
      _ = await isKnown.reached()
      if moment == .before { CancelledTaskTests.cancelThisTask() }
      do {
        var target = Probe()
        target.method = .post
        switch face {
        case .moyaX: _ = try await other.request(target)
        case .progress: for try await _ in provider.requestWithProgress(target) {}
        case .chunks: for try await _ in provider.chunks(target) {}
        case .head: _ = try await provider.stream(target)
        case .events: for try await _ in provider.events(target, reconnects: true) {}
        default: _ = try await provider.request(target)
        }
        return nil
      } catch {
        return CancelledTaskTests.kind(error)
      }
    }
    task.with { $0 = running }
    isKnown.fire()
    #expect(await running.value == .cancelled)
    #expect(session.sent.current == 0)
    // A loop over progress ends when its task is cancelled. The request of the loop ends soon afterwards.
    while session.requestCount > 0, !Task.isCancelled { await Task.yield() }
  }

  @Test func `a thousand cancelled tasks send nothing over the network`() async throws {
    let arrived = Locked(0)
    let server = try EchoServer(onRequest: { arrived.with { $0 += 1 } })
    defer { server.stop() }
    let provider = MoyaProvider<Probe>()
    let host = server.host
    let kinds = await withTaskGroup(of: TransferError.Kind?.self) { group in
      for _ in 0..<1000 {
        group.addTask {
          CancelledTaskTests.cancelThisTask()
          var target = Probe(host, "/")
          target.method = .post
          do {
            _ = try await provider.request(target)
            return nil
          } catch {
            return CancelledTaskTests.kind(error)
          }
        }
      }
      return await group.reduce(into: [TransferError.Kind?]()) { $0.append($1) }
    }
    #expect(kinds.count == 1000 && kinds.allSatisfy { $0 == .cancelled })
    // A cancelled request that was sent would arrive before this one.
    _ = try await provider.request(Probe(host, "/"))
    #expect(arrived.current == 1)
  }

  @Test func `a group of requests in a cancelled task sends nothing`() async {
    let session = Counting()
    let provider = MoyaProvider<Probe>(session: session)
    let results = await Task {
      CancelledTaskTests.cancelThisTask()
      return await provider.requests(Array(repeating: Probe(), count: 20), limit: 3)
    }.value
    #expect(results.count == 20)
    for result in results { #expect(throws: MoyaError.self) { try result.get() } }
    #expect(session.sent.current == 0)
  }

  /// A request with a completion belongs to no task. So a cancelled task may still make such a request at its end.
  @Test func `a request with a completion is sent by a cancelled task, too`() async throws {
    let session = Counting()
    let provider = MoyaProvider<Probe>(callbackQueue: .global(), session: session)
    let ending = Ending()
    await Task {
      CancelledTaskTests.cancelThisTask()
      provider.request(Probe(), completion: ending.completion)
    }.value
    #expect(try ending.response().statusCode == 200)
    #expect(session.sent.current == 1)
  }

  /// A closure of the provider may make its own requests. The cancel of the task does not cancel them.
  @Test func `only the awaited request is cancelled`() async throws {
    let session = Counting()
    let inner = MoyaProvider<Probe>(callbackQueue: .global(), session: session)
    let ending = Ending()
    let provider = MoyaProvider<Probe>(
      endpointClosure: { target in
        inner.request(Probe(), completion: ending.completion)
        CancelledTaskTests.cancelThisTask()
        return MoyaProvider<Probe>.defaultEndpointMapping(for: target)
      }, session: session)
    let kind = await Task { () -> TransferError.Kind? in
      do {
        _ = try await provider.request(Probe())
        return nil
      } catch {
        return CancelledTaskTests.kind(error)
      }
    }.value
    #expect(kind == .cancelled)
    #expect(try ending.response().statusCode == 200)
    #expect(session.sent.current == 1)
  }

  /// Reports progress, and never ends.
  private final class Moving: Session, @unchecked Sendable {
    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      observer.transferDidProgress(TransferProgress(completedUnitCount: 1, totalUnitCount: 2))
      return nil
    }
  }

  @Test func `a progress loop ends with an error when its task is cancelled in it`() async {
    let provider = MoyaProvider<Probe>(callbackQueue: .global(), session: Moving())
    let (steps, kind) = await Task { () -> (Int, TransferError.Kind?) in
      var steps = 0
      do {
        for try await _ in provider.requestWithProgress(Probe()) {
          steps += 1
          CancelledTaskTests.cancelThisTask()
        }
        return (steps, nil)
      } catch {
        return (steps, CancelledTaskTests.kind(error))
      }
    }.value
    #expect(steps == 1)
    #expect(kind == .cancelled)
  }
}
