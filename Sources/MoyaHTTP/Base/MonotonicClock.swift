import Glibc

/// Microseconds on a clock that never goes back.
package enum MonotonicClock {
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec) / 1000
  }
}
