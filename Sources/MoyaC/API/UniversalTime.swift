/// A moment as RFC 3339 writes it, in UTC: `2026-02-03T04:05:06.5Z`.
enum UniversalTime {
  static func text(microseconds: Int64) -> String {
    let second: Int64 = 1_000_000
    var (seconds, fraction) = microseconds.quotientAndRemainder(dividingBy: second)
    if fraction < 0 { (seconds, fraction) = (seconds - 1, fraction + second) }
    var (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
    let (year, month, day) = civil(days)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time = "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    if fraction == 0 { return "\(date)T\(time)Z" }
    var digits = Substring(padded(fraction, 6))
    while digits.last == "0" { digits.removeLast() }
    return "\(date)T\(time).\(digits)Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Days since 1970-01-01 as year, month and day of the Gregorian calendar. Counted in eras of 400 years that begin
  /// with March, so that the leap day is the last of a year.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
