import Glibc

/// `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
  /// Seconds from now; 0 for a date that has passed, `nil` for anything else.
  static func seconds(_ field: String, now: Int64 = Int64(time(nil))) -> TimeInterval? {
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    if words.count == 1, let number = words.first, number.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return TimeInterval(number)
    }
    return HTTPDate.seconds(field).map { TimeInterval(max(0, $0 - now)) }
  }
}
