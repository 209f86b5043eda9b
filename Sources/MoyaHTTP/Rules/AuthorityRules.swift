#if canImport(Glibc)
  import Glibc
#endif

/// What may stand between `://` and the path of a URL (RFC 3986 §3.2).
package enum AuthorityRules {
  /// What is wrong with the authority that begins at `start`; `nil`: nothing.
  static func fault(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String? {
    var host = start
    var end = start
    var colon: Int?
    var names = 0
    var isPlain = true  // nothing but a name's characters in the host, as in nearly every one
    scan: while end < bytes.count {
      if !isName(bytes[end]) {
        switch bytes[end] {
        case 0x2F, 0x3F, 0x23: break scan  // / ? #
        case 0x40: (host, colon, names, isPlain) = (end + 1, nil, names + 1, true)  // @
        case 0x3A: (colon, isPlain) = (end, isPlain && colon == nil)
        case 0x5D: (colon, isPlain) = (nil, false)  // ]: the colons before it are the address's
        default: isPlain = false
        }
      }
      end += 1
    }
    // Programs differ in which of two `@` ends the user information.
    if names > 1 { return "its user information contains an @ that is not percent-encoded" }
    let hostEnd = colon ?? end
    if !isPlain || host == hostEnd, let fault = hostFault(bytes[host..<hostEnd]) { return fault }
    if hostEnd > host, bytes[hostEnd - 1] == 0x2E, hostEnd - host == 1 || bytes[hostEnd - 2] == 0x2E {
      return "its host ends with an empty label"
    }
    if HostAddress.mayBeSpelledOtherwise(bytes, from: host), let fault = spellingFault(bytes[host..<hostEnd]) {
      return fault
    }
    return colon.flatMap { portFault(bytes[($0 + 1)..<end]) }
  }

  /// RFC 3986 §3.2.2.
  private static func hostFault(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    guard let first = host.first else { return "it has no host" }
    if first == 0x5B {
      return isAddress(host) ? nil : "its host is not an IPv6 address in brackets"
    }
    var rest = host
    while let byte = rest.popFirst() {
      if byte >= 0x80 { return foreignHost }
      if byte == 0x25 {
        let high = rest.popFirst().flatMap(ASCII.hexValue) ?? 0
        return high >= 8 && rest.first.flatMap(ASCII.hexValue) != nil ? foreignHost : badHost
      }
      // Space, backslash and controls have a sentence of their own in `RequestRules`, wherever in a URL they stand.
      if !isName(byte), byte != 0x20, byte != 0x5C, !ASCII.isControl(byte) { return badHost }
    }
    return nil
  }

  /// Rules by host are for the one spelling that `InternationalHost` gives; libcurl reads others, too.
  private static func spellingFault(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let bytes = Array(host)
    guard let spelled = bytes.first == 0x5B ? HostAddress.six(bytes) : HostAddress.four(bytes[...]) else { return nil }
    if spelled == bytes { return nil }
    return "its host is an address in another spelling than \(String(decoding: spelled, as: UTF8.self))"
  }

  /// A name that `InternationalHost` did not convert.
  package static let foreignHost = "its host has no certain ASCII form: it must be given in one (xn--…, RFC 5891)"
  private static let badHost = "its host contains a character that no host may have"

  /// `unreserved`. RFC 3986 allows `sub-delims`, too, which no name service has and libcurl refuses.
  private static func isName(_ byte: UInt8) -> Bool { ASCII.isUnreserved(byte) }

  /// An IPv6 address in brackets, with a zone if need be (RFC 6874). Its percent sign may stand alone where it encodes no
  /// byte: libcurl would decode that, and connect to another address.
  private static func isAddress(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard host.count > 2, host.last == 0x5D else { return false }
    let inside = host.dropFirst().dropLast()
    let zone = inside.firstIndex(of: 0x25) ?? inside.endIndex
    var name = inside[zone...].dropFirst()
    if name.starts(with: [0x32, 0x35]) {
      name = name.dropFirst(2)
    } else if name.prefix(2).count(where: { ASCII.hexValue($0) != nil }) == 2 {
      return false
    }
    if zone != inside.endIndex, name.isEmpty || !name.allSatisfy(isName) { return false }
    var address = in6_addr()
    return inet_pton(AF_INET6, String(decoding: inside[..<zone], as: UTF8.self), &address) == 1
  }

  /// A port that TCP has; none at all is the scheme's.
  private static func portFault(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    if digits.isEmpty { return nil }
    var port = 0
    for digit in digits {
      guard digit &- 0x30 < 10, port < 65_536 else { return "its port is not a number" }
      port = port * 10 + Int(digit &- 0x30)
    }
    if port == 0 { return "its port is 0" }
    return port < 65_536 ? nil : "its port is larger than 65535"
  }
}
