import Foundation
import Moya

/// Foundation's streams as parts of a form. An application writes `@retroactive ByteStream`: the protocol is not its own.
extension InputStream: ByteStream {
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if streamStatus == .notOpen { open() }
    guard let start = buffer.baseAddress, hasBytesAvailable else { return 0 }
    let count = read(start.assumingMemoryBound(to: UInt8.self), maxLength: buffer.count)
    guard count >= 0 else { throw CocoaError(.fileReadUnknown) }
    return count
  }
}
