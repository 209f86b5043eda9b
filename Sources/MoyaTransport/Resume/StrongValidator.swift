import MoyaHTTP

/// What tells one representation from every other, to the byte (RFC 9110 §8.8.1). Only such a one may stand in
/// `If-Range`.
package struct StrongValidator: Hashable, Sendable {
  /// The field it came in.
  package enum Source: Sendable {
    case etag
    case lastModified
  }

  package let source: Source
  package let value: String

  /// `nil`: there is none. An entity tag that is weak rules the date out too (RFC 9110 §13.1.5).
  package init?(_ fields: HeaderFields) {
    if let tag = fields["ETag"] {
      guard StrongValidator.isStrongTag(tag) else { return nil }
      (source, value) = (.etag, tag)
    } else {
      guard let date = fields["Last-Modified"], StrongValidator.isStrong(date, at: fields["Date"]) else { return nil }
      (source, value) = (.lastModified, date)
    }
  }

  /// May an answer with these fields be about the same representation? A part has to repeat an entity tag
  /// (RFC 9110 §15.3.7); other answers, and a date, need not be repeated.
  package func agrees(with fields: HeaderFields, isPart: Bool) -> Bool {
    let repeated = fields[source == .etag ? "ETag" : "Last-Modified"]
    return repeated.map { $0 == value } ?? (source == .lastModified || !isPart)
  }

  /// A date has seconds, and content can change twice in one: it is strong when the answer was made well after it
  /// (RFC 9110 §8.8.2.2). A minute, since nothing is known of the server's clocks.
  private static func isStrong(_ modified: String, at date: String?) -> Bool {
    guard let changed = HTTPDate.seconds(modified), let answered = date.flatMap(HTTPDate.seconds) else { return false }
    return answered - changed >= 60
  }

  /// RFC 9110 §8.8.3: quotes around anything but quotes, spaces and controls. A weak one begins with `W/`.
  private static func isStrongTag(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return false }
    return bytes[1..<(bytes.count - 1)].allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
  }
}
