import Moya
import MoyaTestSupport
import Testing

@Suite struct StormTests {
  private final class Silent: Backend {
    func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? { nil }
  }

  /// Runs in its own process, so that no other test uses the global queue.
  @Test func `a total timeout is heard while blocked work holds every thread of the global queue`() async {
    await #expect(processExitsWith: .success) {
      let gate = Signal()
      let held = Signal()
      for _ in 0..<256 {
        DispatchQueue.global().async {
          held.fire()
          _ = gate.wait()
        }
      }
      #expect(held.wait(2))
      let configuration = URLSessionConfiguration()
      configuration.timeoutIntervalForResource = 0.05
      let session = Session(configuration: configuration, backend: Silent())
      let ending = Ending()
      MoyaXProvider(session: session).request(
        Probe(), callbackQueue: DispatchQueue(label: "ends"), completion: ending.completion)
      let error = try ending.error()
      #expect(error.transferKind == .totalTimeout)
    }
  }
}
