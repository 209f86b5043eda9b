/// The body of a response, piece by piece.
///
/// The request is sent when a loop begins. Each loop sends it again. A loop that is left early cancels its request. If
/// the task of the loop is cancelled, the loop throws the error of a cancelled request. Bytes that arrived before a
/// failure come before the error.
public struct ResponseChunks: AsyncSequence, Sendable {
  public typealias Element = Data
  public typealias Failure = MoyaError

  private let source: StreamSource

  init(_ source: StreamSource) { self.source = source }

  public func makeAsyncIterator() -> Iterator { Iterator(source) }

  public struct Iterator: AsyncIteratorProtocol {
    private var loop: StreamLoop

    init(_ source: StreamSource) { loop = StreamLoop(source) }

    public mutating func next() async throws(MoyaError) -> Data? { try await next(isolation: nil) }

    /// Waits for bytes, and returns all that have arrived. Returns `nil` at the end of the body.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MoyaError) -> Data? {
      try await loop.next()
    }
  }
}

// MARK: - ResponseStream

/// A response whose head has arrived. The elements are the pieces of the body.
///
/// One loop can read the body: over this sequence, over `lines` or over `events`. A second loop throws an error. When
/// the loop is left, or when the last copy of the stream is released, a request that has not ended is cancelled.
public struct ResponseStream: AsyncSequence, Sendable {
  public typealias Element = Data
  public typealias Failure = MoyaError

  /// The head of the response.
  public let response: HTTPURLResponse
  private let call: StreamCall

  init(_ call: StreamCall) async throws(MoyaError) {
    response = try await call.head()
    self.call = call
  }

  public var statusCode: Int { response.statusCode }

  public func makeAsyncIterator() -> ResponseChunks.Iterator { ResponseChunks.Iterator(.sent(call)) }

  /// Returns the body as lines. See `MoyaProvider.lines`.
  public func lines(limit: Int = ResponseLines.standardLimit) -> ResponseLines { ResponseLines(.sent(call), limit) }

  /// Returns the body as server-sent events. See `MoyaProvider.events`.
  public func events(limit: Int = ResponseLines.standardLimit) -> ResponseEvents {
    ResponseEvents(.sent(call), limit, reconnects: false)
  }
}
