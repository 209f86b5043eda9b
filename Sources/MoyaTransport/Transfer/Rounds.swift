/// Counts what libcurl does for one transfer within one call, and says when it is too much: a server could otherwise
/// keep libcurl from ever returning.
///
/// libcurl has two loops that end only when a server pauses: it reads the answer to CONNECT byte by byte, the body of a
/// 407 included; and it begins anew with a transfer whenever a frame of HTTP/2 has changed a connection, as GOAWAY
/// does. In both it reports progress each time. Rounds are counted, not milliseconds: neither a slow machine nor a
/// debugger makes a flood of an answer.
struct Rounds {
  /// Bytes of answer to CONNECT. A longer page that explains a 407 is cut off, harmlessly: its status comes
  /// first.
  private static let bytesOfTunnel = 16_384
  /// Reports in one call of libcurl: three for each time that it begins anew, which a healthy server causes a few
  /// times.
  private static let reportsPerCall = 60

  private var count = 0
  private var call: UInt64 = 0

  /// A byte of the answer to CONNECT. False: too many.
  mutating func addByte() -> Bool {
    count += 1
    return count <= Rounds.bytesOfTunnel
  }

  /// A report in this call of libcurl. False: too many.
  mutating func add(to call: UInt64) -> Bool {
    if call != self.call { count = 0 }
    self.call = call
    count += 1
    return count <= Rounds.reportsPerCall
  }
}
