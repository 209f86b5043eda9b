import Glibc

/// The standard error of the process, for lines that a person reads.
package enum StandardError {
  /// Writes the text with one write, so that lines of different threads do not mix. Drops the text if standard error is
  /// a file that must not become longer (`FileLimit`).
  package static func write(_ text: String) {
    text.withBytes { bytes in
      if FileLimit.isExceeded(FileLimit.now, with: bytes.count, at: STDERR_FILENO) { return }
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
