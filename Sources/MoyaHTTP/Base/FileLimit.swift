import Glibc

/// The longest file that the process may write (RLIMIT_FSIZE, `ulimit -f`).
///
/// A write beyond this limit sends SIGXFSZ, which ends a process that does not ignore it. So the library does not make
/// such a write. It reports EFBIG instead, as the system does if the signal is ignored.
package enum FileLimit {
  /// The present limit in bytes. Without a limit, the largest number.
  package static var now: UInt64 {
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    return isKnown ? UInt64(limit.rlim_cur) : .max
  }

  /// Returns true if the file would exceed the limit with this many more bytes at its end. Returns false for a
  /// descriptor that is not a file.
  package static func isExceeded(_ limit: UInt64, with count: Int, at descriptor: Int32) -> Bool {
    var status = stat()
    guard limit != .max, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return UInt64(clamping: status.st_size) + UInt64(clamping: count) > limit
  }
}
