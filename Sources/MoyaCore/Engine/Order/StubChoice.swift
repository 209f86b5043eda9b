/// Whether an order is answered by a stub instead of being sent, and when.
package enum StubChoice: Hashable, Sendable {
  case never
  /// Before the start of the call returns.
  case immediate
  /// As the next work of the queue on which the caller gets the end.
  case next
  case delayed(milliseconds: UInt32)

  package var isStub: Bool { if case .never = self { false } else { true } }
  package var isImmediate: Bool { if case .immediate = self { true } else { false } }

  /// Where a stubbed flight goes; `nil`: it is not stubbed.
  /// - Parameter executor: keeps the time of a delay.
  package func lane(executor: any Executor = DirectExecutor.shared) -> Lane? {
    switch self {
    case .never: nil
    case .immediate: StubBackend.immediate
    case .next: StubBackend.next
    case .delayed(let delay): Lane(StubBackend(.after(milliseconds: delay), executor: executor), executor: executor)
    }
  }
}
