import CSimdjson

/// Whether bytes of the caller's are the text that they are given for, asked before they are sent.
package enum SentText {
  package enum Fault: Hashable, Sendable {
    /// Not JSON (RFC 8259), or not UTF-8, from this byte on.
    case malformed(at: Int)
    case tooDeep
  }

  /// One pass, without memory of its own. `nil`: it is one JSON value, with nothing but space around it.
  /// - Parameter maximumDepth: levels of arrays and objects, fewer where the text is to stand inside of others.
  package static func json(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = JSONReader.maximumDepth
  ) -> Fault? {
    var place = 0
    let status = json_check(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, max(0, maximumDepth), &place)
    switch Int(status) {
    case JSON_OK: return nil
    case JSON_TOO_DEEP: return .tooDeep
    default: return .malformed(at: place)
    }
  }

  package static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    utf8_check(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
}
