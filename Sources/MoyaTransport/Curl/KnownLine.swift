import MoyaHTTP

/// What libcurl knows of a line in its list of header fields. It looks at the first line of an element only.
enum KnownLine {
  /// Nothing: it copies the line, which may follow others in an element.
  case joins
  /// It looks for the name, and does not write a field of its own where it finds one: the line comes first in its
  /// element.
  case leads
  /// It writes the line elsewhere, in another way or not at all, and what follows in the element with it.
  case standsAlone

  init(_ field: HeaderFields.Field) {
    if ASCII.isBlank(field.value) || KnownLine.moved.contains(where: { ASCII.equalIgnoringCase($0, field.name) }) {
      self = .standsAlone
    } else {
      self = KnownLine.sought.contains { ASCII.equalIgnoringCase($0, field.name) } ? .leads : .joins
    }
  }

  private static let moved = ["Host", "Connection"]

  /// Authorization and Cookie are here, since libcurl leaves them out only when it follows a redirect, which our own code
  /// does instead.
  private static let sought = [
    "Accept", "Authorization", "Content-Type", "Cookie", "Range", "Content-Range", "Referer", "TE", "Alt-Used",
    "Proxy-Connection", "If-Modified-Since", "If-Unmodified-Since", "Last-Modified",
  ]
}
