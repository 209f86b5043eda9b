/// Parses `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). Does not parse the two obsolete forms.
package enum HTTPDate {
  /// Returns the seconds since 1970, or `nil` if the text is not a date of this form.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]), 1...31 ~= day,
      let month = months.firstIndex(where: { $0 == words[2] }), let year = Int64(words[3]), 1970...9999 ~= year
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2] else { return nil }
    return days(year: year, month: Int64(month) + 1, day: day) * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
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
