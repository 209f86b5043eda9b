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
  /// Fails if no event loop gives these results. If the machine does not run this thread for some milliseconds,
  /// Dispatch takes the loop back, and the results differ. So several event loops are tried.
  private func expect<Result: Equatable>(_ wanted: [Result], from results: (EventLoop) throws -> [Result]) throws {
    var seen: [[Result]] = []
    for _ in 0..<20 {
      let found = try results(EventLoop())
      if found == wanted { return }
      seen.append(found)
    }
    Issue.record("\(seen) instead of \(wanted)")
  }

  @Test func `an event loop with few calls pumps, and one with many does not`() throws {
    // The event loop gives the loop back only if there are more than eight calls, twice as many as it may pump.
    let rows = [(5, false), (4, true), (8, true), (9, false), (8, false), (4, true)]
    try expect(rows.flatMap { [$0.1, $0.1] }) { loop in
      rows.flatMap { calls, _ in [loop.drains(calls: calls), loop.pump.isLent] }
    }
  }

  @Test func `an event loop without calls borrows nothing, but pumps what it has borrowed`() throws {
    try expect([false, true, true]) { loop in
      [loop.drains(calls: 0), loop.drains(), loop.drains(calls: 0)]
    }
  }

  @Test func `the loop is lent when a call begins`() throws {
    try expect([false, true, false]) { loop in
      [5, 1, 9].map {
        loop.prepare(calls: $0)
        return loop.pump.isLent
      }
    }
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
    try expect([2, 3, 2]) { loop in
      while !loop.drains() {}
      // Takes the loop back, as Dispatch does if the program has not drained for too long. The first drain notices
      // this.
      loop.pump.giveBack()
      let first = loop.skips()
      loop.pump.giveBack()
      let second = loop.skips()
      // After 64 drains in a row that pump, the failures no longer count.
      var inRow = 0
      while inRow < 64 { inRow = loop.drains() ? inRow + 1 : 0 }
      loop.pump.giveBack()
      return [first, second, loop.skips()]
    }
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
