import MoyaHTTP

/// A response's first line (RFC 9112 §4). Over HTTP/2, libcurl writes this line, without a reason phrase.
struct StatusLine {
  let version: HTTPVersion
  let code: Int
}

extension StatusLine {
  /// Reads a status line. `line` has no line end.
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
    // RFC 9110 §15 allows only these status codes.
    guard code >= 100, code < 600 else { throw Violation("its status code is not between 100 and 599") }
    if line.hasForbiddenByte { throw Violation("its status line contains a control character") }
    self.init(version: version, code: code)
  }

  /// Returns the version and the offset of the status code.
  private static func version(_ line: UnsafeRawBufferPointer) -> (HTTPVersion, Int)? {
    if line.hasPrefix("HTTP/1.1 ") { return (.http11, 9) }
    if line.hasPrefix("HTTP/2 ") { return (.http2, 7) }
    return line.hasPrefix("HTTP/1.0 ") ? (.http10, 9) : nil
  }
}

// MARK: - HTTPVersion

/// The version of HTTP that a connection uses, or that a status line names.
package enum HTTPVersion: Sendable {
  case http10
  case http11
  case http2

  /// True if one connection carries many requests at a time, each in its own stream.
  package var isMultiplexed: Bool { self == .http2 }

  /// The version as a status line writes it. HTTP/2 has no minor version (RFC 9113 §8.3.1).
  package var text: StaticString {
    switch self {
    case .http10: "HTTP/1.0"
    case .http11: "HTTP/1.1"
    case .http2: "HTTP/2"
    }
  }
}

// MARK: - Violation

/// What a peer did wrong: it broke HTTP, or it exceeded a limit of this library. The code that finds a violation does
/// not know the peer's name. `error` adds the name.
struct Violation: Error {
  let kind: TransferError.Kind
  /// The rest of a sentence that begins with the peer's name.
  let text: String

  init(_ kind: TransferError.Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// - Parameter rule: What the peer did wrong, for example "its status code is not between 100 and 599".
  init(_ rule: String) { self.init(.protocolViolation, "broke HTTP: \(rule)") }

  func error(_ peer: String) -> TransferError { TransferError(kind, "\(peer) \(text)") }

  static func incomplete(_ peer: String, _ received: Int64, _ announced: Int64) -> TransferError {
    TransferError(.incompleteBody, "\(peer) closed the connection after \(received)/\(announced) bytes of the body")
  }
}
