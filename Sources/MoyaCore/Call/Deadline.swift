import Glibc

/// The wall clock of one call: every attempt, wait and hook counts.
struct Deadline: Sendable {
  /// `nil`: no time passes before the backend has the request, whose clock is then enough.
  private let started: UInt64?
  /// 0: none.
  private let limit: UInt32

  init(milliseconds: UInt32, isWatched: Bool) {
    started = isWatched ? Deadline.now() : nil
    limit = milliseconds
  }

  /// What is left; a request's own limit wins over the session's. 0: no limit, and never because nothing is left.
  func remaining(of seconds: Double?) -> UInt32 {
    seconds == nil && limit == 0 ? 0 : left(of: limit(of: seconds))
  }

  /// The whole, as the caller gave it.
  func limit(of seconds: Double?) -> UInt32 { seconds.map { Deadline.milliseconds($0) } ?? limit }

  /// Is there time for a wait, and for something after it? Over is over: here 0 is no time, and not "no limit".
  func allows(waiting milliseconds: UInt32, of seconds: Double?) -> Bool {
    let limit = seconds.map { Deadline.milliseconds($0) } ?? (limit == 0 ? .max : limit)
    return elapsed.addingReportingOverflow(UInt64(milliseconds)).partialValue < UInt64(limit)
  }

  /// Seconds as anything a caller may give: negative and NaN are 0, the largest is about 49 days.
  static func milliseconds(_ seconds: Double) -> UInt32 {
    UInt32(exactly: (max(0, seconds.isNaN ? 0 : seconds) * 1000).rounded(.up)) ?? .max
  }

  private func left(of limit: UInt32) -> UInt32 {
    let elapsed = elapsed
    return elapsed < UInt64(limit) ? limit - UInt32(truncatingIfNeeded: elapsed) : 1
  }

  private var elapsed: UInt64 { started.map { Deadline.now() &- $0 } ?? 0 }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1000 &+ UInt64(truncatingIfNeeded: time.tv_nsec) / 1_000_000
  }
}
