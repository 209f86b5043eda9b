import MoyaHTTP

/// A part of a turn: what one connection, or one step of decoding, may take before the loop looks after the others,
/// however much a server sends. Time is what counts; it is looked at once in a while, by the bytes that were handled.
package struct Share {
  static let microseconds: UInt64 = 3000
  /// Bytes between looks at the clock: some tens of microseconds of any work.
  private static let interval = 32_768
  /// What each piece costs beside its bytes.
  private static let perPiece = 64

  private var end = UInt64.max
  private var bytes = 0
  /// The time is used up: no further piece is begun.
  package private(set) var isSpent = false

  /// A share that is never spent.
  package static var endless: Share { Share() }

  mutating func begin(at now: UInt64) {
    end = now &+ Share.microseconds
    bytes = 0
    isSpent = false
  }

  /// A piece of so many bytes was handled.
  /// - Parameter inCaller: by a caller's function, which may take any time: the clock is looked at now.
  package mutating func spend(_ count: Int, inCaller: Bool = false) {
    bytes &+= count &+ Share.perPiece
    if bytes < Share.interval, !inCaller { return }
    bytes = 0
    isSpent = MonotonicClock.now() >= end
  }
}

// MARK: - Rounds

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
