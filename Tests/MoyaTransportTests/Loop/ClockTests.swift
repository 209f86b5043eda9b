import CClock
import Glibc
import MoyaTestSupport
import Synchronization
import Testing

/// Tests the time that the library gives to its libcurl. Each thread has its own time. A test without suspension stays
/// on one thread.
@Suite struct ClockTests {
  private func read(_ clock: clockid_t = CLOCK_MONOTONIC) -> timespec {
    var time = timespec()
    moya_clock_gettime(clock, &time)
    return time
  }

  /// Returns when the system's clock no longer shows this time.
  private func waitUntilLater(than time: timespec, _ clock: clockid_t = CLOCK_MONOTONIC) {
    var now = time
    while now == time { clock_gettime(clock, &now) }
  }

  @Test func aReadingServesTheNextOnesWhileTheClockIsHeld() {
    moya_clock_hold()
    defer { moya_clock_release() }
    let first = read()
    waitUntilLater(than: first)
    for _ in 0..<31 { #expect(read() == first) }
    #expect(read() > first)
  }

  @Test func aClockThatIsNotHeldIsRead() {
    let first = read()
    waitUntilLater(than: first)
    #expect(read() > first)
  }

  @Test func theFirstReadingBehindARefreshIsFresh() {
    moya_clock_hold()
    defer { moya_clock_release() }
    let first = read()
    waitUntilLater(than: first)
    moya_clock_refresh()
    #expect(read() > first)
  }

  @Test func theFirstReadingOfEachHoldIsFreshAlsoInsideAnother() {
    moya_clock_hold()
    let outer = read()
    waitUntilLater(than: outer)
    moya_clock_hold()
    let inner = read()
    #expect(inner > outer)
    waitUntilLater(than: inner)
    moya_clock_release()
    let second = read()
    #expect(second > inner)
    waitUntilLater(than: second)
    #expect(read() == second, "the outer hold has ended with the inner one")
    moya_clock_release()
    #expect(read() > second)
  }

  @Test func otherClocksAreReadAlways() {
    moya_clock_hold()
    defer { moya_clock_release() }
    let first = read(CLOCK_MONOTONIC_RAW)
    waitUntilLater(than: first, CLOCK_MONOTONIC_RAW)
    #expect(read(CLOCK_MONOTONIC_RAW) > first)
  }

  private final class Answer: Sendable {
    /// 0: not known yet; 1: the other thread's clock moved; 2: it stood still.
    let wentOn = Atomic(0)
  }

  @Test func aHoldIsOfItsThreadAlone() {
    moya_clock_hold()
    defer { moya_clock_release() }
    let first = read()
    let other = Answer()
    Thread.detach {
      let theirs = self.read()
      self.waitUntilLater(than: theirs)
      other.wentOn.store(self.read() > theirs ? 1 : 2, ordering: .releasing)
    }
    while other.wentOn.load(ordering: .acquiring) == 0 { sched_yield() }
    #expect(other.wentOn.load(ordering: .relaxed) == 1)
    #expect(read() == first)
  }
}

extension timespec: @retroactive Equatable, @retroactive Comparable {
  public static func == (one: timespec, other: timespec) -> Bool {
    (one.tv_sec, one.tv_nsec) == (other.tv_sec, other.tv_nsec)
  }

  public static func < (one: timespec, other: timespec) -> Bool {
    (one.tv_sec, one.tv_nsec) < (other.tv_sec, other.tv_nsec)
  }
}
