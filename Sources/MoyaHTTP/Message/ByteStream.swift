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
