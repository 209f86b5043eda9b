import MoyaHTTP

/// An answer's first line (RFC 9112 §4). Over HTTP/2 libcurl writes it, without a reason.
struct StatusLine {
  let version: HTTPVersion
  let code: Int
}

extension StatusLine {
  /// `line`: without its end.
  init(_ line: UnsafeRawBufferPointer) throws(Violation) {
    guard let (version, start) = StatusLine.version(line) else {
      throw Violation("its first line is not a status line")
    }
    guard line.count >= start + 3 else { throw Violation("its status line has no status code") }
    var code = 0
    for byte in line[start..<(start + 3)] {
      guard byte >= 0x30, byte <= 0x39 else { throw Violation("its status code is not a number") }
      code = code * 10 + Int(byte - 0x30)
    }
    guard line.count == start + 3 || line[start + 3] == 0x20 else {
      throw Violation("its status code does not have three digits")
    }
    // RFC 9110 §15.
    guard code >= 100, code < 600 else { throw Violation("its status code is not between 100 and 599") }
    if line.hasForbiddenByte { throw Violation("its status line contains a control character") }
    self.init(version: version, code: code)
  }

  /// With the offset of the status code.
  private static func version(_ line: UnsafeRawBufferPointer) -> (HTTPVersion, Int)? {
    if line.hasPrefix("HTTP/1.1 ") { return (.http11, 9) }
    if line.hasPrefix("HTTP/2 ") { return (.http2, 7) }
    return line.hasPrefix("HTTP/1.0 ") ? (.http10, 9) : nil
  }
}
