/// The query of a URL, as text (RFC 3986 §3.4).
package enum QueryText {
  /// Stands in a key or value as it is: unreserved, and `/` and `?`, which a query may hold.
  @inlinable
  package static func isPlain(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || ASCII.isUnreserved(byte) }

  /// The URL with these pairs behind its query, before its fragment. No pairs still leave a `?`, as Moya does.
  static func appending(_ pairs: [UInt8], to url: String) -> String {
    var url = url
    return url.withUTF8 { text in
      let fragment = text.firstIndex(of: 0x23) ?? text.count
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count + pairs.count + 1)
      bytes.append(contentsOf: text[..<fragment])
      bytes.append(text[..<fragment].contains(0x3F) ? 0x26 : 0x3F)
      bytes.append(contentsOf: pairs)
      bytes.append(contentsOf: text[fragment...])
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
