import CMoya
import Glibc
import MoyaCore

/// A call whose response and progress are rows of a queue, as its end is: the handlers of a `CStream` write them.
///
/// Unchecked: what changes is used under the queue's lock.
final class RowParts: WaiterEnd, @unchecked Sendable {
  static let all = UInt32(MOYA_ROW_HEAD | MOYA_ROW_CHUNK | MOYA_ROW_PROGRESS)

  let end: RowEnd
  private let kinds: UInt32
  /// For the queue, under its lock.
  var state = State()

  struct State {
    /// From the call's begin to its end; the waiter holds this object, too.
    var waiter: Waiter?
    /// It is in the queue's list of paused calls.
    var isPaused = false
    /// The row of progress that waits in the queue; `nil`: none.
    var progress: UnsafeMutablePointer<moya_progress>?
    /// The row of the end is about to be written: no other follows.
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

  /// Valid as long as this object.
  var handlers: moya_handlers {
    var handlers = moya_handlers()
    handlers.user = Unmanaged.passUnretained(self).toOpaque()
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
    return handlers
  }

  private func wants(_ kind: Int) -> Bool { kinds & UInt32(kind) != 0 }

  private static func of<Result>(_ user: UnsafeMutableRawPointer?, _ body: (RowParts) -> Result) -> Result? {
    user.map { Unmanaged<RowParts>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
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
