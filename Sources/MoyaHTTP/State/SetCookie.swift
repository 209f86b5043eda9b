/// The value of a Set-Cookie field, parsed as in RFC 6265bis §5.6.
struct SetCookie {
  private(set) var name = ""
  private(set) var value = ""
  /// When the cookie expires, in seconds since 1970. The value is from Max-Age if there is one, otherwise from Expires.
  private(set) var expires: Int64?
  /// The domain as it was sent, without a leading dot. Empty if the cookie is only for the host itself.
  private(set) var domain = ""
  /// The path. `nil` if the field has no path that begins with a slash.
  private(set) var path: String?
  private(set) var isSecure = false
  private(set) var isHTTPOnly = false

  /// The longest lifetime of a cookie (RFC 6265bis §5.5), so that no computer stores one forever.
  private static let longestLife: Int64 = 400 * 24 * 3600
  /// Maximum number of bytes of an attribute's value. Longer values are ignored.
  private static let longestAttribute = 1024

  /// Parses the value of a Set-Cookie field. Returns `nil` if the field must be ignored.
  ///
  /// - Parameter now: seconds since 1970.
  init?(_ field: UnsafeRawBufferPointer, now: Int64) {
    if field.contains(where: { ASCII.isControl($0) && $0 != 0x09 }) { return nil }
    let parts = field.split(separator: 0x3B, omittingEmptySubsequences: false)
    // A field without a name before `=` is ignored. A request would contain only the value of such a cookie. Some
    // servers would read this value as the name and the value of another cookie.
    guard let pair = parts.first, let mark = pair.firstIndex(of: 0x3D),
      let name = String(validating: pair[..<mark].withoutWhiteSpaceAround, as: UTF8.self),
      let value = String(validating: pair[(mark + 1)...].withoutWhiteSpaceAround, as: UTF8.self),
      !name.isEmpty, name.utf8.count + value.utf8.count <= HTTPCookie.largest,
      !name.utf8.contains(0x09), !value.utf8.contains(0x09)
    else { return nil }
    (self.name, self.value) = (name, value)
    var age: Int64?
    for part in parts.dropFirst() {
      let mark = part.firstIndex(of: 0x3D)
      let value = mark.map { part[($0 + 1)...].withoutWhiteSpaceAround } ?? UnsafeRawBufferPointer(start: nil, count: 0)
      if value.count > SetCookie.longestAttribute { continue }
      let name = part[..<(mark ?? part.endIndex)].withoutWhiteSpaceAround
      let text = String(decoding: value, as: UTF8.self)
      switch String(decoding: name, as: UTF8.self).lowercased() {
      case "expires": if let date = CookieDate.seconds(text) { expires = date }
      case "max-age": if let seconds = SetCookie.seconds(text) { age = seconds }
      // The first byte is compared, and not the first character. A combining mark after the dot would be a part of that
      // character.
      case "domain": domain = value.first == 0x2E ? String(text.unicodeScalars.dropFirst()) : text
      case "path": path = value.first == 0x2F ? text : nil
      case "secure": isSecure = true
      case "httponly": isHTTPOnly = true
      default: break
      }
    }
    // A tab separates the parts of a line in a file of cookies. No path of a request contains one.
    if path?.utf8.contains(0x09) == true { return nil }
    if let age { expires = age <= 0 ? 0 : now + min(age, SetCookie.longestLife) }
    expires = expires.map { min($0, now + SetCookie.longestLife) }
  }

  /// Parses a Max-Age: digits, perhaps with a minus before them. Returns `nil` if it must be ignored.
  private static func seconds(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return isNegative ? 0 : Int64(text) ?? .max
  }
}

// MARK: - CookieDate

/// The date of an Expires attribute, parsed as in RFC 6265 §5.1.1. Servers write dates in many ways, so the parser
/// recognizes the parts of a date by their form instead of their position.
enum CookieDate {
  /// Returns the seconds since 1970 for a date since 1601. Returns `nil` if the text is not a date.
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

  /// Parses `HH:MM:SS`, each with one or two digits. Text that does not begin with a digit can follow.
  private static func time(_ token: Substring.UTF8View) -> [Int64]? {
    let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
    let numbers = parts.compactMap { number($0, digits: 1...2) }
    return numbers.count == 3 ? numbers : nil
  }

  /// Returns the number at the start of a token, if its count of digits is in the range.
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
