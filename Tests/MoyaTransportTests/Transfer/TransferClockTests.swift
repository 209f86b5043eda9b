import MoyaHTTP
import Testing

@testable import MoyaTransport

/// How long a transfer waits for another transfer's connection. All times are microseconds.
@Suite struct TransferClockTests {
  /// A transfer that was submitted at 1 second, with a connect timeout of 3 seconds.
  private func clock() -> TransferClock {
    var options = TransferOptions()
    options.submitted = 1_000_000
    options.connectTimeout = 3_000
    return TransferClock(options)
  }

  private func kind(_ clock: TransferClock, at now: UInt64) -> TransferError.Kind? {
    clock.timeout(at: now, "h", nil)?.kind
  }

  @Test func `the wait for a connection lasts as long as the connect timeout`() {
    var clock = clock()
    #expect(clock.deadline == 4_000_000 && !clock.isWaitDue(at: 3_999_999) && clock.isWaitDue(at: 4_000_000))
    clock.lookAtWait(at: 4_000_000, opening: 500_000)
    #expect(kind(clock, at: 4_000_000) == .connectTimeout, "the other transfer began to connect before")
  }

  @Test func `the wait counts from when the other transfer began to connect`() {
    var clock = clock()
    clock.lookAtWait(at: 4_000_000, opening: 2_000_000)
    #expect(kind(clock, at: 4_999_999) == nil && clock.deadline == 5_000_000)
    clock.lookAtWait(at: 5_000_000, opening: 2_000_000)
    #expect(kind(clock, at: 5_000_000) == .connectTimeout)
  }

  @Test func `the wait for a free place is not limited by the connect timeout`() {
    var clock = clock()
    for now in stride(from: UInt64(4_000_000), to: 100_000_000, by: 3_000_000) {
      #expect(clock.isWaitDue(at: now))
      clock.lookAtWait(at: now, opening: nil)
      #expect(kind(clock, at: now) == nil && clock.deadline == now + 3_000_000)
    }
  }

  @Test func `a request that a backend has held begins to wait when the loop takes it`() {
    var clock = clock()
    clock.arrive(at: 60_000_000)
    #expect(clock.deadline == 63_000_000 && clock.waitingStart == 60_000_000)
    clock.arrive(at: 0)
    #expect(clock.waitingStart == 60_000_000, "the loop's time may be that of its last turn")
  }

  @Test func `a pause before the next request is no wait for a connection`() {
    var clock = clock()
    clock.startWaiting(at: 2_000_000, pause: 50_000_000)
    #expect(clock.deadline == 52_000_000 && !clock.isWaitDue(at: 10_000_000))
    let hasPaused = clock.takePause(at: 52_000_000)
    #expect(hasPaused)
    #expect(clock.deadline == 55_000_000)
  }
}
