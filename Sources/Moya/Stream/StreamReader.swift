import CAllocator

#if canImport(Glibc)
  import Glibc
#endif

/// Stores the bytes of a response until a task takes them. This is a state machine without I/O, under one lock.
///
/// If the task is slow, the reader pauses the call, so that the server waits. The task that waits for bytes is resumed
/// when the first of them arrive. It then takes all bytes that have arrived by that time.
final class StreamReader: ResponseReader {
  /// The result of a `take`.
  enum Step {
    case bytes(Data)
    case end
    case failed(MoyaError)
    /// Nothing has arrived. The task must wait.
    case nothing
  }

  /// Receives true when there is something to take, and false if another task is already waiting.
  typealias Continuation = UnsafeContinuation<Bool, Never>

  /// If this many bytes are stored, the call pauses. A chunk that is larger, for example a stub's body, is divided.
  static let most = 256 << 10

  /// Header fields that the request must have. See `completed`.
  private let fields: StreamFields
  /// Lets only the first loop read the response.
  private let loops = Once()
  private let state = Protected(State())

  fileprivate struct State: ~Copyable {
    var head: HTTPURLResponse?
    /// The bytes that have arrived.
    var stored = StoredBytes()
    /// The number of bytes at the start of `stored` that the task has already taken.
    var taken = 0
    /// The result of the call. The task takes all stored bytes before it gets the result.
    var result: Result<Response, MoyaError>?
    var isPaused = false
    var isCancelled = false
    /// The task that waits for bytes or for the head.
    var waiting: Continuation?
    var waitsForHead = false
    /// The waiter of the call. `nil` before the start, and after the result.
    var waiter: Waiter?
  }

  init(_ fields: StreamFields = StreamFields()) { self.fields = fields }

  /// Returns the endpoint with the header fields that the stream needs.
  func completed(_ endpoint: Endpoint, in session: Session) -> Endpoint { fields.completed(endpoint, in: session) }

  /// True if the stream continues after the last event of an earlier connection.
  var continues: Bool { fields.lastEventID != nil }

  /// Returns true for the first loop over the response.
  func beginLoop() -> Bool { loops.pass() }

  /// Stores the waiter of the call that is about to start. The reader pauses and resumes the call through the waiter.
  func begin(_ waiter: Waiter) { state.withLock { $0.waiter = waiter } }

  // MARK: Called by the engine

  func receive(_ head: HTTPURLResponse) throws(TransferError) -> BodyDestination {
    let task = state.withLock { state -> Continuation? in
      state.head = head
      return state.waitsForHead ? state.waiting.take() : nil
    }
    task?.resume(returning: true)
    return .observer
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> BodyFlow {
    if bytes.isEmpty { return .more }
    var task: Continuation?
    // The bytes are copied under the lock. If the task asks for bytes in the meantime, it waits for the lock. That is
    // cheaper than a wait for its continuation.
    let flow = try state.withLock { state throws(TransferError) in try state.receive(bytes, resuming: &task) }
    task?.resume(returning: true)
    return flow
  }

  /// Does nothing. For the task, the body ends when the result of the call is known.
  func end() throws(TransferError) {}

  var isPaused: Bool { state.withLock { $0.isPaused } }

  func pause() { state.withLock { $0.isPaused = true } }

  func endPause() { state.withLock { $0.isPaused = false } }

  func resume() throws(TransferError) -> BodyFlow {
    state.withLock { state in
      if state.isFull { state.isPaused = true }
      return state.isPaused ? .pause : .more
    }
  }

  // MARK: Called by the request

  /// Stores the result of the call, and resumes the task that waits. Only the first result has an effect.
  ///
  /// If this reader has received no head from the engine, an override of the provider's `request` made the response.
  /// The reader then takes the head and the body from the response.
  func finish(_ result: Result<Response, MoyaError>) {
    let task = state.withLock { state -> Continuation? in
      if state.result != nil { return nil }
      state.result = result
      if case .success(let response) = result, state.head == nil { state.take(from: response) }
      state.waiter = nil
      return state.waiting.take()
    }
    task?.resume(returning: true)
  }

  // MARK: Called by the task

  /// True if the result of the call is known.
  var hasEnded: Bool { state.withLock { $0.result != nil } }

  /// The head, or the error of a request that ended without a head. `nil` while the request waits for its head.
  var head: Result<HTTPURLResponse, MoyaError>? {
    state.withLock { state in
      if state.isCancelled, state.result != nil { return .failure(.cancelled) }
      if let head = state.head, !state.isCancelled { return .success(head) }
      if case .failure(let error) = state.result { return .failure(error) }
      return nil
    }
  }

  /// Takes all stored bytes. If no bytes are stored, returns the end of the response, or `nothing` if the response has
  /// not ended.
  func take() -> Step {
    let (step, paused) = state.withLock { state -> (Step, Waiter?) in
      if state.isCancelled { return (state.result == nil ? .nothing : .failed(.cancelled), nil) }
      if state.stored.isEmpty {
        switch state.result {
        case .success: return (.end, nil)
        case .failure(let error): return (.failed(error), nil)
        case nil: return (.nothing, nil)
        }
      }
      guard let data = state.takeBytes() else { return (.failed(.underlying(StreamReader.noMemory, nil)), nil) }
      return (.bytes(data), state.isPaused && !state.isFull ? state.waiter : nil)
    }
    paused?.resume()
    return step
  }

  /// Resumes the task as soon as `take` or `head` can return something. If another task already waits, resumes this
  /// task at once with false.
  func wait(_ task: Continuation, forHead: Bool) {
    let isFirst = state.withLock { state -> Bool? in
      if state.waiting != nil { return false }
      let hasArrived = forHead ? state.head != nil : !state.stored.isEmpty
      if state.result != nil || hasArrived && !state.isCancelled { return true }
      state.waiting = task
      state.waitsForHead = forHead
      return nil
    }
    if let isFirst { task.resume(returning: isFirst) }
  }

  /// Drops the stored bytes. When the call has ended, the task gets the error of a cancelled request, whatever the
  /// result of the call is.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.stored = StoredBytes()
      state.taken = 0
    }
  }

  fileprivate static let noMemory = TransferError(
    .memory, "no memory for the body of a response that is read as a stream")
}

extension StreamReader.State {
  /// True if the call must pause.
  fileprivate var isFull: Bool { stored.count - taken >= StreamReader.most }

  /// Stores bytes, and returns whether the call must pause.
  ///
  /// - Parameter task: Receives the task to resume.
  /// - Throws: An error if memory is short.
  fileprivate mutating func receive(
    _ bytes: UnsafeRawBufferPointer, resuming task: inout StreamReader.Continuation?
  ) throws(TransferError) -> BodyFlow {
    if isCancelled { return .more }
    guard stored.append(bytes) else { throw StreamReader.noMemory }
    if isFull { isPaused = true }
    if !waitsForHead { task = waiting.take() }
    return isPaused ? .pause : .more
  }

  /// Takes the stored bytes, or a part of them if there are too many for one chunk. Returns `nil` if memory is short.
  fileprivate mutating func takeBytes() -> Data? {
    let start = taken
    // Bytes that were under way when the call paused can exceed the limit. A chunk of less than twice the limit is not
    // divided, because this would only copy its bytes.
    let isLast = stored.count - start < 2 * StreamReader.most
    if isLast, start == 0 { return exchange(&stored, with: StoredBytes()).data() }
    taken = isLast ? 0 : start + StreamReader.most
    var part = StoredBytes()
    let bytes = stored.bytes[start..<(isLast ? stored.count : taken)]
    guard part.append(UnsafeRawBufferPointer(rebasing: bytes)) else { return nil }
    if isLast { stored = StoredBytes() }
    return part.data()
  }

  fileprivate mutating func take(from response: Response) {
    let url = response.request?.urlText ?? response.stubURLText ?? ""
    head =
      response.response ?? HTTPURLResponse(urlText: url, statusCode: response.statusCode, fields: HeaderFields())
    if isCancelled || response.content.isEmpty { return }
    response.content.withBytes { _ = stored.append($0) }
    if stored.isEmpty { result = .failure(.underlying(TransferError(.memory, "no memory for the body"), nil)) }
  }
}

// MARK: - StoredBytes

/// Bytes in memory that came from the library's allocator. A `Data` can take over this memory, so the bytes are not
/// copied. If the bytes were in a `BodyBuffer`, the `Data` would need one more object.
///
/// The struct is `@unchecked Sendable` because it is the only owner of its memory.
private struct StoredBytes: ~Copyable, @unchecked Sendable {
  private(set) var count = 0
  private var capacity = 0
  private var block: UnsafeMutableRawPointer?

  deinit { moya_free(block) }

  var isEmpty: Bool { count == 0 }
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: block, count: count) }

  /// Appends bytes. If there is no memory, appends nothing and returns false.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (needed, overflow) = count.addingReportingOverflow(bytes.count)
    if overflow { return false }
    if needed > capacity {
      let grown = max(needed, min(capacity.multipliedReportingOverflow(by: 2).partialValue, Int.max / 4))
      guard let moved = moya_realloc(block, grown) else { return false }
      (block, capacity) = (moved, grown)
    }
    if let block, let source = bytes.baseAddress { memcpy(block + count, source, bytes.count) }
    count = needed
    return true
  }

  /// Returns the bytes as a `Data`, which then owns the memory.
  consuming func data() -> Data {
    let free: (UnsafeMutableRawPointer, Int) -> Void = { memory, _ in moya_free(memory) }
    let data = if let block { Data(bytesNoCopy: block, count: count, deallocator: .custom(free)) } else { Data() }
    discard self
    return data
  }
}

// MARK: - StreamFields

/// Header fields that a stream adds to its request.
struct StreamFields: Sendable {
  /// The media type that the caller understands. It is sent as `Accept`, unless the target or the session has this
  /// field.
  var accept: String?
  /// The ID of the last event of an earlier connection. It is sent as `Last-Event-ID`, instead of a value of the
  /// target.
  var lastEventID: String?

  func completed(_ endpoint: Endpoint, in session: Session) -> Endpoint {
    var added: [String: String] = [:]
    if let accept, StreamFields.name("Accept", in: endpoint) == nil, session.sessionHeaders["Accept"] == nil {
      added["Accept"] = accept
    }
    if let lastEventID {
      added[StreamFields.name(EventReconnection.field, in: endpoint) ?? EventReconnection.field] = lastEventID
    }
    return added.isEmpty ? endpoint : endpoint.adding(newHTTPHeaderFields: added)
  }

  /// Returns the name as the endpoint writes it. Returns `nil` if the endpoint does not have the field.
  private static func name(_ name: String, in endpoint: Endpoint) -> String? {
    endpoint.httpHeaderFields?.keys.first { $0.lowercased() == name.lowercased() }
  }
}
