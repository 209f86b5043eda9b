/// Hosts whose names are not ASCII: their ASCII form is what the name service, the Host field, certificates and proxies
/// know them by, so a URL gets it before anything else reads it.
package enum InternationalHost {
  /// Bytes of a name (RFC 1035 §2.3.4), without the dot of the root.
  private static let longest = 253

  /// A quick check. False: the URL's host is ASCII for certain.
  package static func mayStand(in url: UnsafeBufferPointer<UInt8>) -> Bool {
    url.reduce(0, |) >= 0x80 || ASCII.index(of: 0x25, in: url) != nil
  }

  /// The URL with its host in ASCII, whether that was given in UTF-8 or percent-encoded (RFC 3986 §3.2.2). The URL as
  /// it is when that host is ASCII already, or has no certain ASCII form: then `RequestRules` refuses it.
  package static func converted(_ url: String) -> String {
    guard url.withBytes(mayStand) else { return url }
    let bytes = Array(url.utf8)
    guard let authority = URLReference(bytes).removingUserInformation().authority else { return url }
    let host = authority.prefix { $0 != 0x3A }
    guard let name = decoded(host), let ascii = ascii(name) else { return url }
    return String(decoding: bytes[..<host.startIndex] + ascii + bytes[host.endIndex...], as: UTF8.self)
  }

  /// The ASCII form of a name that is not ASCII; `nil`: it has none for certain.
  package static func ascii(_ name: String) -> [UInt8]? {
    // A longer name has no ASCII form that is short enough, however it composes.
    guard name.utf8.count < 16 * longest else { return nil }
    var labels: [[UInt8]] = []
    for label in name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false) {
      let isPlain = label.allSatisfy(\.isASCII)
      guard let ascii = isPlain ? Array(String(label).utf8) : InternationalLabel.ascii(label) else { return nil }
      labels.append(ascii)
    }
    let result = Array(labels.joined(separator: [0x2E]))
    return result.count <= longest + (result.last == 0x2E ? 1 : 0) ? result : nil
  }

  /// The name that the bytes stand for, when it is not ASCII. `nil` too when it is no UTF-8, or when ASCII is
  /// percent-encoded beside it: that could be a delimiter.
  private static func decoded(_ host: ArraySlice<UInt8>) -> String? {
    var name: [UInt8] = []
    var rest = host
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        name.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue),
        high >= 8
      else { return nil }
      name.append(high << 4 | low)
    }
    return name.contains { $0 >= 0x80 } ? String(validating: name, as: UTF8.self) : nil
  }
}
