/// The value of a Set-Cookie field, read as RFC 6265bis §5.6 says.
struct SetCookie {
  private(set) var name = ""
  private(set) var value = ""
  /// Seconds since 1970, from Max-Age or else Expires.
  private(set) var expires: Int64?
  /// As sent, without a dot in front; empty: the host alone.
  private(set) var domain = ""
  /// `nil`: none that begins with a slash.
  private(set) var path: String?
  private(set) var isSecure = false
  private(set) var isHTTPOnly = false

  /// Cookies live no longer (§5.5), so that no computer keeps one for ever.
  private static let longestLife: Int64 = 400 * 24 * 3600
  /// Bytes of an attribute's value that is looked at.
  private static let longestAttribute = 1024

  /// `nil`: to be ignored.
  ///
  /// - Parameter now: seconds since 1970.
  init?(_ field: UnsafeRawBufferPointer, now: Int64) {
    if field.contains(where: { ASCII.isControl($0) && $0 != 0x09 }) { return nil }
    let parts = field.split(separator: 0x3B, omittingEmptySubsequences: false)
    // Without a `=` it would be a cookie without a name, which some servers read as another's name and value.
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
      case "domain": domain = text.hasPrefix(".") ? String(text.dropFirst()) : text
      case "path": path = text.hasPrefix("/") ? text : nil
      case "secure": isSecure = true
      case "httponly": isHTTPOnly = true
      default: break
      }
    }
    if let age { expires = age <= 0 ? 0 : now + min(age, SetCookie.longestLife) }
    expires = expires.map { min($0, now + SetCookie.longestLife) }
  }

  /// A Max-Age: digits, perhaps with a minus before them. `nil`: to be ignored.
  private static func seconds(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return isNegative ? 0 : Int64(text) ?? .max
  }
}
