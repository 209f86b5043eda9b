/// A request whose response is read as a stream. Each loop over the stream sends the request once.
struct StreamRequest: Sendable {
  typealias Start = @Sendable (AwaitedCall, _ completion: @escaping Completion) -> Void

  /// The only field, because each loop copies this struct when it takes a chunk.
  private let start: Start

  /// - Parameter start: Starts the `AwaitedCall`.
  init(_ start: @escaping Start) { self.start = start }

  /// Sends the request, and waits for its head or for its first bytes. If the task is already cancelled, nothing is
  /// sent.
  func begin(adding fields: StreamFields, forHead: Bool, steps: StepBlock? = nil) async -> StreamCall {
    let reader = StreamReader(fields)
    let awaited = AwaitedCall(reader: reader, steps: steps)
    await withTaskCancellationHandler {
      start(awaited) { reader.finish($0) }
      // The cancellation handler covers this wait too, so that a cancel before the request is sent is not missed.
      _ = await withUnsafeContinuation { reader.wait($0, forHead: forHead) }
    } onCancel: {
      reader.cancel()
      awaited.cancel()
    }
    return StreamCall(reader, awaited)
  }
}

// MARK: - StreamCall

/// The call of a stream. When the last reference is released, the call is cancelled. So a loop that is left early
/// cancels its call.
final class StreamCall: Sendable {
  private let reader: StreamReader
  private let awaited: AwaitedCall
  /// The `StreamCall` of the stream, if this is the `StreamCall` of a loop over the stream. Otherwise `nil`.
  ///
  /// Without this reference, the stream's `StreamCall` could be freed during the loop. Its `deinit` would then cancel
  /// the call. The loop has its own `StreamCall`, so that the call is cancelled when the loop ends, even if the stream
  /// still exists.
  private let stream: StreamCall?

  init(_ reader: StreamReader, _ awaited: AwaitedCall, of stream: StreamCall? = nil) {
    self.reader = reader
    self.awaited = awaited
    self.stream = stream
  }

  deinit { cancel() }

  func cancel() {
    reader.cancel()
    if !reader.hasEnded { awaited.cancel() }
  }

  /// Returns the call for a loop over this stream. Throws if another loop has already begun.
  func loop() throws(MoyaError) -> StreamCall {
    guard reader.beginLoop() else { throw StreamCall.isBeingRead }
    return StreamCall(reader, awaited, of: self)
  }

  /// Waits for the head of the response.
  nonisolated(nonsending) func head() async throws(MoyaError) -> HTTPURLResponse {
    if _Concurrency.Task.isCancelled { cancel() }
    while true {
      if let head = reader.head { return try head.get() }
      try await wait(forHead: true)
    }
  }

  /// Waits for bytes, and takes all that have arrived. Returns `nil` at the end of the response. Bytes that have
  /// already arrived need no wait.
  @inline(__always) nonisolated(nonsending) func chunk() async throws(MoyaError) -> Data? {
    // The cancellation handler of a wait notices a cancel during the wait. This line notices an earlier cancel.
    if _Concurrency.Task.isCancelled { cancel() }
    while true {
      switch reader.take() {
      case .bytes(let data): return data
      case .end: return nil
      case .failed(let error): throw error
      case .nothing: try await wait(forHead: false)
      }
    }
  }

  @inline(__always) nonisolated(nonsending) private func wait(forHead: Bool) async throws(MoyaError) {
    // An unsafe continuation is enough, because the reader resumes it exactly once.
    let isFirst = await withTaskCancellationHandler {
      await withUnsafeContinuation { reader.wait($0, forHead: forHead) }
    } onCancel: {
      self.cancel()
    }
    if !isFirst { throw StreamCall.isBeingRead }
  }

  private static var isBeingRead: MoyaError {
    .underlying(
      TransferError(.invalidRequest, "the response is already read by another loop, and can be read only once"), nil)
  }
}

// MARK: - StreamSource

/// Where the loops over a sequence get their bytes.
enum StreamSource: Sendable {
  /// Each loop sends the request.
  case request(StreamRequest)
  /// A request that was sent. One loop reads its response.
  case sent(StreamCall)
}

/// Reads the bytes for one loop over a response. After the end or an error there are no more bytes.
struct StreamLoop {
  private enum State {
    case waiting(StreamSource)
    case reading(StreamCall)
    case ended
  }

  private var state: State
  private let fields: StreamFields

  init(_ source: StreamSource, adding fields: StreamFields = StreamFields()) {
    state = .waiting(source)
    self.fields = fields
  }

  /// Returns the head of the response. Returns `nil` if the loop has ended.
  nonisolated(nonsending) mutating func head() async throws(MoyaError) -> HTTPURLResponse? {
    do throws(MoyaError) {
      try await begin(forHead: true)
      guard case .reading(let call) = state else { return nil }
      return try await call.head()
    } catch {
      state = .ended
      throw error
    }
  }

  nonisolated(nonsending) mutating func next() async throws(MoyaError) -> Data? {
    do throws(MoyaError) {
      if case .waiting = state { try await begin(forHead: false) }
      guard case .reading(let call) = state else { return nil }
      if let chunk = try await call.chunk() { return chunk }
      state = .ended
      return nil
    } catch {
      state = .ended
      throw error
    }
  }

  /// Ends the loop, and cancels the call if it has not ended.
  mutating func end() { state = .ended }

  /// Begins the loop, unless it has begun. If the request was not sent yet, sends it.
  /// - Parameter forHead: True if the caller needs only the head now.
  nonisolated(nonsending) private mutating func begin(forHead: Bool) async throws(MoyaError) {
    guard case .waiting(let source) = state else { return }
    switch source {
    case .request(let request): state = .reading(await request.begin(adding: fields, forHead: forHead))
    case .sent(let stream): state = .reading(try stream.loop())
    }
  }
}
