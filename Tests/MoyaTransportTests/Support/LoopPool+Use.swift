import MoyaNetwork
import MoyaTransport

extension LoopPool {
  /// Lends a loop to this thread. The transfers of `body` must end before `body` returns, because no thread runs the
  /// loop afterwards.
  func withLoop<R>(_ body: (Loop) throws -> R) throws -> R {
    let lease = try lend()
    defer { putBack(lease) }
    return try lease.claimed { try body(lease.loop) }
  }
}
