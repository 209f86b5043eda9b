import CMoya
import Glibc
import MoyaCore
import MoyaHTTP

/// Passes a call's response, progress and steps to the handlers of a `moya_handlers`.
///
/// Handlers run on only one thread at a time. Bytes that arrive during a pause, or while another thread runs handlers,
/// are buffered. The buffer stays small, because the backend also stops reading during a pause. If a pause ends while a
/// handler runs, the thread of that handler continues with the buffered bytes.
///
/// The class is `@unchecked Sendable` because its mutable state is locked or belongs to the thread that runs handlers.
final class CStream: ResponseReader, @unchecked Sendable {
  private let handlers: moya_handlers
  /// The object that the handlers' `user` points into. `nil` if `user` outlives the call.
  private let owner: AnyObject?
  private let cutter: PartCutter
  private let provider: Provider
  /// The call's waiter: the object that waits for the call's result. The waiter is set before the call starts.
  private var waiter: Waiter?
  private let state = Protected(State())
  /// The bytes that arrived during a pause and were moved out of `fresh`, but have not been passed to a handler yet.
  private var backlog = Backlog()
  private var hasEnded = false
  private var moved: moya_progress

  fileprivate struct State {
    var isPaused = false
    /// True if a thread runs handlers. Stays true after a handler has ended the call, so that no other handler runs.
    var isRunning = false
    /// True if the program ended a pause while the current handler ran. If that handler then asks for a pause, no pause
    /// begins.
    var isResumed = false
    /// Bytes that arrived during a pause, or while another thread ran handlers, and are not in the backlog yet.
    var fresh: BodyBuffer?
  }

  /// - Parameter sends: The size of the request's body in bytes. −1 if the size is not known yet.
  init(_ handlers: moya_handlers, of owner: AnyObject?, provider: Provider, sends: Int64) {
    self.handlers = handlers
    self.owner = owner
    self.provider = provider
    cutter = PartCutter(handlers)
    moved = moya_progress(sent: 0, send_total: sends, received: 0, receive_total: -1)
  }

  var takesBody: Bool { handlers.takesBody }

  /// The function that receives the call's progress. `nil` if no handler wants progress.
  var listener: (@Sendable (ProgressResponse) -> Void)? {
    guard handlers.progress != nil else { return nil }
    return { if let progress = $0.progressObject, !$0.completed { self.report(progress) } }
  }

  /// The function that receives the call's steps. `nil` if no handler wants steps.
  var stepListener: (@Sendable (TransferStep) -> Void)? {
    guard handlers.step != nil else { return nil }
    return { self.report($0) }
  }

  /// Prepares for a call that is about to start. `waiter` waits for the call's result.
  ///
  /// - Parameter registry: The session's list of waiters whose calls have no result yet. It contains `waiter`.
  func begin(_ waiter: Waiter, in registry: Registry) {
    self.waiter = waiter
    guard let show = handlers.begin else { return }
    waiter.registry = registry
    provider.inCallback { show(handlers.user, waiter.borrowedHandle) }
    // A provider that is being destroyed will soon cancel its calls. Until then, a handler of this call could still
    // receive the head of a response. So the call is cancelled now.
    if provider.isBeingDestroyed { waiter.abandon() }
  }

  // MARK: Response and progress of the call

  func receive(_ head: HTTPURLResponse) throws(TransferError) -> BodyDestination {
    try cutter.check(head)
    if let show = handlers.head {
      let whole = Response(statusCode: head.statusCode, content: .data(Data()), request: nil, response: head)
      guard let response = try? CResponse(whole) else { throw TransferError(.memory, "no memory for the head") }
      state.withLock { $0.isRunning = true }
      try run { response.lent { show(handlers.user, $0) } }
      state.withLock { $0.isRunning = false }
    }
    return handlers.takesBody ? .observer : .response
  }

  func receive(_ body: UnsafeRawBufferPointer) throws(TransferError) -> BodyFlow {
    let isMine = state.withLock { state -> Bool? in
      if state.begin() { return true }
      let fresh = state.fresh ?? BodyBuffer()
      state.fresh = fresh
      return fresh.append(body) ? false : nil
    }
    guard let isMine else { throw CStream.noMemory }
    return isMine ? try show(body) : .pause
  }

  func end() throws(TransferError) {
    guard !hasEnded, state.withLock({ $0.begin() }) else { return }
    hasEnded = true
    if let part = try cutter.last() { try run { show(part) } }
    state.withLock { $0.isRunning = false }
  }

  // MARK: Connections

  var reconnects: Bool { handlers.reconnects }

  /// Decides whether the call connects again after a response with events has ended. The engine reports the end of a
  /// response only when the call is not paused. So the handlers have received the whole body.
  func reconnect(after result: Result<Response, MoyaError>, with request: inout URLRequest) -> UInt32? {
    guard let delay = cutter.reconnect(after: result, with: &request) else { return nil }
    hasEnded = false
    return delay
  }

  // MARK: Pauses

  /// True during a pause, and also while another thread runs handlers.
  var isPaused: Bool { state.withLock { $0.isPaused || $0.isRunning } }

  func pause() { state.withLock { $0.isPaused = true } }

  func endPause() {
    state.withLock { state in
      state.isPaused = false
      state.isResumed = true
    }
  }

  func resume() throws(TransferError) -> BodyFlow { state.withLock { $0.begin() } ? try show(nil) : .pause }

  // MARK: Progress

  private func report(_ progress: TransferProgress) {
    let before = moved
    if progress.direction == .upload {
      (moved.sent, moved.send_total) = (progress.completedUnitCount, progress.totalUnitCount)
    } else {
      (moved.received, moved.receive_total) = (progress.completedUnitCount, progress.totalUnitCount)
    }
    guard let show = handlers.progress, moved != before else { return }
    let moved = moved
    do throws(TransferError) { try run { withUnsafePointer(to: moved) { show(handlers.user, $0) } } } catch {
      waiter?.cancelInProgress()
    }
  }

  private func report(_ step: TransferStep) {
    guard let show = handlers.step else { return }
    do throws(TransferError) { try run { moya_step.lend(step) { show(handlers.user, $0) } } } catch {
      waiter?.cancelInProgress()
    }
  }

  // MARK: Handlers

  /// Passes the buffered and the new bytes to the handlers, part by part, until a handler pauses the call. Call this
  /// function on the thread that runs handlers.
  ///
  /// - Parameter direct: Bytes that have just arrived, valid until this function returns. If there are such bytes, the
  ///   backlog is empty.
  private func show(_ direct: UnsafeRawBufferPointer?) throws(TransferError) -> BodyFlow {
    var direct = direct ?? UnsafeRawBufferPointer(start: nil, count: 0)
    while true {
      var rest = direct.isEmpty ? backlog.bytes : direct
      let part = try cutter.next(&rest)
      let isPaused = if let part { try run { show(part) } } else { false }
      if direct.isEmpty { backlog.leave(rest.count) } else { direct = rest }
      if part != nil, !isPaused { continue }
      // The bytes must be stored before another thread may continue with them.
      if !backlog.keep(direct) { throw CStream.noMemory }
      direct = UnsafeRawBufferPointer(start: nil, count: 0)
      if let flow = leave() { return flow }
    }
  }

  /// Returns `nil` if there are buffered bytes that this thread must pass to the handlers now. Otherwise lets other
  /// threads run handlers, and returns whether the call continues or is paused.
  private func leave() -> BodyFlow? {
    state.withLock { state in
      if !state.isPaused {
        if backlog.bytes.isEmpty, let fresh = state.fresh.take() { backlog = Backlog(fresh) }
        if !backlog.bytes.isEmpty { return nil }
      }
      state.isRunning = false
      return state.isPaused ? .pause : .more
    }
  }

  private func show(_ part: BodyPart) -> moya_flow {
    switch part {
    case .bytes(let bytes): handlers.body?(handlers.user, bytes.baseAddress, bytes.count) ?? 0
    case .line(let line): handlers.line?(handlers.user, line) ?? 0
    case .event(let event): withUnsafePointer(to: event) { handlers.event?(handlers.user, $0) ?? 0 }
    }
  }

  /// Runs a handler and does what the handler's answer asks for.
  ///
  /// - Returns: True if the call is now paused.
  @discardableResult
  private func run(_ handler: () -> moya_flow) throws(TransferError) -> Bool {
    guard let waiter else { throw .cancelled }
    state.withLock { $0.isResumed = false }
    let flow = Int(provider.inCallback(handler))
    guard flow == MOYA_FLOW_CONTINUE || flow == MOYA_FLOW_PAUSE, !waiter.isGivenUp, !provider.isBeingDestroyed else {
      throw .cancelled
    }
    return state.withLock { state in
      if flow == MOYA_FLOW_PAUSE, !state.isResumed { state.isPaused = true }
      return state.isPaused
    }
  }

  private static let noMemory = TransferError(.memory, "no memory for the body of a call that is paused")
}

extension CStream.State {
  /// Lets this thread run handlers, unless another thread runs them or the call is paused. Returns true if this thread
  /// may run them.
  fileprivate mutating func begin() -> Bool {
    if isPaused || isRunning { return false }
    isRunning = true
    return true
  }
}

extension moya_progress {
  fileprivate static func != (left: moya_progress, right: moya_progress) -> Bool {
    left.sent != right.sent || left.send_total != right.send_total || left.received != right.received
      || left.receive_total != right.receive_total
  }
}

extension moya_step {
  /// Passes the step to `body` in C's form. The pointer is valid until `body` returns.
  fileprivate static func lend<Result>(_ step: TransferStep, _ body: (UnsafePointer<moya_step>) -> Result) -> Result {
    step.address.withCString { address in
      let text = moya_str(data: address, len: step.address.utf8.count)
      let lent = moya_step(
        kind: step.kind.rawValue, attempt: Int32(clamping: step.attempt), address: text, port: step.port,
        http_version: Int32(truncatingIfNeeded: Response.versions[step.httpVersion] ?? 0))
      return withUnsafePointer(to: lent, body)
    }
  }

  /// Copies the step and its text into one block of memory, which `free` releases. Returns `nil` if memory is short.
  var copy: UnsafeMutablePointer<moya_step>? {
    let size = MemoryLayout<moya_step>.size
    guard let memory = malloc(size + address.len + 1) else { return nil }
    let text = memory + size
    if let data = address.data { memcpy(text, data, address.len) }
    text.storeBytes(of: 0, toByteOffset: address.len, as: UInt8.self)
    let place = memory.bindMemory(to: moya_step.self, capacity: 1)
    place.initialize(to: self)
    place.pointee.address.data = UnsafePointer(text.assumingMemoryBound(to: CChar.self))
    return place
  }
}

// MARK: - Parts of a body

/// A part of a body, as a handler receives it.
enum BodyPart {
  case bytes(UnsafeRawBufferPointer)
  case line(moya_str)
  case event(moya_event)
}

/// Cuts a body into the parts that the handlers want: chunks, lines or events.
final class PartCutter {
  private let limit: Int
  private let lines: LineCutter?
  private var events: EventParser?
  /// `nil` if the call ends with its first connection.
  private var connections: EventConnections?

  init(_ handlers: moya_handlers) {
    limit = handlers.max_line == 0 ? 1 << 20 : Int(handlers.max_line)
    lines = handlers.line == nil ? nil : LineCutter(.newline, limit: limit)
    events = handlers.event == nil ? nil : EventParser(limit: limit)
    connections = handlers.reconnects ? EventConnections() : nil
  }

  /// Throws if the call reconnects and the response is not a stream of events.
  func check(_ head: HTTPURLResponse) throws(TransferError) { try connections?.check(head) }

  /// Decides whether the call reconnects, and prepares for the body of the next connection. See `ResponseReader`.
  func reconnect(after result: Result<Response, MoyaError>, with request: inout URLRequest) -> UInt32? {
    guard let ended = events, let delay = connections?.next(after: result, ended, &request) else { return nil }
    events = EventParser(limit: limit, lastID: ended.lastID, retry: ended.retry)
    return delay
  }

  /// Takes the bytes of the next part (a chunk, a line or an event) from the front of `rest`. Returns `nil` if `rest`
  /// ends before the part is complete.
  ///
  /// The part is valid until this function is called again. It may also point to the bytes of `rest`, so these bytes
  /// must stay valid too.
  func next(_ rest: inout UnsafeRawBufferPointer) throws(TransferError) -> BodyPart? {
    if let lines { return try lines.next(&rest).map { .line(moya_str($0)) } }
    if let events {
      guard let event = try events.next(&rest) else { return nil }
      connections?.receive()
      return .event(moya_event(event))
    }
    if rest.isEmpty { return nil }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[rest.count...]) }
    return .bytes(rest)
  }

  /// Returns the last line of a body if no newline ends it.
  func last() throws(TransferError) -> BodyPart? { try lines?.last().map { .line(moya_str($0)) } }
}

extension moya_str {
  /// Makes a text that points to these bytes. A zero byte must follow the bytes.
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), len: bytes.count)
  }
}

extension moya_event {
  fileprivate init(_ event: EventParser.Event) {
    self.init(
      type: moya_str(event.type), data: moya_str(event.data), id: moya_str(event.id), retry_ms: event.retry ?? -1)
  }
}

// MARK: - Backlog

/// Bytes that arrived during a pause and have not been passed to a handler yet.
struct Backlog {
  private var buffer: BodyBuffer?
  private var start = 0

  init(_ buffer: BodyBuffer? = nil) { self.buffer = buffer }

  var bytes: UnsafeRawBufferPointer {
    guard let buffer else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: buffer.bytes[start...])
  }

  /// Removes all bytes except the last `count` bytes. Handlers have received the removed bytes.
  mutating func leave(_ count: Int) {
    start = (buffer?.count ?? 0) - count
    if count == 0 { self = Backlog() }
  }

  /// Appends a copy of the bytes. Returns false if memory is short.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.isEmpty { return true }
    let buffer = buffer ?? BodyBuffer()
    self.buffer = buffer
    return buffer.append(bytes)
  }
}
