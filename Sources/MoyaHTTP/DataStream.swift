import FoundationEssentials

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
