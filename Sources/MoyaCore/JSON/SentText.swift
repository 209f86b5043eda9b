import CSimdjson

/// Whether bytes of the caller's are the text that they are given for, asked before they are sent.
package enum SentText {
  package enum Fault: Hashable, Sendable {
    /// Not JSON (RFC 8259), or not UTF-8, from this byte on.
    case malformed(at: Int)
    case tooDeep
  }

  /// One pass, without memory of its own. `nil`: it is one JSON value, with nothing but space around it.
  package static func json(_ bytes: UnsafeRawBufferPointer) -> Fault? {
    var place = 0
    let status = json_check(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, JSONReader.maximumDepth, &place)
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
