import MoyaCore
import MoyaTransport

/// A loop with the lanes that lead to it: where its calls go, and what keeps their time.
final class Network: Sendable {
  let loop: Loop
  private let backend: LoopBackend
  private let wire: Lane

  init(_ loop: Loop) {
    self.loop = loop
    backend = LoopBackend(loop)
    wire = Lane(backend, executor: backend)
  }

  func lane(for stub: StubChoice) -> Lane {
    // An immediate stub, too: a plugin may want another attempt, later.
    stub.isImmediate ? Lane(StubBackend.immediate.backend, executor: backend) : stub.lane(executor: backend) ?? wire
  }
}

/// Sends with a loop, pumped by whichever thread waits for it, and keeps time with it.
private final class LoopBackend: Backend, Executor {
  private let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  var traits: BackendTraits { [.watchesTotalTimeout, .movesFiles] }

  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    loop.start(exchange.request, options: exchange.options, observer: observer)
  }

  func perform(_ work: @escaping @Sendable () -> Void) { loop.perform(work) }

  func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) -> any Stoppable {
    loop.schedule(afterMilliseconds: delay, work)
  }
}
