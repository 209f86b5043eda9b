import MoyaCore
import MoyaTransport

/// The lanes over one loop: to the network, and to stubs whose time the loop keeps.
package final class LoopLanes: Sendable {
  package let late: LateLoop
  private let executor: LoopExecutor
  private let wire: Lane
  private let immediate: Lane

  /// - Parameter around: makes what stands in front of the network; `nil`: nothing does.
  package init(_ late: LateLoop, around: ((any Backend, any Executor) -> any Backend)? = nil) {
    self.late = late
    executor = LoopExecutor(late)
    let network = LoopBackend(late)
    wire = Lane(around?(network, executor) ?? network, executor: executor)
    // A plugin may want another attempt later, for which the loop keeps the time.
    immediate = Lane(StubBackend.immediate.backend, executor: executor)
  }

  /// To a backend of the face's own, whose time the loop keeps.
  package func lane(to backend: (any Executor) -> any Backend) -> Lane { Lane(backend(executor), executor: executor) }

  package func lane(for stub: StubMoment?) -> Lane {
    stub == .immediate ? immediate : stub?.lane(executor: executor) ?? wire
  }
}
