import FoundationEssentials

/// Bytes that can be read once, from start to end.
///
/// Make your own type conform, or use ``DataStream``. Reads happen one at a time, on a thread of the transport. When
/// one request has begun to read a stream, every other request that begins to read it fails with a `TransferError` of
/// kind `body`. So make a stream for each request.
public protocol ByteStream: AnyObject, SendableMetatype {
  /// Fills the start of `buffer`. Returns the number of bytes written; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension ByteStream {
  /// Returns the next `count` bytes, or `nil` if the stream ends before that.
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

/// A stream that can possibly go back to its start.
package protocol RepeatableStream: ByteStream {
  /// True if `rewind` can go back. The value must not change while the stream exists.
  var isRepeatable: Bool { get }
  /// Goes back to the start. Does nothing before the first read.
  func rewind() throws
}

/// The error that `ByteStream.read` throws if no bytes are available yet. The stream is read again after
/// `Resumable.resume`.
package struct NothingYet: Error { package init() {} }

/// A stream that says when its next bytes are available. Only one request can read it.
package protocol LateStream: ByteStream {
  /// Runs a function with the task-locals of a call.
  typealias Carry = @Sendable (_ body: () -> Void) -> Void

  /// Receives the function `carry`, with which the stream must run code of the program. The engine calls this function
  /// before the first read, on any thread. Default: does nothing.
  func carry(by carry: @escaping Carry)
  /// Notes that a request is about to read the stream. Returns false if the stream is closed, or was opened for another
  /// request. If the same request is sent again, the transport calls `open` again. Any thread can call `open`.
  func open(for request: ObjectIdentifier) -> Bool
  /// After `read` has thrown `NothingYet`, the transport calls this function. The stream then runs `resume` once, as
  /// soon as `read` can return bytes or the end, or can throw another error. The stream can run `resume` on any thread,
  /// perhaps before this function returns.
  func whenReady(_ resume: @escaping @Sendable () -> Void)
  /// Notes that nothing reads the stream any more, because the request has ended or continues without its body. Does
  /// nothing if the stream was opened for another request. Any thread can call `close`.
  func close(for request: ObjectIdentifier)
}

extension LateStream {
  package func carry(by carry: @escaping Carry) {}
}

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
