import MoyaHTTP

/// The value of `Content-Range`, in bytes (RFC 9110 §14.4).
package enum ContentRange: Equatable {
  /// `bytes 5-9/10`; without a complete length for `*`.
  case part(first: Int64, last: Int64, complete: Int64?)
  /// `bytes */10`, as a 416 says it.
  case unsatisfied(complete: Int64)

  /// `nil`: another unit, broken grammar, several values, or a range that contradicts itself.
  package init?(_ value: String) {
    let words = value.split(separator: " ")
    guard words.count == 2, ASCII.equalIgnoringCase(String(words[0]), "bytes") else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let complete = ContentRange.number(halves[1])
    if halves[0] == "*" {
      guard let complete else { return nil }
      self = .unsatisfied(complete: complete)
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ContentRange.number(ends[0]), let last = ContentRange.number(ends[1]),
      first <= last, complete.map({ last < $0 }) ?? (halves[1] == "*")
    else { return nil }
    self = .part(first: first, last: last, complete: complete)
  }

  /// Digits only. Eighteen leave room for arithmetic, and an exabyte.
  package static func number(_ text: some StringProtocol) -> Int64? {
    guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }
}
