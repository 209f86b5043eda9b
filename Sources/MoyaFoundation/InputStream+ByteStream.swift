import Foundation
import MoyaHTTP

/// Foundation's streams as parts of a form and as bodies: what Moya's `.stream(InputStream, UInt64)` takes.
///
/// A stream that is not open yet is opened by the first read, as Alamofire does. It is read once: a request that is
/// tried again needs a new one.
extension InputStream: ByteStream {
  /// - Throws: `CocoaError.fileReadUnknown` when the stream reports an error. Its own `streamError` is not asked: on
  ///   Linux it traps.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if streamStatus == .notOpen { open() }
    var count = 0
    if let start = buffer.baseAddress, hasBytesAvailable {
      count = read(start.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
    }
    if count < 0 || streamStatus == .error { throw CocoaError(.fileReadUnknown) }
    return count
  }
}
