import MoyaHTTP

/// Loops for callers who wait: each takes an idle one, pumps it on its own thread, and puts it back with its
/// connections.
///
/// `@unchecked`: `idle` and `generation` are guarded by `Fork`'s lock, which a forked child can still take.
public final class LoopPool: @unchecked Sendable {
  /// Idle loops kept; each has seven descriptors and its connections.
  private static let mostIdle = 64

  private let configuration: LoopConfiguration
  private var idle: [Loop] = []
  private var generation: UInt32
  private var isClosed = false

  public init(configuration: LoopConfiguration = .init()) {
    self.configuration = configuration
    generation = Fork.generation
  }

  deinit { close() }

  /// Lends a loop to this thread. `body` must see its transfers end before it returns: nobody pumps the loop
  /// afterwards.
  public func withLoop<R>(_ body: (Loop) throws -> R) throws -> R {
    let loop = try take() ?? Loop(configuration: configuration)
    defer { putBack(loop) }
    return try loop.claimed { try body(loop) }
  }

  /// Closes the loops that are not lent; the others when they come back.
  public func close() {
    let loops = Fork.guarded {
      isClosed = true
      defer { idle = [] }
      return generation == Fork.generation ? idle : forget(idle)
    }
    for loop in loops { loop.close() }
  }

  private func take() -> Loop? {
    Fork.guarded {
      if generation != Fork.generation {
        idle = forget(idle)
        generation = Fork.generation
      }
      return idle.popLast()
    }
  }

  private func putBack(_ loop: Loop) {
    let isKept = Fork.guarded {
      guard !isClosed, !loop.isInherited, loop.activeCount == 0, idle.count < LoopPool.mostIdle else { return false }
      idle.append(loop)
      return true
    }
    if !isKept { loop.close() }
  }

  /// Loops of the parent process: never used again, and never freed, since that would talk to their servers.
  private func forget(_ loops: [Loop]) -> [Loop] {
    for loop in loops { _ = Unmanaged.passRetained(loop) }
    return []
  }
}
