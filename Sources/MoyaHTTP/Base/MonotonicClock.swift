import FoundationEssentials
import Glibc

/// A clock that counts microseconds and never goes back.
package enum MonotonicClock {
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec) / 1000
  }
}

// MARK: - Milliseconds

extension TimeInterval {
  /// Converts a caller's seconds to milliseconds. Negative values and NaN become 0, and the largest result is about 49
  /// days.
  package var milliseconds: UInt32 {
    UInt32(exactly: (max(0, isNaN ? 0 : self) * 1000).rounded(.up)) ?? .max
  }
}
