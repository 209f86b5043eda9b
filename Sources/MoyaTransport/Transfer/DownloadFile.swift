import Glibc
import MoyaHTTP

/// A download under a temporary name beside its destination. The code that moves it there decides what becomes of an
/// existing file.
final class DownloadFile: BodyFile {
  let path: String
  private(set) var descriptor: Int32

  /// Creates `<destination>.part-<random>`; never opens what exists, never follows a link.
  init(_ destination: String) throws(TransferError) {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    path = destination + ".part-" + random
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw DownloadFile.failure(destination, ErrorNumber.text(errno)) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Closes the file and gives its name; removes it when closing fails.
  func finish() throws(TransferError) -> String {
    let result = close(descriptor)
    descriptor = -1
    if result != 0 {
      let reason = ErrorNumber.text(errno)
      unlink(path)
      throw DownloadFile.failure(path, reason)
    }
    return path
  }

  /// Removes the file.
  func abandon() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    unlink(path)
  }
}
