import Glibc
import MoyaHTTP

/// A download under a temporary name beside its destination. Whoever moves it there decides about an existing file.
final class DownloadFile {
  private let path: String
  private var descriptor: Int32

  /// Creates `<destination>.part-<random>`; never opens what exists, never follows a link.
  init(_ destination: String) throws(TransferError) {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    path = destination + ".part-" + random
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      throw TransferError(.file, "the download cannot be written: \(destination): \(ErrorNumber.text(errno))")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ bytes: UnsafeRawBufferPointer) -> TransferError? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        return TransferError(.file, "the download cannot be written: \(path): \(ErrorNumber.text(errno))")
      }
    }
    return nil
  }

  /// Closes the file and gives its name; removes it when closing fails.
  func finish() throws(TransferError) -> String {
    let result = close(descriptor)
    descriptor = -1
    if result != 0 {
      let reason = ErrorNumber.text(errno)
      unlink(path)
      throw TransferError(.file, "the download cannot be written: \(path): \(reason)")
    }
    return path
  }

  func remove() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    unlink(path)
  }
}
