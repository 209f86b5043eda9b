/// Names and values of a query or a form, percent-decoded, in their order.
package enum QueryItems {
  /// Of a URL's query.
  package static func of(_ url: String) -> [(name: String, value: String)] {
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    let query = url.utf8[url.utf8.index(after: mark)...].prefix { $0 != UInt8(ascii: "#") }
    return parse(Array(query), plusIsSpace: false)
  }

  /// Of an `application/x-www-form-urlencoded` body.
  package static func ofForm(_ body: some Sequence<UInt8>) -> [(name: String, value: String)] {
    parse(Array(body), plusIsSpace: true)
  }

  private static func parse(_ bytes: [UInt8], plusIsSpace: Bool) -> [(name: String, value: String)] {
    bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map { decode($0, plusIsSpace: plusIsSpace) } ?? ""
      return (name, parts.count > 1 ? decode(parts[1], plusIsSpace: plusIsSpace) : "")
    }
  }

  static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
        let low = digit(rest[rest.startIndex + 1])
      {
        result.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
