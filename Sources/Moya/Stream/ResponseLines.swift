/// The body of a response as lines of text.
///
/// A line ends with LF, or with CR and LF. The last line needs no end. Bytes that are not UTF-8 become U+FFFD. For the
/// request, the rules of `ResponseChunks` apply.
public struct ResponseLines: AsyncSequence, Sendable {
  public typealias Element = String
  public typealias Failure = MoyaError

  /// Maximum number of bytes in a line, unless the caller gives another limit: 1 MiB.
  public static let standardLimit = 1 << 20

  private let source: StreamSource
  private let limit: Int

  init(_ source: StreamSource, _ limit: Int) {
    self.source = source
    self.limit = limit
  }

  public func makeAsyncIterator() -> Iterator { Iterator(source, limit) }

  public struct Iterator: AsyncIteratorProtocol {
    private var loop: StreamLoop
    private let cutter: LineCutter
    private var chunk = StreamChunk()
    /// True after an error. The bytes of an incomplete line are then not returned as a line.
    private var hasFailed = false

    fileprivate init(_ source: StreamSource, _ limit: Int) {
      loop = StreamLoop(source)
      cutter = LineCutter(.newline, limit: limit)
    }

    public mutating func next() async throws(MoyaError) -> String? { try await next(isolation: nil) }

    /// Waits for the next line. Returns `nil` at the end of the body.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MoyaError) -> String? {
      while true {
        if let line = try cut() { return line }
        guard let data = try await read() else { return hasFailed ? nil : try last() }
        chunk = StreamChunk(data)
      }
    }

    nonisolated(nonsending) private mutating func read() async throws(MoyaError) -> Data? {
      do throws(MoyaError) { return try await loop.next() } catch {
        hasFailed = true
        throw error
      }
    }

    private mutating func cut() throws(MoyaError) -> String? {
      do throws(TransferError) {
        return try chunk.read { [cutter] rest throws(TransferError) in
          try cutter.next(&rest).map { String(decoding: $0, as: UTF8.self) }
        }
      } catch {
        throw stopped(by: error)
      }
    }

    private mutating func last() throws(MoyaError) -> String? {
      do throws(TransferError) { return try cutter.last().map { String(decoding: $0, as: UTF8.self) } } catch {
        throw stopped(by: error)
      }
    }

    private mutating func stopped(by error: TransferError) -> MoyaError {
      loop.end()
      chunk = StreamChunk()
      hasFailed = true
      return .underlying(error, nil)
    }
  }
}

// MARK: - StreamChunk

/// A piece of a body that is read part by part.
struct StreamChunk {
  private let data: Data
  private var position = 0

  init(_ data: Data = Data()) { self.data = data }

  /// Passes the rest of the piece to `body`, which removes the bytes that it has read. Does nothing if nothing is left.
  mutating func read<Part>(
    _ body: (inout UnsafeRawBufferPointer) throws(TransferError) -> Part?
  ) throws(TransferError) -> Part? {
    if position == data.count { return nil }
    var left = 0
    let result = data.withUnsafeBytes { bytes -> Result<Part?, TransferError> in
      var rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      defer { left = rest.count }
      do throws(TransferError) { return .success(try body(&rest)) } catch { return .failure(error) }
    }
    position = data.count - left
    return try result.get()
  }
}
