/// The wall clock of one flight: the time of every attempt, wait and hook counts.
struct Deadline: Sendable {
  /// `nil`: no time passes before the backend has the request, whose clock is then enough.
  private let started: UInt64?
  /// 0: none.
  private let limit: UInt32

  init(milliseconds: UInt32, isWatched: Bool) {
    started = isWatched ? MonotonicClock.now() : nil
    limit = milliseconds
  }

  /// Milliseconds that are left; a request's own limit wins over the session's. 0 means that there is no limit: when
  /// the time is over, 1 is returned.
  func remaining(of seconds: Double?) -> UInt32 {
    seconds == nil && limit == 0 ? 0 : left(of: limit(of: seconds))
  }

  /// The whole, as the caller gave it.
  func limit(of seconds: Double?) -> UInt32 { seconds?.milliseconds ?? limit }

  /// Is there time for a wait, and for something after it? Here a limit of 0 from the request is no time.
  func allows(waiting milliseconds: UInt32, of seconds: Double?) -> Bool {
    let limit = seconds?.milliseconds ?? (limit == 0 ? .max : limit)
    return elapsed.addingReportingOverflow(UInt64(milliseconds)).partialValue < UInt64(limit)
  }

  private func left(of limit: UInt32) -> UInt32 {
    let elapsed = elapsed
    return elapsed < UInt64(limit) ? limit - UInt32(truncatingIfNeeded: elapsed) : 1
  }

  /// Milliseconds.
  private var elapsed: UInt64 { started.map { (MonotonicClock.now() &- $0) / 1000 } ?? 0 }
}
