import CMoya
import Glibc
import MoyaCore

/// A cache of the URLs of targets that a provider has sent before.
///
/// A program sends the same few targets again and again. If the texts of a target's URL are the same as last time, the
/// URL is not joined, percent-encoded and checked again.
final class KnownURLs: Sendable {
  /// The text of a URL. `isChecked` means that `RequestRules` has accepted it.
  typealias Made = (text: String, isChecked: Bool)

  private struct Known {
    /// The texts that the URL was made from, in order, each followed by a NUL. Empty if there is no URL.
    var parts: [CChar] = []
    var text = ""
  }

  /// The entries, indexed by the caller's pointers, so that a lookup compares one entry only.
  ///
  /// The texts themselves are compared, because a program may write another text to the same address. No thread waits
  /// here for another. If the entries are in use, the thread makes its URL itself.
  private let known = Unwaited { [Known](repeating: Known(), count: KnownURLs.count) }
  private static let count = 16
  /// Maximum bytes of texts in an entry, so that the cache stays small.
  private static let longest = 1024

  /// The URL of `parts`. `make` makes it if it is not in the cache.
  func url(of parts: URLParts, _ make: () throws(Failure) -> String) throws(Failure) -> Made {
    if let text = known(parts) { return (text, true) }
    let text = try make()
    do throws(TransferError) { try RequestRules.check(url: text) } catch { return (text, false) }
    keep(text, of: parts)
    return (text, true)
  }

  /// The cached URL. `nil` if it must be made.
  func known(_ parts: URLParts) -> String? {
    let text: String?? = known.withValue { known in
      let place = KnownURLs.place(of: parts)
      let isSame = known[place].parts.withUnsafeBufferPointer { parts.are($0) }
      return isSame ? known[place].text : nil
    }
    return text ?? nil
  }

  private func keep(_ text: String, of parts: URLParts) {
    _ = known.withValue { known in
      let place = KnownURLs.place(of: parts)
      known[place].parts.removeAll(keepingCapacity: true)
      known[place].text = text
      let isKept = parts.each { part in
        let length = strnlen(part, KnownURLs.longest)
        guard known[place].parts.count + length < KnownURLs.longest else { return false }
        known[place].parts.append(contentsOf: UnsafeBufferPointer(start: part, count: length))
        known[place].parts.append(0)
        return true
      }
      if !isKept { known[place] = Known() }
    }
  }

  private static func place(of parts: URLParts) -> Int {
    let bits = UInt(bitPattern: parts.base) ^ UInt(bitPattern: parts.path)
    return Int((bits >> 4 ^ bits >> 12) % UInt(count))
  }
}

/// A caller's texts that make up a URL.
struct URLParts {
  let base: UnsafePointer<CChar>?
  let path: UnsafePointer<CChar>?
  /// The values for the names in the path. `nil` if there are none.
  let values: CallerArray<moya_parameter>?
  /// The path may have a query.
  var hasQuery = false

  /// True if these parts are the same as the given texts, each of which a NUL follows.
  ///
  /// Different kinds of parts never have the same number of texts. With a path it is even, and without a path it is
  /// one. If the path may have a query, it is another odd number.
  fileprivate func are(_ texts: UnsafeBufferPointer<CChar>) -> Bool {
    guard var text = texts.baseAddress, !texts.isEmpty else { return false }
    let end = text + texts.count
    let isSame = each { part in
      guard text < end, strcmp(text, part) == 0 else { return false }
      text += strlen(text) + 1
      return true
    }
    return isSame && text == end
  }

  /// Calls `body` with each text, until it returns false or a text is missing. True if all texts were passed.
  @inline(__always)
  fileprivate func each(_ body: (UnsafePointer<CChar>) -> Bool) -> Bool {
    guard let base, body(base) else { return false }
    if let path, !body(path) { return false }
    // One more text, so that the number is odd and at least three.
    if hasQuery, !body(("?" as StaticString).characters) { return false }
    guard let values else { return true }
    for value in values {
      guard let name = value.name, let text = value.value, body(name), body(text) else { return false }
    }
    return true
  }
}
