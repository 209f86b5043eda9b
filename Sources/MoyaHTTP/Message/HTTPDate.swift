import Glibc

/// Parses the three forms of a date in a header field (RFC 9110 §5.6.7):
///
/// - `Sun, 06 Nov 1994 08:49:37 GMT`
/// - `Sunday, 06-Nov-94 08:49:37 GMT`, which is obsolete
/// - `Sun Nov  6 08:49:37 1994`, which is obsolete
package enum HTTPDate {
  /// Returns the seconds since 1970, or `nil` if the text is not a date, or a date before 1970.
  ///
  /// - Parameter now: the current time in seconds since 1970. It decides the century of a year with two digits: the
  ///   year is at most 50 years in the future.
  package static func seconds(_ text: String, now: @autoclosure () -> Int64 = Int64(time(nil))) -> Int64? {
    let words = text.split(separator: " ")
    switch words.count {
    case 6 where words[5] == "GMT": return seconds(year: year(words[3]), words[2], words[1], words[4])
    case 5: return seconds(year: year(words[4]), words[1], words[2], words[3])
    case 4 where words[3] == "GMT":
      let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
      guard date.count == 3, let lastDigits = number(date[2], digits: 2...2) else { return nil }
      return seconds(year: year(lastDigits, now: now()), date[1], date[0], words[2])
    default: return nil
    }
  }

  private static func seconds(year: Int64?, _ month: Substring, _ day: Substring, _ clock: Substring) -> Int64? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard let year, 1970...9999 ~= year, let index = months.firstIndex(where: { $0 == month }),
      let day = number(day, digits: 1...2)
    else { return nil }
    let month = Int64(index) + 1
    let clock = clock.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2...2) ?? 99 }
    guard 1...daysOfMonth(month, year: year) ~= day, clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1],
      0...60 ~= clock[2]
    else { return nil }
    return days(year: year, month: month, day: day) * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  private static func year(_ digits: Substring) -> Int64? { number(digits, digits: 4...4) }

  /// Returns the latest year with these last two digits that is at most 50 years after the current year.
  private static func year(_ lastDigits: Int64, now: Int64) -> Int64 {
    let latest = date(days: max(0, now / 86400)).year + 50
    return latest - (latest - lastDigits) % 100
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int64? {
    guard digits ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }

  /// Returns the days since 1970-01-01 in the Gregorian calendar. The computation begins each year in March, so that
  /// the leap day is the last day of a year.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month > 2 ? year : year - 1
    let yearOfEra = year % 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year / 400 * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
  }

  static func daysOfMonth(_ month: Int64, year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns the date that is this many days after 1970-01-01. The number must not be negative.
  static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var (year, month, rest) = (Int64(1970), Int64(1), days)
    let cycles = rest / 146_097
    (year, rest) = (year + cycles * 400, rest % 146_097)
    while rest >= daysOfMonth(month, year: year) {
      rest -= daysOfMonth(month, year: year)
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return (year, month, rest + 1)
  }
}
