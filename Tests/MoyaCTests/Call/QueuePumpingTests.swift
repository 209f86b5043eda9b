import Glibc
import MoyaHTTP
import MoyaNetwork
import MoyaTransport
import Testing

@testable import MoyaC
@testable import MoyaCore

/// The waits of one thread, measured by a clock that the test controls.
private final class Consumer {
  let part = QueuePart()
  let pump: DispatchPump
  private let late: LateLoop
  private let registry = Registry()
  private let consumer: LoopConsumer
  private(set) var now: UInt64 = 1_000_000

  /// - Parameter earlier: the number of other queues in which calls completed before. These queues have been freed.
  init(after earlier: Int = 0) throws {
    let (loop, pump) = try { () throws(TransferError) in
      let loop = try Loop()
      return (loop, try DispatchPump(loop))
    }()
    self.pump = pump
    late = LateLoop { () throws(TransferError) in (loop, pump) }
    _ = try late.loop()
    consumer = LoopConsumer(late, registry)
    for _ in 0..<earlier { consumer.note(QueuePart()) }
    consumer.note(part)
    // The library lends no loop before it has seen that Dispatch's timers work.
    while !pump.lend() { sched_yield() }
    pump.giveBack()
  }

  deinit { late.close() }

  /// Makes one wait. Returns whether the waiting thread runs the loop.
  func waits(after absence: UInt64 = 10, for microseconds: UInt64 = 100, others: Bool = false) -> Bool {
    now += absence
    guard begin(alone: !others) else { return false }
    now += microseconds
    end(others: others)
    return true
  }

  @discardableResult
  func begin(alone: Bool = true) -> Bool {
    part.state.withLock { $0.pumping.begin(for: part, at: now, by: 7, isAlone: alone) != nil }
  }

  func end(others: Bool = false, hasCalls: Bool = true) {
    part.state.withLock { $0.pumping.end(at: now, hasCalls: hasCalls, othersWait: others) }
  }

  func passes(_ microseconds: UInt64) { now += microseconds }

  func note(_ part: QueuePart?) { consumer.note(part) }

  /// Begins a call that completes in the queue `part`. If `part` is `nil`, it completes in no queue.
  func beginCall(in part: QueuePart?) {
    #expect(registry.beginCall() != nil)
    consumer.note(part)
  }

  func endCall() { registry.endCall() }

  /// Makes calls one after the other.
  func makeCalls(_ count: Int, in part: QueuePart?) {
    for _ in 0..<count {
      beginCall(in: part)
      endCall()
    }
  }

  /// True if a thread that waits for the queue may run the loop.
  var hasLoop: Bool { consumer.endsOnly(in: part) }

  func isElsewhere(than thread: UInt) -> Bool { part.state.withLock { $0.pumping.isElsewhere(than: thread) } }

  /// Returns in how many of the following waits Dispatch runs the loop.
  func skips() -> Int {
    var count = 0
    while count < 10_000, !waits() { count += 1 }
    return count
  }

  func isAwayForLong() {
    var count = 0
    while waits(after: 500, for: 100), count < 100 { count += 1 }
  }
}

@Suite struct QueuePumpingTests {
  @Test func `a thread that comes back soon keeps pumping`() throws {
    let consumer = try Consumer()
    for _ in 0..<100 { #expect(consumer.waits()) }
    // The thread is away for longer than a switch of threads takes, but not for longer than it then runs the loop.
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
      #expect(consumer.begin())
      consumer.end(hasCalls: hadCalls)
      consumer.pump.giveBack()
      consumer.passes(5000)
      #expect(consumer.begin() == !hadCalls)
      if !hadCalls { consumer.end() }
      #expect(consumer.skips() == (hadCalls ? 1 : 0))
    }
  }

  @Test func `while another thread waits, the loop is not borrowed, and is given back`() throws {
    let consumer = try Consumer()
    #expect(!consumer.waits(others: true))
    #expect(consumer.waits())
    #expect(consumer.pump.isLent)
    consumer.begin()
    consumer.end(others: true)
    #expect(!consumer.pump.isLent)
  }

  @Test func `once a call ends elsewhere than in the queue, the loop is not borrowed`() throws {
    let consumer = try Consumer()
    #expect(consumer.waits())
    consumer.note(nil)
    #expect(consumer.skips() == 10_000)
    #expect(!consumer.pump.isLent)
  }

  @Test func `a queue that was freed does not keep the next one from pumping`() throws {
    let consumer = try Consumer(after: 3)
    #expect(consumer.waits())
  }

  @Test(arguments: [false, true])
  func `when calls that end elsewhere are over, the queue pumps again`(inQueue: Bool) throws {
    let consumer = try Consumer()
    let other = inQueue ? QueuePart() : nil
    for _ in 0..<3 {
      #expect(consumer.waits())
      consumer.beginCall(in: other)
      consumer.makeCalls(100, in: consumer.part)
      #expect(!consumer.hasLoop, "the other call is under way")
      consumer.endCall()
      consumer.makeCalls(100, in: consumer.part)
      #expect(consumer.hasLoop)
    }
  }

  @Test func `the next queue pumps when the calls of an earlier queue are over`() throws {
    let consumer = try Consumer()
    let other = QueuePart()
    consumer.makeCalls(100, in: other)
    #expect(!consumer.hasLoop)
    consumer.makeCalls(100, in: consumer.part)
    #expect(consumer.hasLoop)
    #expect(consumer.waits())
  }

  @Test func `calls that alternate between two queues rarely move the loop`() throws {
    let consumer = try Consumer()
    let other = QueuePart()
    var count = 0
    for _ in 0..<170 {
      consumer.makeCalls(1, in: other)
      consumer.makeCalls(1, in: consumer.part)
      if consumer.hasLoop { count += 1 }
    }
    #expect(count <= 20)
  }

  @Test func `threads other than the one that pumps tell it of changes`() throws {
    let consumer = try Consumer()
    #expect(!consumer.isElsewhere(than: 8), "none pumps")
    consumer.begin()
    #expect(consumer.isElsewhere(than: 8))
    #expect(!consumer.isElsewhere(than: 7))
    consumer.end()
  }
}
