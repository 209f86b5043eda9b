import Glibc
import MoyaCore
import MoyaHTTP
import MoyaNetwork
import MoyaTransport
import Testing

@testable import MoyaC

/// A program's event loop that drains a queue. While at most four calls are in flight, the event loop also runs (pumps)
/// the library's loop.
private final class EventLoop {
  let part = QueuePart()
  let pump: DispatchPump
  private let late: LateLoop
  private let consumer: LoopConsumer
  private var isInDrain = false

  init() throws {
    let (loop, pump) = try { () throws(TransferError) in
      let loop = try Loop()
      return (loop, try DispatchPump(loop))
    }()
    self.pump = pump
    late = LateLoop { () throws(TransferError) in (loop, pump) }
    _ = try late.loop()
    consumer = LoopConsumer(late, Registry())
    consumer.note(part)
    try part.setPump(4)
    // The library lends no loop before it has seen that Dispatch's timers work.
    while !pump.lend() { sched_yield() }
    pump.giveBack()
  }

  deinit { late.close() }

  /// Begins a drain. Returns whether the drain pumps. If it pumps, runs a turn of the loop, because Dispatch takes back
  /// a loop that has something to do.
  func begins(calls: Int = 1, by thread: UInt = 7) -> Bool {
    while true {
      awaitDispatch()
      if part.state.withLock({ $0.draining.begin(for: part, calls: calls, consumer, by: thread) != nil }) { break }
      // On a busy machine, Dispatch may begin its last turn after it has lent the loop. Then this drain does not
      // pump, and `begins` makes another one.
      if isInDrain || !pump.isLent { return false }
    }
    isInDrain = true
    pump.loop.turn(waitingAtMost: 0)
    return true
  }

  /// Waits until Dispatch no longer runs the loop. When Dispatch lends the loop, its last turn (pass) may still run.
  private func awaitDispatch() {
    while pump.loop.isPumpedElsewhere { sched_yield() }
  }

  func isInside(_ thread: UInt) -> Bool { part.state.withLock { $0.draining.isInside(thread) } }

  func end() {
    isInDrain = false
    part.state.withLock { $0.draining.end() }
  }

  /// Makes one drain. Returns whether the drain pumps the loop.
  func drains(calls: Int = 1) -> Bool {
    guard begins(calls: calls) else { return false }
    end()
    return true
  }

  func prepare(calls: Int = 1) {
    awaitDispatch()
    part.state.withLock { $0.draining.prepare(for: part, calls: calls, consumer) }
  }

  func note(_ part: QueuePart?) { consumer.note(part) }

  /// Returns in how many of the following drains Dispatch runs the loop.
  func skips() -> Int {
    var count = 0
    while count < 10_000, !drains() { count += 1 }
    return count
  }
}

@Suite struct DrainPumpingTests {
  @Test func `an event loop with few calls pumps, and one with many does not`() throws {
    let loop = try EventLoop()
    #expect(!loop.drains(calls: 5))
    #expect(loop.drains(calls: 4))
    // The event loop starts to pump with at most four calls. It gives the library's loop back if there are more than
    // twice this number.
    #expect(loop.drains(calls: 8))
    #expect(!loop.drains(calls: 9))
    #expect(!loop.pump.isLent)
    #expect(!loop.drains(calls: 8))
    #expect(loop.drains(calls: 4))
  }

  @Test func `an event loop without calls borrows nothing, but pumps what it has borrowed`() throws {
    let loop = try EventLoop()
    #expect(!loop.drains(calls: 0))
    #expect(loop.drains())
    #expect(loop.drains(calls: 0))
  }

  @Test func `the loop is lent when a call begins`() throws {
    let loop = try EventLoop()
    loop.prepare(calls: 5)
    #expect(!loop.pump.isLent)
    loop.prepare()
    #expect(loop.pump.isLent)
    loop.prepare(calls: 9)
    #expect(!loop.pump.isLent)
  }

  @Test func `a call that completes elsewhere ends the loan`() throws {
    let loop = try EventLoop()
    #expect(loop.drains())
    loop.note(nil)
    #expect(!loop.drains())
    #expect(!loop.pump.isLent)
    #expect(!loop.drains())
  }

  @Test func `one thread pumps at a time`() throws {
    let loop = try EventLoop()
    #expect(loop.begins())
    #expect(loop.isInside(7))
    #expect(!loop.begins(by: 8))
    loop.end()
    #expect(loop.begins(by: 8))
    #expect(!loop.isInside(7) && loop.isInside(8))
    loop.end()
  }

  @Test func `an event loop whose loop was taken back pumps less often`() throws {
    let loop = try EventLoop()
    #expect(loop.drains())
    // Takes the loop back, as Dispatch does if the program does not drain for too long. The next drain notices this.
    loop.pump.giveBack()
    #expect(loop.skips() == 2)
    loop.pump.giveBack()
    #expect(loop.skips() == 3)
    // After 64 drains in a row that pump, the failures no longer count. If the machine does not run this thread for some
    // milliseconds, Dispatch takes the loop back in between.
    var inRow = 0
    while inRow < 64 { inRow = loop.drains() ? inRow + 1 : 0 }
    loop.pump.giveBack()
    #expect(loop.skips() == 2)
  }

  @Test func `an event loop that may not pump gives the loop back`() throws {
    let loop = try EventLoop()
    #expect(loop.drains())
    try loop.part.setPump(0)
    #expect(!loop.pump.isLent)
    #expect(!loop.drains())
    try loop.part.setPump(4)
    #expect(loop.drains())
  }

  @Test func `a queue that is destroyed gives the loop back`() throws {
    let loop = try EventLoop()
    #expect(loop.begins())
    _ = loop.part.destroy()
    #expect(!loop.pump.isLent)
    loop.end()
  }

  @Test func `the descriptor must not be known before drains pump`() throws {
    let part = QueuePart()
    try part.setPump(0)
    _ = part.show()
    #expect(throws: Failure.self) { try part.setPump(1) }
    _ = part.destroy()
    let other = QueuePart()
    try other.setPump(1)
    let shown = other.show()
    #expect(shown != other.descriptor)
    try other.setPump(2)
    #expect(other.show() == shown)
    _ = other.destroy()
  }
}
