import Testing

@testable import MoyaTransport

/// The connections to a host are spread over several pools (shards). Tests in which shard the next transfer finds its
/// connection.
@Suite struct SpreadTests {
  /// Starts a transfer as a loop does, and returns its shard.
  private func start(_ spread: inout Spread) -> Int {
    let idle = spread.firstIdle()
    let shard = idle ?? spread.firstWithRoom
    if idle == nil { spread.open(shard) }
    spread.start(shard)
    return shard
  }

  @Test func `no shard gets more than eight connections`() {
    var spread = Spread()
    let shards = (0..<20).map { _ in start(&spread) }
    #expect(shards == Array(repeating: 0, count: 8) + Array(repeating: 1, count: 8) + Array(repeating: 2, count: 4))
  }

  @Test func `an idle connection is used wherever it is, before another one is opened`() {
    var spread = Spread()
    for _ in 0..<20 { _ = start(&spread) }
    spread.close(0)
    spread.finish(0)
    #expect(spread.firstWithRoom == 0)
    spread.finish(2)
    #expect(start(&spread) == 2)
    spread.finish(1)
    #expect(start(&spread) == 1)
    #expect(start(&spread) == 0)
    #expect(spread.firstIdle() == nil)
  }

  @Test func `one after the other stay with the first shard`() {
    var spread = Spread()
    for _ in 0..<20 { _ = start(&spread) }
    for shard in [2, 1, 0] { spread.finish(shard) }
    for _ in 0..<5 {
      let shard = start(&spread)
      #expect(shard == 0)
      spread.finish(shard)
    }
  }

  @Test func `a connection that is closed while idle is not counted on`() {
    var spread = Spread()
    let shard = start(&spread)
    spread.finish(shard)
    #expect(spread.firstIdle() == 0)
    spread.close(shard)
    #expect(spread.firstIdle() == nil)
    #expect(!spread.hasConnections)
  }
}
