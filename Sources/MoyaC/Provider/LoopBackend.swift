import MoyaCore
import MoyaTransport

/// The network, and the clock of the calls that use it: a loop, pumped by whoever waits for it.
final class LoopBackend: Backend, Executor {
  private let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  var traits: BackendTraits { [.watchesTotalTimeout, .movesFiles] }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    loop.start(exchange.request, options: exchange.options, observer: observer)
  }

  func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    loop.schedule(afterMilliseconds: delay, work)
  }
}
