/// How much time a flight has: it counts from the flight's making, every attempt, wait and hook included.
///
/// `seconds` is always the total timeout of the request itself, `nil` if it has none: it wins over the session's limit.
struct Deadline: Sendable {
  /// `nil`: no time passes before the backend has the request, and the backend's clock is then enough.
  private let started: UInt64?
  /// 0: none.
  private let limit: UInt32
  /// The default limit of a call whose response is taken as it comes, or goes to a file: it ends with the head of the
  /// response.
  private let isForHead: Bool

  init(milliseconds: UInt32, isWatched: Bool, isForHead: Bool = false) {
    started = isWatched ? MonotonicClock.now() : nil
    limit = milliseconds
    self.isForHead = isForHead
  }

  func endsWithHead(of seconds: Double?) -> Bool { isForHead && seconds == nil }

  /// Milliseconds that are left. 0 means that there is no limit, so that 1 stands for a time that is over.
  /// - Parameter now: the clock, if it was read for this; else it stays.
  func remaining(of seconds: Double?, now: inout UInt64?) -> UInt32 {
    if seconds == nil, limit == 0 { return 0 }
    let limit = limit(of: seconds)
    guard let started else { return limit == 0 ? 1 : limit }
    let present = MonotonicClock.now()
    now = present
    let elapsed = (present &- started) / 1000
    return elapsed < UInt64(limit) ? limit - UInt32(truncatingIfNeeded: elapsed) : 1
  }

  func remaining(of seconds: Double?) -> UInt32 {
    var now: UInt64?
    return remaining(of: seconds, now: &now)
  }

  /// The whole time, as the caller gave it; 0: no limit.
  func limit(of seconds: Double?) -> UInt32 { seconds?.milliseconds ?? limit }

  /// Is there time for a wait, and for something after it? Unlike the session's 0, which means no
  /// limit, a request's own 0 means no time at all.
  func allows(waiting milliseconds: UInt32, of seconds: Double?) -> Bool {
    if seconds == nil, limit == 0 { return true }
    let limit = seconds?.milliseconds ?? limit
    return elapsed.addingReportingOverflow(UInt64(milliseconds)).partialValue < UInt64(limit)
  }

  /// That it is over.
  func error(wasSent: Bool, of seconds: Double?) -> TransferError {
    let what = wasSent ? "the call did not end" : "the request was not sent"
    return TransferError(.totalTimeout, "\(what) within its total timeout of \(limit(of: seconds)) ms")
  }

  /// Milliseconds.
  private var elapsed: UInt64 { started.map { (MonotonicClock.now() &- $0) / 1000 } ?? 0 }
}
