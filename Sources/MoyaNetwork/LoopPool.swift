import MoyaHTTP
import MoyaTransport

/// Loops for blocking callers: each takes an idle one, pumps it on its own thread, and puts it back with its
/// connections. With each loop go its lanes, which are made once.
///
/// Unchecked: `idle` and `generation` are guarded by `Fork`'s lock, which a forked child can still take.
package final class LoopPool: @unchecked Sendable {
  /// Idle loops kept; each has three descriptors and its connections.
  private static let mostIdle = 64
  /// Microseconds that a loop is kept after its last turn. Looked at when another is put back, a few at a time.
  private static let longestIdle: UInt64 = 5_000_000
  private static let mostClosedAtOnce = 4

  private let configuration: LoopConfiguration
  private let lanes: @Sendable (Loop) -> LoopLanes
  /// The idle loops, in the order in which they were put back.
  private var idle: [Lease] = []
  private var generation: UInt32
  private var isClosed = false

  /// A loop that is lent. Between two of its turns its borrower may do something else. A class, so that lending and
  /// putting back move one reference.
  ///
  /// Unchecked: `since` is used under the pool's lock.
  package final class Lease: @unchecked Sendable {
    package let loop: Loop
    package let lanes: LoopLanes
    /// The loop's last turn.
    fileprivate var since: UInt64 = 0

    fileprivate init(_ loop: Loop, _ lanes: LoopLanes) {
      self.loop = loop
      self.lanes = lanes
    }

    /// The loop is this thread's until `body` returns.
    package func claimed<R>(_ body: () throws -> R) rethrows -> R { try loop.claimed(body) }
  }

  /// - Parameter lanes: makes those of a loop.
  package init(
    configuration: LoopConfiguration = .init(),
    lanes: @escaping @Sendable (Loop) -> LoopLanes = { LoopLanes(over: $0) }
  ) {
    self.configuration = configuration
    self.lanes = lanes
    generation = Fork.generation
  }

  deinit { close() }

  /// Lends a loop until `putBack`, before which its transfers must have ended.
  package func lend() throws(TransferError) -> Lease { if let lease = take() { lease } else { try make() } }

  /// Closes the loops that are not lent; the others when they come back.
  package func close() {
    Fork.guarded { isClosed = true }
    closeIdle()
  }

  /// Closes the loops that are not lent, for the sake of their descriptors.
  package func closeIdle() {
    let entries = Fork.guarded {
      forgetInherited()
      return exchange(&idle, with: [])
    }
    for entry in entries { entry.loop.close() }
  }

  private func make() throws(TransferError) -> Lease {
    let loop = try Loop(configuration: configuration, isForOneCaller: true)
    loop.onShortage { [weak self] in self?.closeIdle() }
    return Lease(loop, lanes(loop))
  }

  private func take() -> Lease? {
    Fork.guarded {
      forgetInherited()
      return idle.popLast()
    }
  }

  package func putBack(_ lease: Lease) {
    let given = Fork.guarded { () -> [Lease] in
      let loop = lease.loop
      guard !isClosed, !loop.isInherited, loop.activeCount == 0, idle.count < LoopPool.mostIdle else { return [lease] }
      defer { idle.append(lease) }
      // A call that ended without a turn would bring the order of time into disorder.
      lease.since = max(loop.lastTurn, idle.last?.since ?? 0)
      return takeOld(at: lease.since)
    }
    for lease in given { lease.loop.close() }
  }

  /// Takes out loops that were not used for long. To be called under the lock.
  private func takeOld(at now: UInt64) -> [Lease] {
    // None, most often: to find that out with the lines below costs 400 instructions.
    guard let first = idle.first, first.since &+ LoopPool.longestIdle < now else { return [] }
    let old = idle.prefix(LoopPool.mostClosedAtOnce).prefix { $0.since &+ LoopPool.longestIdle < now }
    idle.removeFirst(old.count)
    return Array(old)
  }

  /// Loops of the parent process are never used again, and never freed, since that would talk to their servers. To be
  /// called under the lock.
  private func forgetInherited() {
    if generation == Fork.generation { return }
    for entry in idle { _ = Unmanaged.passRetained(entry.loop) }
    (idle, generation) = ([], Fork.generation)
  }
}
