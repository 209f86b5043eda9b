import Glibc
import MoyaHTTP

/// A file that a body is written to.
protocol BodyFile: AnyObject {
  var path: String { get }
  /// −1 when it is closed.
  var descriptor: Int32 { get }
  /// The body is complete. Returns the file's name; from then on the file belongs to the caller that asked for it.
  func finish() throws(TransferError) -> String
  /// The transfer has failed, or another answer takes the place of this one.
  func abandon()
}

extension BodyFile {
  static func failure(_ path: String, _ reason: String) -> TransferError {
    TransferError(.file, "the download cannot be written: \(path): \(reason)")
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> TransferError? { Self.write(bytes, to: descriptor, at: path) }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at path: String) -> TransferError? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        return failure(path, ErrorNumber.text(errno))
      }
    }
    return nil
  }
}
