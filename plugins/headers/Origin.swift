// The origin of a URL (RFC 6454 §4), and patterns of origins.

/// The scheme and the host are in lower case. The port is that of the URL, or the usual one of the scheme.
struct Origin: Sendable, Equatable {
  let scheme: [UInt8]
  let host: [UInt8]
  let port: Int

  /// Returns nil if the URL is not absolute, or if its scheme is neither http nor https.
  init?(_ url: String) {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    var authority = bytes[(colon + "://".utf8.count)...].prefix { byte in
      byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
    }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    scheme = bytes[..<colon].map(Origin.lowered)
    let usual: Int
    if scheme.elementsEqual("https".utf8) {
      usual = 443
    } else if scheme.elementsEqual("http".utf8) {
      usual = 80
    } else {
      return nil
    }
    // The colons inside an address of IPv6 are before its bracket.
    let end = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    if let mark = authority[end...].lastIndex(of: UInt8(ascii: ":")) {
      let digits = authority[(mark + 1)...]
      guard let number = digits.isEmpty ? usual : Origin.port(digits) else { return nil }
      port = number
      authority = authority[..<mark]
    } else {
      port = usual
    }
    host = authority.map(Origin.lowered)
    if host.isEmpty { return nil }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private static func port(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 <= 65_535 ? $0 : nil }
  }
}

/// An origin, or all origins whose hosts are below a domain: https://*.example.com.
struct OriginPattern: Sendable, Equatable {
  private let origin: Origin
  /// ".example.com"; nil: the host is the origin's.
  private let domain: ArraySlice<UInt8>?

  /// Returns nil if the text is anything else, for example if it has a path.
  init?(_ text: String) {
    guard let origin = Origin(text) else { return nil }
    let slashes = text.utf8.filter { $0 == UInt8(ascii: "/") }
    let isOrigin = text.utf8.allSatisfy { $0 < 0x80 && !"@?#\\".utf8.contains($0) }
    guard slashes.count == 2, isOrigin else { return nil }
    let isDomain = origin.host.starts(with: "*.".utf8)
    let rest = isDomain ? origin.host.dropFirst() : origin.host[...]
    guard !rest.contains(UInt8(ascii: "*")), rest.count > 1 || !isDomain else { return nil }
    self.origin = origin
    domain = isDomain ? rest : nil
  }

  func matches(_ other: Origin) -> Bool {
    guard let domain else { return origin == other }
    return other.scheme == origin.scheme && other.port == origin.port && other.host.count > domain.count
      && other.host.suffix(domain.count) == domain
  }
}
