import Glibc
import MoyaHTTP

/// A file to which a response body is written.
protocol BodyFile: AnyObject {
  var path: String { get }
  /// The file's descriptor; −1 when the file is closed.
  var descriptor: Int32 { get }
  /// The process's limit for the size of a file, as it was when the file was opened.
  var limit: UInt64 { get }
  /// Ends the file when the body is complete. Returns the file's path. From then on, the file belongs to the code that
  /// requested the download.
  func finish() throws(TransferError) -> String
  /// Discards the body, because the transfer has failed or another response replaces the present response.
  func abandon()
}

extension BodyFile {
  static func failure(_ path: String, _ reason: String) -> TransferError {
    TransferError(.file, "the download cannot be written: \(path): \(reason)")
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> TransferError? {
    Self.write(bytes, to: descriptor, limit, at: path)
  }

  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ limit: UInt64, at path: String
  ) -> TransferError? {
    let number = StateFile.write(bytes, to: descriptor, limit)
    return number == 0 ? nil : failure(path, ErrorNumber.text(number))
  }
}

// MARK: - DownloadFile

/// A download that is being written. Until it is complete, its file has a temporary name in the folder of its
/// destination. The code that moves the file to the destination decides what happens to a file that is already there.
final class DownloadFile: BodyFile {
  let path: String
  private(set) var descriptor: Int32
  let limit = FileLimit.now

  /// Creates `<destination>.part-<random>`. Never opens an existing file and never follows a link.
  init(_ destination: String) throws(TransferError) {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    path = destination + ".part-" + random
    descriptor = Descriptor.spare(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666))
    if descriptor < 0 { throw DownloadFile.failure(destination, ErrorNumber.text(errno)) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Closes the file and returns its path. If closing fails, removes the file.
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
