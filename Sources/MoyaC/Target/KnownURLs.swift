import CMoya
import Glibc
import MoyaCore

/// A cache of the URLs of targets that a provider has sent before.
///
/// A program sends the same few targets again and again. If the texts of a target's URL have not changed since the last
/// call, the URL is not joined, percent-encoded and checked again.
final class KnownURLs: Sendable {
  /// The text of a URL. `isChecked` means that `RequestRules` has accepted it.
  typealias Made = (text: String, isChecked: Bool)

  private struct Known {
    /// The texts from which the URL was made, in order. A NUL follows each text. Empty if the entry has no URL.
    var parts: [CChar] = []
    var isAsIs = false
    var text = ""
  }

  /// The entries. The caller's pointers give the index of an entry, so that a lookup compares only one entry.
  ///
  /// The lookup compares the texts themselves, because a program may write another text to the same address. No thread
  /// waits for another thread here. If another thread uses the entries, this thread makes its URL without the cache.
  private let known = Unwaited { [Known](repeating: Known(), count: KnownURLs.count) }
  private static let count = 16
  /// Maximum bytes of the texts in an entry. The limit keeps the cache small.
  private static let longest = 1024

  /// Returns the URL of `parts`. If the cache does not contain the URL, `make` makes it.
  func url(of parts: URLParts, _ make: () throws(Failure) -> String) throws(Failure) -> Made {
    if let text = known(parts) { return (text, true) }
    let text = try make()
    do throws(TransferError) { try RequestRules.check(url: text) } catch { return (text, false) }
    keep(text, of: parts)
    return (text, true)
  }

  /// Returns the URL from the cache. Returns `nil` if the cache does not contain it.
  func known(_ parts: URLParts) -> String? {
    let text: String?? = known.withValue { known in
      let place = KnownURLs.place(of: parts)
      guard known[place].isAsIs == parts.isAsIs else { return nil }
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
      known[place].isAsIs = parts.isAsIs
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

/// The caller's texts from which a URL is made.
struct URLParts {
  let base: UnsafePointer<CChar>?
  let path: UnsafePointer<CChar>?
  /// The values for the names in the path. `nil` if there are no values.
  let values: CallerArray<moya_parameter>?
  /// True if a `?` in the path begins a query.
  var hasQuery = false
  /// True if the target has MOYA_TARGET_URL_AS_IS.
  var isAsIs = false

  /// Returns true if these parts equal the given texts. A NUL follows each text.
  ///
  /// Parts of different kinds have different numbers of texts, so they are never equal:
  ///
  /// - Parts without a path have one text: the base.
  /// - Parts with a path have an even number of texts: the base, the path, and pairs of names and values.
  /// - Parts whose path may have a query have one more text, so their number of texts is odd and at least 3.
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

  /// Calls `body` with each text, until `body` returns false or a text is missing. Returns true if all texts were
  /// passed.
  @inline(__always)
  fileprivate func each(_ body: (UnsafePointer<CChar>) -> Bool) -> Bool {
    guard let base, body(base) else { return false }
    // Parts without a path are in the cache only if they have no values, and if `hasQuery` is false.
    guard let path else { return !hasQuery && values == nil }
    if !body(path) { return false }
    // This additional text marks a path that may have a query (see `are`).
    if hasQuery, !body(("?" as StaticString).characters) { return false }
    guard let values else { return true }
    for value in values {
      guard let name = value.name, let text = value.value, body(name), body(text) else { return false }
    }
    return true
  }
}
