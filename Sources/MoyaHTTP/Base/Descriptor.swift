import Glibc

/// Keeps the descriptors of this library away from the numbers of the standard streams.
package enum Descriptor {
  /// If the number of the descriptor is 0, 1 or 2, returns another descriptor for the same file, and closes the old
  /// one. Otherwise returns the descriptor itself.
  ///
  /// A program can close its standard streams. If a connection or a file then had the number 2, text for standard error
  /// would become a part of a request or of the file. Returns −1 with `errno` if no other descriptor is free.
  package static func spare(_ descriptor: Int32) -> Int32 {
    guard 0...STDERR_FILENO ~= descriptor else { return descriptor }
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let number = errno
    close(descriptor)
    errno = number
    return other
  }
}
