/// The query of a URL, as text (RFC 3986 §3.4).
package enum QueryText {
  /// Stands in a key or value as it is: unreserved, and `/` and `?`, which a query may hold.
  @inlinable
  package static func isPlain(_ byte: UInt8) -> Bool {
    ASCII.isMember(byte, low: 0x83FF_E000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }
}
