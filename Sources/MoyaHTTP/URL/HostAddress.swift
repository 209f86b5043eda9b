import Glibc

/// Writes every IP address in one notation.
///
/// Like browsers, libcurl accepts `0x7f.1`, `2130706433` and `[0:0::1]` as addresses. Rules for hosts (trust, pins,
/// cookies, proxies, origins) compare texts, so a URL in another notation would circumvent them.
package enum HostAddress {
  /// Returns a host without brackets. If the host is an address, writes it in the only notation that the library uses
  /// for this address.
  package static func spelled(_ host: String) -> String {
    let bytes = Array(host.utf8)
    let spelled =
      bytes.contains(0x3A) ? six([0x5B] + bytes + [0x5D]).map { $0.dropFirst().dropLast() } : four(bytes[...])?[...]
    return spelled.map { String(decoding: $0, as: UTF8.self) } ?? host
  }

  /// Returns false if the host of a URL is certainly not an address, or is already in the notation of `spelled`. This
  /// check is fast. The URL's authority begins at `start`.
  static func mayBeSpelledOtherwise(_ url: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    guard start < url.count else { return false }
    if url[start] == 0x5B { return true }
    if isDigit(url[start]) { return !isPlain(url, from: start) }
    // If user information (`user@`) precedes the host, the checks above have not looked at the host. Then the URL needs
    // the slow check.
    return url[start...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }.contains(0x40)
  }

  /// Returns true if the authority consists of four decimal numbers, perhaps with a port. Most URLs with an address
  /// have this form.
  private static func isPlain(_ url: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var (numbers, number, digits) = (1, 0, 0)
    var index = start
    while index < url.count, !isEnd(url[index]) {
      let byte = url[index]
      index += 1
      if isDigit(byte) {
        if digits > 0 && number == 0 { return false }
        (number, digits) = (number * 10 + Int(byte - 0x30), digits + 1)
        if number > 255 { return false }
      } else if byte == 0x2E {
        if digits == 0 { return false }
        (numbers, number, digits) = (numbers + 1, 0, 0)
      } else if byte == 0x3A {
        while index < url.count, isDigit(url[index]) { index += 1 }
        return numbers == 4 && digits > 0 && (index == url.count || isEnd(url[index]))
      } else {
        return false
      }
    }
    return numbers == 4 && digits > 0
  }

  /// Returns true for `/`, `?` and `#`, which end an authority.
  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }

  /// Returns the bytes of an IPv4 address. Its notation has one to four numbers, which can be octal (`0…`) or
  /// hexadecimal (`0x…`). The last number fills the remaining bytes of the address. Returns `nil` if the host is a
  /// name. Accepts exactly what libcurl accepts.
  static func four(_ host: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = host.first, isDigit(first) else { return nil }
    var parts = host.split(separator: 0x2E, omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    var address: UInt32 = 0
    for (index, part) in parts.enumerated() {
      guard let number = number(part) else { return nil }
      let isLast = index == parts.count - 1
      let bits = isLast ? UInt32(32 - 8 * index) : 8
      guard bits == 32 || number < 1 << bits else { return nil }
      address |= isLast ? number : number << UInt32(24 - 8 * index)
    }
    let numbers = [24, 16, 8, 0].map { String(address >> UInt32($0) & 0xFF) }
    return Array(numbers.joined(separator: ".").utf8)
  }

  private static func number(_ text: ArraySlice<UInt8>) -> UInt32? {
    var digits = text
    var base: UInt32 = 10
    if text.first == 0x30, text.count > 1 {
      let isHex = ASCII.lowercase(text[text.startIndex + 1]) == 0x78
      (base, digits) = isHex ? (16, text.dropFirst(2)) : (8, text)
    }
    guard !digits.isEmpty else { return nil }
    var number: UInt32 = 0
    for digit in digits {
      guard let value = ASCII.hexValue(digit).map(UInt32.init), value < base else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: base)
      let (sum, overflows) = product.addingReportingOverflow(value)
      if isTooLarge || overflows { return nil }
      number = sum
    }
    return number
  }

  /// Returns an IPv6 address in brackets, in the notation of RFC 5952, with its zone unchanged. Returns `nil` if the
  /// host is not an IPv6 address.
  static func six(_ host: some Collection<UInt8>) -> [UInt8]? {
    guard host.count > 2, host.first == 0x5B, host.dropFirst(host.count - 1).first == 0x5D else { return nil }
    let inside = Array(host.dropFirst().dropLast())
    let zone = inside.firstIndex(of: 0x25) ?? inside.endIndex
    var address = in6_addr()
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_pton(AF_INET6, String(decoding: inside[..<zone], as: UTF8.self), &address) == 1,
      inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
    else { return nil }
    return [0x5B] + text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } + inside[zone...] + [0x5D]
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
