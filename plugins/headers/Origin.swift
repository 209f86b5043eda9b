// The origin of a URL (RFC 6454 §4), and patterns of origins.

/// The origin of an absolute URL with the scheme http or https. It is valid as long as the bytes of the URL.
struct Origin {
  let isSecure: Bool
  /// The host as the URL has it, with letters of any case.
  let host: UnsafeRawBufferPointer
  /// The port of the URL, or the usual one of the scheme.
  let port: Int

  /// Returns nil if the URL is not absolute, or if its scheme is neither http nor https.
  init?(_ url: UnsafeRawBufferPointer) {
    isSecure = Origin.begins(url, with: "https://")
    guard isSecure || Origin.begins(url, with: "http://") else { return nil }

    var start = isSecure ? 8 : 7
    var end = start
    // The place of the last colon or bracket. In an IPv6 address, the colons come before the closing bracket.
    var mark: Int?
    authority: while end < url.count {
      switch url[end] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break authority
      case UInt8(ascii: "@"): (start, mark) = (end + 1, nil)
      case UInt8(ascii: ":"), UInt8(ascii: "]"): mark = end
      default: break
      }
      end += 1
    }
    let hasPort = mark.map { url[$0] == UInt8(ascii: ":") } ?? false
    let hostEnd = hasPort ? mark ?? end : end
    let usual = isSecure ? 443 : 80
    guard hostEnd > start, let port = hasPort ? Origin.port(url[(hostEnd + 1)..<end], usual: usual) : usual else {
      return nil
    }
    host = UnsafeRawBufferPointer(rebasing: url[start..<hostEnd])
    self.port = port
  }

  static func lowered(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  /// Returns whether the bytes begin with the word, in letters of any case. `word` must be in lower case. The comparison
  /// goes backwards, because "http://" and "https://" differ near their ends.
  static func begins(_ bytes: UnsafeRawBufferPointer, with word: StaticString) -> Bool {
    guard bytes.count >= word.utf8CodeUnitCount else { return false }
    for index in (0..<word.utf8CodeUnitCount).reversed() where lowered(bytes[index]) != word.utf8Start[index] {
      return false
    }
    return true
  }

  private static func port(_ digits: Slice<UnsafeRawBufferPointer>, usual: Int) -> Int? {
    if digits.isEmpty { return usual }
    var port = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      port = port * 10 + Int(digit - UInt8(ascii: "0"))
      if port > 65_535 { return nil }
    }
    return port
  }
}

/// An origin, or all origins whose hosts are below a domain: https://*.example.com.
struct OriginPattern: Sendable, Equatable {
  private let isSecure: Bool
  private let port: Int
  /// The host in lower case. For a domain, the end of its hosts: ".example.com".
  private let host: [UInt8]
  private let isDomain: Bool

  /// Returns nil if the text is neither an origin nor such a pattern, for example if the text has a path.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let slashes = bytes.filter { $0 == UInt8(ascii: "/") }
    let isOrigin = bytes.allSatisfy { $0 < 0x80 && !"@?#\\".utf8.contains($0) }
    let read = bytes.withUnsafeBytes { bytes -> (isSecure: Bool, port: Int, host: [UInt8])? in
      Origin(bytes).map { ($0.isSecure, $0.port, $0.host.map(Origin.lowered)) }
    }
    guard let read, slashes.count == 2, isOrigin else { return nil }
    isSecure = read.isSecure
    port = read.port
    isDomain = read.host.starts(with: "*.".utf8)
    host = isDomain ? Array(read.host.dropFirst()) : read.host
    guard !host.contains(UInt8(ascii: "*")), host.count > 1 || !isDomain else { return nil }
  }

  /// Returns false if the URL certainly does not match the pattern, because its scheme or its host differs. This is a
  /// quick test, for the many calls to other origins.
  func mayMatch(_ url: UnsafeRawBufferPointer) -> Bool {
    guard Origin.begins(url, with: isSecure ? "https://" : "http://") else { return false }
    if isDomain { return true }
    let start = isSecure ? 8 : 7
    for (index, byte) in host.enumerated() {
      if start + index < url.count, Origin.lowered(url[start + index]) == byte { continue }
      return url.contains(UInt8(ascii: "@"))  // after a user, the host begins later
    }
    return true
  }

  func matches(_ other: Origin) -> Bool {
    let rest = other.host.count - host.count
    guard other.isSecure == isSecure, other.port == port, isDomain ? rest > 0 : rest == 0 else { return false }
    for (index, byte) in host.enumerated() where Origin.lowered(other.host[rest + index]) != byte { return false }
    return true
  }
}
