/// The one spelling of a URL's host, which a URL gets before anything else reads it: a name that is not ASCII in ASCII,
/// as the name service, the Host field, certificates and proxies know it, a letter that is percent-encoded as itself, and
/// an address as `HostAddress` writes it.
package enum InternationalHost {
  /// Bytes of a name (RFC 1035 §2.3.4), without the dot of the root.
  private static let longest = 253

  /// A quick check. False: the URL's host has its one spelling for certain.
  package static func mayStand(in url: UnsafeBufferPointer<UInt8>) -> Bool {
    if url.reduce(0, |) >= 0x80 || ASCII.index(of: 0x25, in: url) != nil { return true }
    guard let slash = ASCII.index(of: 0x2F, in: url), slash + 2 < url.count, url[slash + 1] == 0x2F else {
      return false
    }
    return HostAddress.mayBeSpelledOtherwise(url, from: slash + 2)
  }

  /// The URL with its host in its one spelling, whether that was given in UTF-8 or percent-encoded (RFC 3986 §3.2.2).
  /// The URL as it is when the host has no certain one: then `RequestRules` refuses it.
  package static func converted(_ url: String) -> String {
    guard url.withBytes(mayStand) else { return url }
    let bytes = Array(url.utf8)
    guard let authority = URLReference(bytes).removingUserInformation().authority else { return url }
    let isBracketed = authority.first == 0x5B
    let end = authority.firstIndex { $0 == (isBracketed ? 0x5D : 0x3A) }.map { isBracketed ? $0 + 1 : $0 }
    let host = authority[..<(end ?? authority.endIndex)]
    guard let spelled = isBracketed ? HostAddress.six(host) : name(host) else { return url }
    return String(decoding: bytes[..<host.startIndex] + spelled + bytes[host.endIndex...], as: UTF8.self)
  }

  private static func name(_ host: ArraySlice<UInt8>) -> [UInt8]? {
    guard let name = decoded(host) else { return nil }
    if name.allSatisfy({ $0 < 0x80 }) { return HostAddress.four(name[...]) ?? name }
    return String(validating: name, as: UTF8.self).flatMap(ascii)
  }

  /// The ASCII form of a name that is not ASCII; `nil`: it has none for certain.
  package static func ascii(_ name: String) -> [UInt8]? {
    // A longer name has no ASCII form that is short enough, however it composes.
    guard name.utf8.count < 16 * longest else { return nil }
    let parts = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    var labels: [[UInt8]] = []
    for label in parts {
      let isPlain = label.allSatisfy(\.isASCII)
      guard let ascii = isPlain ? Array(String(label).utf8) : InternationalLabel.ascii(label) else { return nil }
      labels.append(ascii)
    }
    guard BidiRule.allows(parts) else { return nil }
    let result = Array(labels.joined(separator: [0x2E]))
    return result.count <= longest + (result.last == 0x2E ? 1 : 0) ? result : nil
  }

  /// The bytes that a host stands for. `nil`: something is percent-encoded that could be a delimiter.
  private static func decoded(_ host: ArraySlice<UInt8>) -> [UInt8]? {
    var name: [UInt8] = []
    var rest = host
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        name.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue),
        high >= 8 || ASCII.isUnreserved(high << 4 | low)
      else { return nil }
      name.append(high << 4 | low)
    }
    return name
  }
}
