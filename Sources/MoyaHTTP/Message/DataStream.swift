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
