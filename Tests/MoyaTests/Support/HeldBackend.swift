import Moya
import MoyaTestSupport

/// Holds every exchange until the test ends it, also one that was stopped.
final class HeldBackend: Backend {
  /// What the flight holds of an exchange: stopping is noted, and ends nothing.
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
  /// Fired for each handle that is held no more.
  let released = Signal()
  /// Runs inside `send`, with the number of the exchange: 0 for the first.
  let onSend = Locked<(@Sendable (Int) -> Void)?>(nil)

  /// A call waits for its end, also when it was stopped.
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

  func handle(_ number: Int) -> Handle? { held.current[number].handle }

  func end(_ number: Int, _ status: Int) {
    held.current[number].observer.transferDidFinish(
      .success(TransferResponse(statusCode: status, content: .data(Data()))))
  }

  func end(_ number: Int, _ error: TransferError) {
    held.current[number].observer.transferDidFinish(.failure(error))
  }

  /// The calls hold this backend, and it holds their observers, which are the calls.
  func forget() { held.with { $0 = [] } }
}
