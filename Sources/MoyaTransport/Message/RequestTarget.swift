import MoyaHTTP

/// Path and query of a request as its first line has them (RFC 9112 §3.2.1).
enum RequestTarget {
  /// `nil` when libcurl sends them as they are given: when no byte of the path is percent-encoded in small letters.
  static func exact(_ urlText: String) -> String? {
    urlText.withBytes { bytes in
      guard ASCII.index(of: 0x25, in: bytes) != nil, let host = ASCII.httpSchemeEnd(bytes) else { return nil }
      let path = bytes[host...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
      guard path < bytes.endIndex, bytes[path] == 0x2F else { return nil }
      let query = bytes[path...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
      guard hasSmallLetters(bytes[path..<query]) else { return nil }
      let end = bytes[query...].firstIndex(of: 0x23) ?? bytes.endIndex
      return String(decoding: bytes[path..<end], as: UTF8.self)
    }
  }

  private static func hasSmallLetters(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    path.indices.contains { index in
      path[index] == 0x25 && path[index...].prefix(3).contains { $0 >= 0x61 && $0 <= 0x66 }
    }
  }
}
