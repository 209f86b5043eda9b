extension ASCII {
  /// May stand in a path as it is: `pchar` and `/` (RFC 3986 §3.3), without `%`.
  @inlinable package static func isPath(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// May stand in a query as it is: what a path may hold, and `?` (RFC 3986 §3.4).
  @inlinable package static func isQuery(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// Stands in a name or value of a query as it is: unreserved, and `/` and `?`, which a query may hold.
  @inlinable package static func isQueryItem(_ byte: UInt8) -> Bool {
    isMember(byte, low: 0x83FF_E000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }
}
