/// How a host's transfers and connections are spread over a loop's `Shards`, unless it speaks HTTP/2: a shard has an idle
/// connection where it has more connections than transfers.
package struct Spread {
  private struct Part {
    var running: Int32 = 0
    /// Open, or about to be opened.
    var connections: Int32 = 0
  }

  private var parts: [Part] = []
  /// No shard below this one has an idle connection.
  private var lowest = 0

  package init() {}

  package var hasConnections: Bool { parts.contains { $0.connections > 0 } }

  package func hasIdle(_ shard: Int) -> Bool { parts[shard].connections > parts[shard].running }

  /// The first shard with an idle connection; `nil`: there is none.
  package mutating func firstIdle() -> Int? {
    while lowest < parts.count {
      if hasIdle(lowest) { return lowest }
      lowest += 1
    }
    return nil
  }

  /// The first shard with room for another connection.
  package var firstWithRoom: Int { parts.firstIndex { $0.connections < Shards.size } ?? parts.count }

  package mutating func start(_ shard: Int) { parts[shard].running += 1 }

  package mutating func finish(_ shard: Int) {
    parts[shard].running -= 1
    if shard < lowest { lowest = shard }
  }

  /// A connection is about to be opened.
  package mutating func open(_ shard: Int) {
    while parts.count <= shard { parts.append(Part()) }
    parts[shard].connections += 1
    if shard < lowest { lowest = shard }
  }

  package mutating func close(_ shard: Int) { parts[shard].connections -= 1 }
}
