import MoyaHTTP

/// A time share limits how long one connection, or one step of decoding, may use a turn (one pass of the loop) before
/// the loop serves the others. So a server that sends very much cannot block the loop. The share measures time, but
/// reads the clock only after a certain number of bytes.
package struct Share {
  static let microseconds: UInt64 = 3000
  /// Bytes between two reads of the clock. Any work on this many bytes takes tens of microseconds.
  private static let interval = 32_768
  /// What each piece costs in addition to its bytes, as the number of bytes that would cost as much.
  private static let perPiece = 64

  private var end = UInt64.max
  private var bytes = 0
  /// True if the time is used up. Then no further piece is begun.
  package private(set) var isSpent = false

  /// A time share that is never used up.
  package static var endless: Share { Share() }

  mutating func begin(at now: UInt64) {
    end = now &+ Share.microseconds
    bytes = 0
    isSpent = false
  }

  /// Notes that a piece of this many bytes was handled.
  /// - Parameter inCaller: True if a function of the caller handled it. Such a function may take any time, so the clock
  ///   is read now.
  package mutating func spend(_ count: Int, inCaller: Bool = false) {
    bytes &+= count &+ Share.perPiece
    if bytes < Share.interval, !inCaller { return }
    bytes = 0
    isSpent = MonotonicClock.now() >= end
  }
}

// MARK: - Rounds

/// Limits what libcurl does for one transfer within one call. Otherwise a server could keep libcurl from ever
/// returning.
///
/// Two of libcurl's internal loops end only when a server pauses. In the first, libcurl reads the response to CONNECT
/// byte by byte, including the body of a 407. In the second, libcurl restarts a transfer whenever an HTTP/2 frame, for
/// example GOAWAY, has changed the connection. Both loops report progress in each round.
///
/// The limit counts rounds, not milliseconds, so a slow machine or a debugger cannot make a normal response look like a
/// flood.
struct Rounds {
  /// The limit for the bytes of a response to CONNECT. A longer error page of a 407 is cut off. That is harmless,
  /// because the status comes first.
  private static let bytesOfTunnel = 16_384
  /// The limit for progress reports in one call of libcurl. libcurl makes three reports whenever it restarts a
  /// transfer, and a healthy server causes only a few restarts.
  private static let reportsPerCall = 60

  private var count = 0
  private var call: UInt64 = 0

  /// Notes a byte of the response to CONNECT. Returns false if there are too many.
  mutating func addByte() -> Bool {
    count += 1
    return count <= Rounds.bytesOfTunnel
  }

  /// Counts a progress report. `call` is the number of the present call of libcurl. Returns false if libcurl has made
  /// too many reports in this call.
  mutating func add(to call: UInt64) -> Bool {
    if call != self.call { count = 0 }
    self.call = call
    count += 1
    return count <= Rounds.reportsPerCall
  }
}
