import FoundationEssentials

/// Bytes that can be read once, front to back.
///
/// Conform a type of your own, or use `DataStream`. Reads happen one at a time, on a thread of the transport.
public protocol ByteStream: AnyObject {
  /// Fills the front of `buffer`. Returns the number of bytes written, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension ByteStream {
  /// The next `count` bytes; `nil` when the stream ends before.
  package func readAll(count: Int) throws -> Data? {
    var data = Data(count: count)
    var done = 0
    while done < count {
      let got = try data.withUnsafeMutableBytes { try read(into: .init(rebasing: $0[done...])) }
      guard got > 0, got <= count - done else { return nil }
      done += got
    }
    return data
  }
}

/// A stream that may be able to go back to its start.
package protocol RepeatableStream: ByteStream {
  /// Does `rewind` make sense? The same for as long as the stream exists.
  var isRepeatable: Bool { get }
  /// Back to the start; before the first read there is nothing to do.
  func rewind() throws
}

/// Thrown by `ByteStream.read` when there is nothing yet. It is read again after `Resumable.resume`.
package struct NothingYet: Error { package init() {} }

// MARK: - DataStream

/// Bytes in memory as a stream.
public final class DataStream: ByteStream, Sendable {
  private let rest: Protected<Data>

  public init(_ data: Data) { rest = Protected(data) }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    rest.withLock { rest in
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }
}
