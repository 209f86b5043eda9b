import Dispatch

/// Wraps a backend of the program, so that its `send` runs with the task-locals that the call carries (`Carried`). The
/// closures of stub rules get these task-locals too, even if they run later.
package final class CarryingBackend: Backend {
  private let backend: any Backend

  package init(_ backend: any Backend) { self.backend = backend }

  package var traits: BackendTraits { backend.traits }

  package func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    guard let values = exchange.subject.carriedValues else {
      return backend.send(exchange, observer: observer)
    }
    return values.run { backend.send(exchange, observer: CarryingObserver(observer, values)) }
  }
}

/// Passes everything on to another observer. Runs the closure `finish` with the task-locals of the call, because a stub
/// makes its response in `finish`, and closures of the program can run there.
private final class CarryingObserver: TransferObserver {
  private let observer: any TransferObserver
  private let values: CarriedValues

  init(_ observer: any TransferObserver, _ values: CarriedValues) {
    self.observer = observer
    self.values = values
  }

  func transferDidProgress(_ progress: TransferProgress) { observer.transferDidProgress(progress) }

  func transferDidBegin(_ step: TransferStep) { observer.transferDidBegin(step) }

  func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { observer.transferDidReceiveHead(head) }

  func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { observer.transferDidReceiveBody(bytes) }

  func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) { observer.transferDidFinish(outcome) }

  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) {
    observer.transferCanFinish(on: queue) { [values] in values.run { finish() } }
  }
}
