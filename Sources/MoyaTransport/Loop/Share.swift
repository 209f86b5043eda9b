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
