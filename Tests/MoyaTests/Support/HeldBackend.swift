import Moya
import MoyaTestSupport

/// Holds every exchange until the test ends it, even if the exchange was stopped.
final class HeldBackend: Backend {
  /// The handle by which the flight stops an exchange. `stop` is only recorded, and does not end the exchange.
  final class Handle: Stoppable {
    let stops = Locked(0)
    private let released: Signal

    init(_ released: Signal) { self.released = released }

    deinit { released.fire() }

    func stop() { stops.with { $0 += 1 } }
  }

  private struct Held {
    let observer: any TransferObserver
    weak var handle: Handle?
  }

  private let held = Locked<[Held]>([])
  private let arrived = Signal()
  /// Fires each time that a handle is released.
  let released = Signal()
  /// Runs inside `send`, with the number of the exchange: 0 for the first.
  let onSend = Locked<(@Sendable (Int) -> Void)?>(nil)

  /// With this trait, a call waits until its exchange ends, even if the exchange was stopped.
  var traits: BackendTraits { .watchesTotalTimeout }

  var count: Int { held.current.count }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    let handle = Handle(released)
    let number = held.with { held in
      held.append(Held(observer: observer, handle: handle))
      return held.count - 1
    }
    onSend.current?(number)
    arrived.fire()
    return handle
  }

  /// Waits for the next exchange.
  func waitForExchange() -> Bool { arrived.wait() }

  /// Does the same as `waitForExchange`, but blocks no thread that the request may need.
  func reachedExchange() async -> Bool { await arrived.reached() }

  func handle(_ number: Int) -> Handle? { held.current[number].handle }

  func end(_ number: Int, _ status: Int) {
    held.current[number].observer.transferDidFinish(
      .success(TransferResponse(statusCode: status, content: .data(Data()))))
  }

  func end(_ number: Int, _ error: TransferError) {
    held.current[number].observer.transferDidFinish(.failure(error))
  }

  /// Releases the calls, which are the observers of the exchanges. The calls hold this backend, so otherwise neither
  /// would be freed.
  func forget() { held.with { $0 = [] } }
}
