import MoyaCore

/// Where a call goes, and what keeps its time.
struct Lane {
  let backend: any Backend
  let executor: any Executor

  static let immediateStub = StubBackend.sample(.atOnce)
  /// For calls that end before their start returns, and are never tried again.
  static let immediate = Lane(backend: immediateStub, executor: DirectExecutor.shared)

  init(backend: any Backend, executor: any Executor) {
    self.backend = backend
    self.executor = executor
  }

  init(for stub: CTarget.Stub, on network: LoopBackend) {
    executor = network
    backend =
      switch stub {
      case .never: network
      case .immediate: Lane.immediateStub
      case .delayed(let delay): StubBackend.sample(.after(milliseconds: delay), executor: network)
      }
  }
}
