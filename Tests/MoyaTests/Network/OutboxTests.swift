import Moya
import MoyaTestSupport
import Testing

/// What one turn of the event loop delivers, if tasks run on the loop's thread.
@Suite struct OutboxTests {
  /// Runs each part of a task at once, on the thread that resumes the task.
  private final class InPlace: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Holds the exchanges of `/first`, `/second` and `/third`, and sends the others. When another exchange ends, the
  /// session first responds to `/first` and `/second`, in the same turn of the loop.
  private final class Holding: Session, @unchecked Sendable {
    let arrived = Signal()
    private let held = Locked<[String: any TransferObserver]>([:])

    override func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
      let path = exchange.target.path
      guard ["/first", "/second", "/third"].contains(path) else {
        return super.send(exchange, observer: End(observer, of: self))
      }
      held.with { $0[path] = observer }
      arrived.fire()
      return nil
    }

    func answer(_ path: String) {
      let observer = held.with { $0.removeValue(forKey: path) }
      observer?.transferDidFinish(.success(TransferResponse(statusCode: 204, content: .data(Data()))))
    }

    private final class End: TransferObserver {
      private let outer: any TransferObserver
      private let session: Holding

      init(_ outer: any TransferObserver, of session: Holding) { (self.outer, self.session) = (outer, session) }

      func transferDidProgress(_ progress: TransferProgress) { outer.transferDidProgress(progress) }

      func transferDidFinish(_ result: Result<TransferResponse, TransferError>) {
        for path in ["/first", "/second"] { session.answer(path) }
        outer.transferDidFinish(result)
      }
    }
  }

  /// Two tasks get their results in one turn. The task that runs first completes a third request, which has a callback
  /// queue. The second task is still to be resumed at that time.
  @Test(.timeLimitOfAll)
  func `what a task completes in place is delivered, and so is all that comes later`() async throws {
    let server = try EchoServer()
    defer { server.stop() }
    let session = Holding()
    let provider = MoyaProvider<Probe>(callbackQueue: DispatchQueue(label: "callbacks"), session: session)
    let (third, last) = (Ending(), Ending())
    provider.request(Probe(nil, "/third"), completion: third.completion)
    let executor = InPlace()
    let tasks = ["/first", "/second"].map { path in
      _Concurrency.Task(executorPreference: executor) {
        let status = try await provider.request(Probe(nil, path)).statusCode
        session.answer("/third")
        return status
      }
    }
    for _ in 1...3 { #expect(await session.arrived.reached()) }
    provider.request(Probe(server.host, "/"), completion: last.completion)
    #expect(try await third.reachedResponse().statusCode == 204)
    #expect(try await last.reachedResponse().statusCode == 200)
    for task in tasks { #expect(try await task.value == 204) }
  }
}
