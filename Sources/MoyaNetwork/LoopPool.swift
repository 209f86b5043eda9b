import MoyaHTTP
import MoyaTransport

/// A pool of event loops for blocking callers. Each caller takes an idle loop, runs the loop on its own thread, and
/// returns the loop with its connections. The lanes of a loop are made once and stay with the loop. A lane is a backend
/// with its executor.
///
/// The class is `@unchecked Sendable` because `Fork`'s lock protects `idle` and `generation`. A forked child can still
/// take that lock.
package final class LoopPool: @unchecked Sendable {
  /// Maximum number of idle loops in the pool. Each loop has three descriptors and its connections.
  private static let mostIdle = 64
  /// How long the pool stores a loop that does not run, in microseconds. When a loop is returned, the pool closes loops
  /// that have not run for this time, but at most `mostClosedAtOnce`.
  private static let longestIdle: UInt64 = 5_000_000
  private static let mostClosedAtOnce = 4

  private let configuration: LoopConfiguration
  private let lanes: @Sendable (Loop) -> LoopLanes
  /// The idle loops, in the order in which they were returned.
  private var idle: [Lease] = []
  private var generation: UInt32
  private var isClosed = false

  /// A loop that the pool lends to a caller. The caller runs the loop when it likes. `Lease` is a class, so that
  /// lending and returning move only one reference.
  ///
  /// The class is `@unchecked Sendable` because `since` is used only under the pool's lock.
  package final class Lease: @unchecked Sendable {
    package let loop: Loop
    package let lanes: LoopLanes
    /// The time at which the loop last ran. `putBack` sets it.
    fileprivate var since: UInt64 = 0

    fileprivate init(_ loop: Loop, _ lanes: LoopLanes) {
      self.loop = loop
      self.lanes = lanes
    }

    /// Claims the loop for this thread until `body` returns.
    package func claimed<R>(_ body: () throws -> R) rethrows -> R { try loop.claimed(body) }
  }

  /// - Parameter lanes: Makes the lanes (the backends with their executors) of a new loop.
  package init(
    configuration: LoopConfiguration = .init(),
    lanes: @escaping @Sendable (Loop) -> LoopLanes = { LoopLanes(over: $0) }
  ) {
    self.configuration = configuration
    self.lanes = lanes
    generation = Fork.generation
  }

  deinit { close() }

  /// Lends a loop until `putBack`. The transfers of the loop must have ended before `putBack`.
  package func lend() throws(TransferError) -> Lease { if let lease = take() { lease } else { try make() } }

  /// Closes the idle loops now, and each lent loop when it is returned.
  package func close() {
    Fork.guarded { isClosed = true }
    closeIdle()
  }

  /// Closes the idle loops to free their descriptors.
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
      // The loop may not have run for this call. Then its `lastTurn` is from an earlier call. `max` makes sure that
      // `idle` is still sorted by `since`.
      lease.since = max(loop.lastTurn, idle.last?.since ?? 0)
      return takeOld(at: lease.since)
    }
    for lease in given { lease.loop.close() }
  }

  /// Removes and returns loops that have been idle for longer than `longestIdle`, at most `mostClosedAtOnce`. Must be
  /// called under the lock.
  private func takeOld(at now: UInt64) -> [Lease] {
    // Usually no loop was idle for too long, and this check is cheaper than the lines below.
    guard let first = idle.first, first.since &+ LoopPool.longestIdle < now else { return [] }
    let old = idle.prefix(LoopPool.mostClosedAtOnce).prefix { $0.since &+ LoopPool.longestIdle < now }
    idle.removeFirst(old.count)
    return Array(old)
  }

  /// Removes loops of the parent process. These loops are never used again. They are never freed either, because
  /// freeing a loop would send data to its servers. Must be called under the lock.
  private func forgetInherited() {
    if generation == Fork.generation { return }
    for entry in idle { _ = Unmanaged.passRetained(entry.loop) }
    (idle, generation) = ([], Fork.generation)
  }
}
