import Glibc
import MoyaHTTP

/// A file that has bytes though its size is 0, as those of /proc have.
///
/// Unchecked: read by one thread at a time, as every `ByteStream`.
final class UnmeasuredFile: RepeatableStream, @unchecked Sendable {
  private let descriptor: Int32

  /// `nil`: it is empty, or cannot be read.
  init?(path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var byte: UInt8 = 0
    if descriptor < 0 || Glibc.read(descriptor, &byte, 1) <= 0 || lseek(descriptor, 0, SEEK_SET) != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var isRepeatable: Bool { true }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw unreadable(errno) }
    }
  }

  func rewind() throws { if lseek(descriptor, 0, SEEK_SET) != 0 { throw unreadable(errno) } }

  private func unreadable(_ number: Int32) -> TransferError {
    TransferError(.body, "the request's body cannot be read: \(ErrorNumber.text(number))")
  }
}
