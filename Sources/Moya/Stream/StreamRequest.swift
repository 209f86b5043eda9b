/// A request whose response is read as a stream. Each loop sends it once.
struct StreamRequest: Sendable {
  typealias Start = @Sendable (@escaping Completion) -> any Cancellable

  private let provider: any AnyObject & Sendable
  private let start: Start

  /// - Parameter start: Makes the request with `provider`.
  init(by provider: any AnyObject & Sendable, _ start: @escaping Start) {
    self.provider = provider
    self.start = start
  }

  /// Sends the request, and waits for its head or for its first bytes. If the task is already cancelled, nothing is
  /// sent.
  func begin(adding fields: StreamFields, forHead: Bool) async -> StreamCall {
    let reader = StreamReader(fields)
    let awaited = AwaitedCall(reader: reader)
    await withTaskCancellationHandler {
      awaited.start(by: provider) { start { reader.finish($0) } }
      // This wait belongs to the same handler, so that no cancel is missed before the request is sent.
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
  /// The stream that the loop reads. A loop cancels the call at its end, but the stream may outlive the loop.
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

  /// Returns the call for a loop over this stream. Only the first loop gets it.
  func loop() throws(MoyaError) -> StreamCall {
    guard reader.beginLoop() else { throw StreamCall.isBeingRead }
    return StreamCall(reader, awaited, of: self)
  }

  /// Waits for the head of the response.
  func head(isolation: isolated (any Actor)? = #isolation) async throws(MoyaError) -> HTTPURLResponse {
    while true {
      if _Concurrency.Task.isCancelled { cancel() }
      if let head = reader.head { return try head.get() }
      try await wait(forHead: true, isolation: isolation)
    }
  }

  /// Waits for bytes, and takes all that have arrived. Returns `nil` at the end of the response.
  func chunk(isolation: isolated (any Actor)? = #isolation) async throws(MoyaError) -> Data? {
    while true {
      if _Concurrency.Task.isCancelled { cancel() }
      switch reader.take() {
      case .bytes(let data): return data
      case .end: return nil
      case .failed(let error): throw error
      case .nothing: try await wait(forHead: false, isolation: isolation)
      }
    }
  }

  private func wait(forHead: Bool, isolation: isolated (any Actor)?) async throws(MoyaError) {
    // An unsafe continuation is enough, because the reader resumes it exactly once.
    let isFirst = await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: isolation) { reader.wait($0, forHead: forHead) }
      }, onCancel: { self.cancel() }, isolation: isolation)
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
  /// One loop reads the response to a request that was sent.
  case sent(StreamCall)
}

/// Reads the bytes of one loop. After the end or an error there are no more bytes.
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

  /// The head of the response. `nil` if the loop has ended.
  mutating func head(isolation: isolated (any Actor)?) async throws(MoyaError) -> HTTPURLResponse? {
    do throws(MoyaError) {
      return try await begun(forHead: true, isolation: isolation)?.head(isolation: isolation)
    } catch {
      state = .ended
      throw error
    }
  }

  mutating func next(isolation: isolated (any Actor)?) async throws(MoyaError) -> Data? {
    do throws(MoyaError) {
      if let chunk = try await begun(forHead: false, isolation: isolation)?.chunk(isolation: isolation) { return chunk }
      state = .ended
      return nil
    } catch {
      state = .ended
      throw error
    }
  }

  /// Ends the loop, and cancels the call if it has not ended.
  mutating func end() { state = .ended }

  /// - Parameter forHead: True if the caller needs only the head now.
  private mutating func begun(
    forHead: Bool, isolation: isolated (any Actor)?
  ) async throws(MoyaError) -> StreamCall? {
    switch state {
    case .waiting(.request(let request)):
      let call = await request.begin(adding: fields, forHead: forHead)
      state = .reading(call)
      return call
    case .waiting(.sent(let stream)):
      let call = try stream.loop()
      state = .reading(call)
      return call
    case .reading(let call): return call
    case .ended: return nil
    }
  }
}
