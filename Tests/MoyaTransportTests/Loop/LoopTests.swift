import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct LoopTests {
  @Test func `timers fire in order, and a stopped one does not`() throws {
    let client = try Client()
    var order = Locked<[Int]>([])
    var took: UInt64
    // Each timer counts from its own start, so on a slow machine the timers could be due in another order. Then the
    // test starts them again.
    repeat {
      let fired = Locked<[Int]>([])
      order = fired
      let begin = MonotonicClock.now()
      _ = client.loop.schedule(afterMilliseconds: 30) { fired.with { $0.append(3) } }
      _ = client.loop.schedule(afterMilliseconds: 10) { fired.with { $0.append(1) } }
      let stopped = client.loop.schedule(afterMilliseconds: 15) { fired.with { $0.append(99) } }
      _ = client.loop.schedule(afterMilliseconds: 20) { fired.with { $0.append(2) } }
      stopped.stop()
      // The loop takes the timers and the stop here, before any timer is due.
      client.loop.turn(waitingAtMost: 0)
      took = MonotonicClock.now() - begin
    } while took > 9000
    client.pump { order.current.count == 3 }
    #expect(order.current == [1, 2, 3])
  }

  @Test func `a job runs on the pumping thread`() throws {
    let client = try Client()
    let order = Locked<[Int]>([])
    client.loop.perform { order.with { $0.append(1) } }
    #expect(order.current.isEmpty)
    client.loop.turn(waitingAtMost: 0)
    #expect(order.current == [1])
  }
}
