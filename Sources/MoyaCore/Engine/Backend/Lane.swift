/// Where a flight goes (the backend), and where its hooks run and its time is kept (the executor). A class, so that
/// each flight carries one reference.
package final class Lane: Sendable {
  package let backend: any Backend
  package let executor: any Executor
  /// The backend's, asked for once.
  package let traits: BackendTraits
  /// The executor's, asked for once.
  let preparesInPlace: Bool

  /// - Parameter executor: by default that of stubs and of callers' own backends.
  package init(_ backend: any Backend, executor: any Executor = DirectExecutor.shared) {
    self.backend = backend
    self.executor = executor
    traits = backend.traits
    preparesInPlace = executor.preparesInPlace
  }

  /// A method of this class: its properties are used as they are, where another object would retain them first.
  func send(_ exchange: Exchange, observer: any TransferObserver) -> (any Stoppable)? {
    backend.send(exchange, observer: observer)
  }
}
