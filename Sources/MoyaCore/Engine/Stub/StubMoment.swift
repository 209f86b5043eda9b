/// When a stub answers.
package enum StubMoment: Hashable, Sendable {
  /// Before the start of the call returns.
  case immediate
  /// As the next work of the queue on which the caller gets the end.
  case next
  case delayed(milliseconds: UInt32)

  /// Where a stubbed flight goes.
  /// - Parameter executor: keeps the time of a delay.
  package func lane(executor: any Executor = DirectExecutor.shared) -> Lane {
    switch self {
    case .immediate: StubBackend.immediate
    case .next: StubBackend.next
    case .delayed: Lane(StubBackend(self, executor: executor), executor: executor)
    }
  }
}
