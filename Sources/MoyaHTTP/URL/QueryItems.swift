/// The names and values of a query or a form, in the order of the text. They are percent-decoded to bytes, so invalid
/// UTF-8 stays unchanged.
package enum QueryItems {
  package typealias Item = (name: [UInt8], value: [UInt8])

  /// Returns the items of a URL's query. A `?` in the fragment begins no query (RFC 3986 §3.4).
  package static func of(_ url: String) -> [Item] {
    let url = url.utf8.prefix { $0 != UInt8(ascii: "#") }
    guard let mark = url.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    return parse(url[mark...].dropFirst(), plusIsSpace: false)
  }

  /// Returns the items of an `application/x-www-form-urlencoded` body.
  package static func ofForm(_ body: some Sequence<UInt8>) -> [Item] { parse(body, plusIsSpace: true) }

  private static func parse(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> [Item] {
    Array(bytes).split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map { decode($0, plusIsSpace: plusIsSpace) }
      return (parts.first ?? [], parts.dropFirst().first ?? [])
    }
  }

  static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = ASCII.hexValue(rest[rest.startIndex]),
        let low = ASCII.hexValue(rest[rest.startIndex + 1])
      {
        result.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return result
  }
}
