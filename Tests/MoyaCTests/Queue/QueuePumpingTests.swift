import MoyaHTTP
import MoyaNetwork
import MoyaTransport
import Testing

@testable import MoyaC

/// The waits of one thread, by a clock of the test's.
private final class Consumer {
  var pumping = QueuePumping()
  let pump: DispatchPump
  var now: UInt64 = 1_000_000

  init() throws {
    pump = try DispatchPump(Loop())
    pumping.setConsumer(LoopConsumer(LateLoop { () throws(TransferError) in throw .cancelled }))
  }

  /// One wait. True: the thread pumps.
  func waits(after absence: UInt64 = 10, for microseconds: UInt64 = 100, others: Bool = false) -> Bool {
    now += absence
    switch pumping.begin(at: now, by: 7, isAlone: !others) {
    case .sleep, .giveBack: return false
    case .borrow: pumping.set(pump)
    case .enter: break
    }
    now += microseconds
    _ = pumping.end(at: now, hasCalls: true, othersWait: others)
    return true
  }

  /// How many waits follow that leave the pumping to Dispatch.
  func skips() -> Int {
    var count = 0
    while count < 10_000, !waits() { count += 1 }
    return count
  }

  func begin() { _ = pumping.begin(at: now, by: 7, isAlone: true) }

  func takesWake() -> Bool { pumping.takeWake() }

  func isAwayForLong() {
    var count = 0
    while waits(after: 500, for: 100), count < 100 { count += 1 }
  }
}

@Suite struct QueuePumpingTests {
  @Test func `a thread that comes back soon keeps pumping`() throws {
    let consumer = try Consumer()
    for _ in 0..<100 { #expect(consumer.waits()) }
    // Longer than a switch of threads takes, but not longer than what is pumped.
    for _ in 0..<100 { #expect(consumer.waits(after: 500, for: 600)) }
  }

  @Test func `one absence that was too long is forgiven`() throws {
    let consumer = try Consumer()
    for _ in 0..<20 {
      #expect(consumer.waits(after: 500, for: 100))
      #expect(consumer.waits())
    }
  }

  @Test func `a thread that is away for long pumps ever more rarely`() throws {
    let consumer = try Consumer()
    var skipped: [Int] = []
    for _ in 0..<13 {
      consumer.isAwayForLong()
      skipped.append(consumer.skips())
    }
    #expect(skipped == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024])
  }

  @Test func `when it comes back soon for long, its failures are forgotten`() throws {
    let consumer = try Consumer()
    for _ in 0..<5 {
      consumer.isAwayForLong()
      #expect(consumer.skips() > 0)
    }
    for _ in 0..<64 { #expect(consumer.waits()) }
    consumer.isAwayForLong()
    #expect(consumer.skips() == 1)
  }

  @Test func `a loop that Dispatch took back is a failure only if calls were under way`() throws {
    for hadCalls in [false, true] {
      let consumer = try Consumer()
      #expect(consumer.waits())
      consumer.begin()
      _ = consumer.pumping.end(at: consumer.now, hasCalls: hadCalls, othersWait: false)
      consumer.begin()
      consumer.pumping.set(nil)
      #expect(consumer.skips() == (hadCalls ? 1 : 0))
    }
  }

  @Test func `while another thread waits, the loop is not borrowed, and is given back`() throws {
    let consumer = try Consumer()
    #expect(!consumer.waits(others: true))
    #expect(consumer.waits())
    consumer.begin()
    let given = consumer.pumping.end(at: consumer.now, hasCalls: true, othersWait: true)
    #expect(given === consumer.pump)
  }

  @Test func `a wake ends the wait of the thread that pumps, once`() throws {
    let consumer = try Consumer()
    #expect(consumer.waits())
    consumer.pumping.wake()
    #expect(!consumer.takesWake(), "no thread waits")
    consumer.begin()
    #expect(consumer.pumping.isElsewhere(than: 8))
    #expect(!consumer.pumping.isElsewhere(than: 7))
    consumer.pumping.wake()
    #expect(consumer.takesWake())
    #expect(!consumer.takesWake())
  }
}
