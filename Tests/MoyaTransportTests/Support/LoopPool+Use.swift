import MoyaNetwork
import MoyaTransport

extension LoopPool {
  /// Lends a loop to this thread. `body` must see its transfers end before it returns: the loop is not pumped
  /// afterwards.
  func withLoop<R>(_ body: (Loop) throws -> R) throws -> R {
    let lease = try lend()
    defer { putBack(lease) }
    return try lease.claimed { try body(lease.loop) }
  }
}
