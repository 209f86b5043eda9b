extension [UInt8] {
  /// Percent-encodes every byte that `isAllowed` refuses.
  @inline(__always)
  mutating func appendPercentEncoded(_ text: String, where isAllowed: (UInt8) -> Bool) {
    append(text, where: isAllowed) { $0.appendPercentEncoded($1) }
  }

  /// RFC 3986 §2.1, with upper-case digits.
  package mutating func appendPercentEncoded(_ byte: UInt8) {
    append(0x25)
    append(ASCII.hexDigit(byte >> 4, upperCase: true))
    append(ASCII.hexDigit(byte & 15, upperCase: true))
  }
}

// MARK: - What stands as it is

extension ASCII {
  /// RFC 3986 §2.3.
  @inlinable
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }

  /// May stand in a path as it is: `pchar` and `/` (RFC 3986 §3.3), without `%`.
  @inlinable
  package static func isPath(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// May stand in a query as it is: what a path may hold, and `?` (RFC 3986 §3.4).
  @inlinable
  package static func isQuery(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }
}

/// A name or a value in a query, where `&`, `=` and `+` have a meaning (RFC 3986 §3.4).
package enum QueryText {
  /// Stands in it as it is: unreserved, and `/` and `?`, which a query may hold.
  @inlinable
  package static func isPlain(_ byte: UInt8) -> Bool {
    ASCII.isMember(byte, low: 0x83FF_E000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }
}
