/// The date of an Expires attribute, read as RFC 6265 §5.1.1 says: servers write it in many ways, so that its parts are
/// known by their form and not by their place.
enum CookieDate {
  /// Seconds since 1970, of a date since 1601; `nil`: it is none.
  static func seconds(_ text: String) -> Int64? {
    var clock: [Int64]?, day: Int64?, month: Int64?, year: Int64?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      if clock == nil, let found = time(token) {
        clock = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
      }
    }
    guard let clock, let day, let month, let year, year >= 1601, clock[0] < 24, clock[1] < 60, clock[2] < 60,
      1...HTTPDate.daysOfMonth(month, year: year) ~= day
    else { return nil }
    return HTTPDate.days(year: year, month: month, day: day) * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// `HH:MM:SS`, each of one or two digits, perhaps with something behind that begins with no digit.
  private static func time(_ token: Substring.UTF8View) -> [Int64]? {
    let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
    let numbers = parts.compactMap { number($0, digits: 1...2) }
    return numbers.count == 3 ? numbers : nil
  }

  /// The digits that a token begins with, if it has so many.
  private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int64? {
    let text = token.prefix { 0x30...0x39 ~= $0 }
    return digits ~= text.count ? Int64(Substring(text)) : nil
  }

  private static func month(_ token: Substring.UTF8View) -> Int64? {
    let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    let start = Substring(token.prefix(3)).lowercased()
    return names.firstIndex(of: start).map { Int64($0) + 1 }
  }
}
