/// How much time a flight has. A flight is one call with all its attempts. The time counts from the creation of the
/// flight and includes every attempt, wait and hook.
///
/// In every function, `seconds` is the total timeout of the request itself, or `nil` if the request has none. This
/// timeout takes precedence over the session's limit.
struct Deadline: Sendable {
  /// When the flight was created. `nil` if the backend gets the request at once. The total timeout then begins when the
  /// backend gets the request.
  private let started: UInt64?
  /// The limit in milliseconds. 0 means no limit.
  private let limit: UInt32
  /// True for the default limit of a call whose response is read piece by piece or goes to a file. That limit ends when
  /// the head of the response arrives.
  private let isForHead: Bool

  init(milliseconds: UInt32, isWatched: Bool, isForHead: Bool = false) {
    started = isWatched ? MonotonicClock.now() : nil
    limit = milliseconds
    self.isForHead = isForHead
  }

  func endsWithHead(of seconds: Double?) -> Bool { isForHead && seconds == nil }

  /// The present time. `nil` if `started` is `nil`.
  var now: UInt64? { started == nil ? nil : MonotonicClock.now() }

  /// Returns the milliseconds that are left at the time `now`. 0 means no limit, so an expired deadline is reported
  /// as 1.
  @inline(__always)
  func remaining(of seconds: Double?, at now: UInt64?) -> UInt32 {
    if seconds == nil, limit == 0 { return 0 }
    let limit = limit(of: seconds)
    guard let elapsed = elapsed(at: now) else { return limit == 0 ? 1 : limit }
    return elapsed < UInt64(limit) ? limit - UInt32(truncatingIfNeeded: elapsed) : 1
  }

  func remaining(of seconds: Double?) -> UInt32 { remaining(of: seconds, at: now) }

  /// Returns the total timeout in milliseconds, as the caller specified it. If it is the session's limit, 0 means no
  /// limit.
  func limit(of seconds: Double?) -> UInt32 { seconds?.milliseconds ?? limit }

  /// Returns true if the deadline is later than the end of this wait. If the request itself has a total timeout of 0,
  /// there is no time at all. A limit of 0 in the session means that there is no limit.
  @inline(__always)
  func allows(waiting milliseconds: UInt32, of seconds: Double?, at now: UInt64?) -> Bool {
    if seconds == nil, limit == 0 { return true }
    let elapsed = elapsed(at: now) ?? 0
    return elapsed.addingReportingOverflow(UInt64(milliseconds)).partialValue < UInt64(limit(of: seconds))
  }

  func allows(waiting milliseconds: UInt32, of seconds: Double?) -> Bool {
    allows(waiting: milliseconds, of: seconds, at: now)
  }

  /// Returns the error for an expired deadline.
  func error(wasSent: Bool, of seconds: Double?) -> TransferError {
    let what = wasSent ? "the call did not end" : "the request was not sent"
    return TransferError(.totalTimeout, "\(what) within its total timeout of \(limit(of: seconds)) ms")
  }

  /// Returns the milliseconds from `started` to `now`. Returns `nil` if the time is not watched. `now` can be earlier
  /// than `started`, because the deadline of a further connection starts after the hooks have prepared the request.
  private func elapsed(at now: UInt64?) -> UInt64? {
    guard let started, let now else { return nil }
    return now > started ? (now &- started) / 1000 : 0
  }
}
