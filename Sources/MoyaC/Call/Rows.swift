import CMoya
import Glibc
import MoyaCore

/// A completion that writes a row: an entry of a queue. The queue has reserved a place for the row.
final class RowEnd: WaiterEnd {
  let part: QueuePart
  let tag: UInt64

  init(_ part: QueuePart, tag: UInt64) {
    self.part = part
    self.tag = tag
  }

  /// Gives the reserved place in the queue back, because the call did not begin.
  func cancel() { part.giveBack() }

  func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter) {
    var row = moya_completion()
    row.tag = tag
    do throws(Failure) { row.take(try CResponse(result, target: waiter.subject.name)) } catch { row.take(error) }
    if !part.append(row) { row.release() }
  }
}

// MARK: - RowParts

/// A call that writes its response, progress and steps as rows of a queue, in addition to its completion.
///
/// The handlers of a `CStream` write the rows. The class is `@unchecked Sendable` because its mutable state is used
/// under the queue's lock.
final class RowParts: WaiterEnd, CObject, @unchecked Sendable {
  static let all = UInt32(MOYA_ROW_HEAD | MOYA_ROW_CHUNK | MOYA_ROW_PROGRESS | MOYA_ROW_STEP)

  let end: RowEnd
  private let kinds: UInt32
  /// The state that the queue uses under its lock.
  var state = State()

  struct State {
    /// The waiter of the call (the object that waits for its result), from the call's start to its completion. The
    /// waiter also holds a reference to this object.
    var waiter: Waiter?
    /// True if the call is in the queue's list of paused calls.
    var isPaused = false
    /// The progress row that waits in the queue. `nil` if no progress row waits.
    var progress: UnsafeMutablePointer<moya_progress>?
    /// True from the moment when the call is about to write its completion row. No row may follow the completion row.
    var hasEnded = false
  }

  init(_ end: RowEnd, kinds: UInt32) {
    self.end = end
    self.kinds = kinds
  }

  func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter) {
    end.part.forget(self)
    end.finish(result, of: waiter)
  }

  /// The handlers that write the rows. They are valid as long as this object lives.
  var handlers: moya_handlers {
    var handlers = moya_handlers()
    handlers.user = address
    handlers.begin = { user, call in RowParts.of(user) { $0.end.part.begin($0, Waiter.from(call)) } }
    if wants(MOYA_ROW_HEAD) {
      handlers.head = { user, head in RowParts.of(user) { $0.write(head: head) } ?? moya_flow(MOYA_FLOW_STOP) }
    }
    if wants(MOYA_ROW_CHUNK) {
      handlers.body = { user, data, len in
        RowParts.of(user) { $0.write(data, len) } ?? moya_flow(MOYA_FLOW_STOP)
      }
    }
    if wants(MOYA_ROW_PROGRESS) {
      handlers.progress = { user, progress in
        RowParts.of(user) { if let progress { $0.end.part.note(progress.pointee, of: $0) } }
        return moya_flow(MOYA_FLOW_CONTINUE)
      }
    }
    if wants(MOYA_ROW_STEP) {
      handlers.step = { user, step in
        RowParts.of(user) { $0.write(step: step) } ?? moya_flow(MOYA_FLOW_STOP)
      }
    }
    return handlers
  }

  private func wants(_ kind: Int) -> Bool { kinds & UInt32(kind) != 0 }

  private static func of<Result>(_ user: UnsafeMutableRawPointer?, _ body: (RowParts) -> Result) -> Result? {
    user.map { borrowed(at: $0, body) }
  }

  private func write(head: OpaquePointer?) -> moya_flow {
    guard let head = CResponse.from(head) else { return moya_flow(MOYA_FLOW_STOP) }
    var row = row(MOYA_ROW_HEAD)
    row.http_status = Int32(truncatingIfNeeded: head.response.statusCode)
    row.response = head.retainedHandle()
    return write(row)
  }

  private func write(_ data: UnsafeRawPointer?, _ len: Int) -> moya_flow {
    guard let data, let copy = malloc(len) else { return moya_flow(MOYA_FLOW_STOP) }
    memcpy(copy, data, len)
    var row = row(MOYA_ROW_CHUNK)
    row.data = UnsafeRawPointer(copy)
    row.len = len
    return write(row)
  }

  private func write(step: UnsafePointer<moya_step>?) -> moya_flow {
    guard let copy = step?.pointee.copy else { return moya_flow(MOYA_FLOW_STOP) }
    var row = row(MOYA_ROW_STEP)
    row.data = UnsafeRawPointer(copy)
    // The end of the queue cancels a call only if the call would still write its head or a chunk.
    if let flow = end.part.append(row, of: self) { return flow }
    row.release()
    return moya_flow(MOYA_FLOW_CONTINUE)
  }

  private func write(_ row: moya_completion) -> moya_flow {
    if let flow = end.part.append(row, of: self) { return flow }
    row.release()
    return moya_flow(MOYA_FLOW_STOP)
  }

  func row(_ kind: Int) -> moya_completion {
    var row = moya_completion()
    row.tag = end.tag
    row.kind = moya_row(kind)
    return row
  }
}

// MARK: - QueuePart

/// The rows (entries of the queue) that a call writes before it completes: chunks of the body, progress and steps.
///
/// The number of bytes in waiting chunks is limited. A call that reaches the limit is paused until the waiting bytes
/// are at most half of the limit.
extension QueuePart {
  /// Maximum bytes of waiting chunks, unless the program sets another limit.
  static let defaultBuffer = 1 << 20
  /// A chunk that is shorter than this counts as this many bytes, because its row needs about as much memory. Otherwise
  /// a server that sends single bytes could make a queue a hundred times as large as its limit.
  private static let leastChunk = 128

  /// Returns how many bytes a waiting row counts toward the queue's limit. Only chunks count.
  fileprivate static func weight(_ row: moya_completion) -> Int {
    Int(row.kind) == MOYA_ROW_CHUNK ? max(row.len, leastChunk) : 0
  }

  func setBuffer(_ bytes: Int) {
    let resumed = state.withLock { state in
      state.buffer = bytes > 0 ? bytes : QueuePart.defaultBuffer
      return state.resumable()
    }
    QueuePart.resume(resumed)
  }

  func begin(_ call: RowParts, _ waiter: Waiter?) { state.withLock { _ in call.state.waiter = waiter } }

  /// Writes a row and returns whether its call continues. Returns `nil` if the queue is destroyed or the call's
  /// completion row was written.
  func append(_ row: moya_completion, of call: RowParts) -> moya_flow? {
    update { state in
      if state.isDestroyed || call.state.hasEnded { return nil }
      state.rows.append(row)
      let weight = QueuePart.weight(row)
      state.bytes += weight
      if weight == 0 || state.bytes < state.buffer { return moya_flow(MOYA_FLOW_CONTINUE) }
      if !call.state.isPaused {
        call.state.isPaused = true
        state.paused.append(call)
      }
      return moya_flow(MOYA_FLOW_PAUSE)
    }
  }

  /// Writes a progress row. If a progress row of the call already waits, updates that row.
  func note(_ progress: moya_progress, of call: RowParts) {
    update { state in
      if state.isDestroyed || call.state.hasEnded { return }
      if let waiting = call.state.progress { return waiting.pointee = progress }
      guard let memory = malloc(MemoryLayout<moya_progress>.size) else { return }
      let place = memory.bindMemory(to: moya_progress.self, capacity: 1)
      place.pointee = progress
      call.state.progress = place
      var row = call.row(MOYA_ROW_PROGRESS)
      row.progress = UnsafePointer(place)
      // The waiting row holds a reference to the call, because taking the row must clear the call's `progress`.
      row.response = OpaquePointer(call.retainedAddress())
      state.rows.append(row)
    }
  }

  /// Records that the call is about to write its last row, the completion.
  func forget(_ call: RowParts) {
    let waiter = state.withLock { state -> Waiter? in
      call.state.hasEnded = true
      if call.state.isPaused { state.paused.removeAll { $0 === call } }
      return call.state.waiter.take()
    }
    withExtendedLifetime(waiter) {}
  }

  static func resume(_ calls: [RowParts]?) {
    for call in calls ?? [] { call.end.part.state.withLock { _ in call.state.waiter }?.resume() }
  }

  static func cancel(_ calls: [RowParts]) {
    for call in calls { call.end.part.state.withLock { _ in call.state.waiter }?.cancel() }
  }
}

extension QueuePart.State {
  /// Updates the counters for a row that is taken, if the row is a chunk or progress. Returns the row for the caller.
  mutating func settle(_ row: moya_completion) -> moya_completion {
    bytes -= QueuePart.weight(row)
    guard Int(row.kind) == MOYA_ROW_PROGRESS, let call = row.response else { return row }
    RowParts.taken(at: UnsafeRawPointer(call)).state.progress = nil
    var row = row
    row.response = nil
    return row
  }

  /// Returns the paused calls that can continue. Returns `nil` if no call can continue.
  mutating func resumable() -> [RowParts]? {
    if paused.isEmpty || bytes > buffer / 2 { return nil }
    let calls = exchange(&paused, with: [])
    for call in calls { call.state.isPaused = false }
    return calls
  }
}

// MARK: - RowArray

/// A caller's array of completions. Each element has the size that `moya_completion` has in the caller's header.
struct RowArray {
  private let start: UnsafeMutableRawPointer
  private let stride: Int
  let capacity: Int

  /// Returns `nil` if there is no array, or if the size or the number of the rows is impossible.
  init?(_ rows: UnsafeMutablePointer<moya_completion>?, _ rowSize: Int, _ capacity: Int) {
    guard let rows, rowSize >= MemoryLayout<moya_completion>.size, SizedStruct.canBe(rowSize), capacity >= 0,
      !capacity.multipliedReportingOverflow(by: rowSize).overflow
    else { return nil }
    start = UnsafeMutableRawPointer(rows)
    stride = rowSize
    self.capacity = capacity
  }

  static func filling(
    _ queue: OpaquePointer?, _ rows: UnsafeMutablePointer<moya_completion>?, _ rowSize: Int, _ capacity: Int,
    _ body: (CompletionQueue, RowArray) throws(Failure) -> Int
  ) -> Int64 {
    guard let queue = CompletionQueue.from(queue) else { return Int64(MOYA_ERROR_NULL) }
    if let fault = fault(of: rowSize) { return Int64(fault) }
    if capacity == 0 { return 0 }
    if rows == nil { return Int64(MOYA_ERROR_NULL) }
    guard let array = RowArray(rows, rowSize, capacity) else { return Int64(MOYA_ERROR_ARGUMENT) }
    do throws(Failure) { return Int64(try body(queue, array)) } catch { return Int64(error.status) }
  }

  /// Fills the row of a blocking call and returns its status. `body` returns the response, or `nil` if the call has not
  /// completed. If there is no row to fill, does not run `body`.
  static func filling(
    _ row: UnsafeMutablePointer<moya_completion>?, _ rowSize: Int, _ body: () throws(Failure) -> CResponse?
  ) -> moya_status? {
    guard let array = RowArray(row, rowSize, 1) else { return nil }
    var filled = moya_completion()
    do throws(Failure) { if let response = try body() { filled.take(response) } } catch { filled.take(error) }
    array.store(filled, at: 0)
    return filled.status
  }

  /// Returns the status for an impossible size of a row. Returns `nil` if the size is possible.
  static func fault(of rowSize: Int) -> Int? {
    if 0..<MemoryLayout<moya_completion>.size ~= rowSize { return MOYA_ERROR_STRUCT_SIZE }
    return SizedStruct.canBe(rowSize) ? nil : MOYA_ERROR_ARGUMENT
  }

  /// Writes a row. If the caller's header is newer and has more fields, these fields become 0.
  func store(_ row: moya_completion, at index: Int) {
    let place = start + index * stride
    if stride > MemoryLayout<moya_completion>.size { memset(place, 0, stride) }
    place.storeBytes(of: row, as: moya_completion.self)
  }

  func release() {
    for index in 0..<capacity {
      let place = start + index * stride
      var row = place.loadUnaligned(as: moya_completion.self)
      row.release()
      (row.response, row.error, row.data, row.len, row.progress) = (nil, nil, nil, 0, nil)
      place.storeBytes(of: row, as: moya_completion.self)
    }
  }
}

extension moya_completion {
  /// Makes this row own a response.
  fileprivate mutating func take(_ response: consuming CResponse) {
    http_status = Int32(truncatingIfNeeded: response.response.statusCode)
    let body = response.body
    data = UnsafeRawPointer(body.data)
    len = body.len
    self.response = response.retainedHandle()
  }

  /// Makes this row own the error of a failure.
  fileprivate mutating func take(_ failure: Failure) {
    status = failure.status
    http_status = Int32(truncatingIfNeeded: failure.response?.statusCode ?? 0)
    error = CError(failure).retainedHandle()
  }

  /// Releases what a row owns.
  func release() {
    CResponse.release(response, function: "moya_completions_release")
    CError.release(error, function: "moya_completions_release")
    // The data of a completion row belongs to its response.
    if Int(kind) == MOYA_ROW_CHUNK || Int(kind) == MOYA_ROW_STEP { free(UnsafeMutableRawPointer(mutating: data)) }
    free(UnsafeMutableRawPointer(mutating: progress))
  }
}
