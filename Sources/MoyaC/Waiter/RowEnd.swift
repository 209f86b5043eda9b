import CMoya
import MoyaCore

/// The end of a waiter that is told by a row of a queue, in which a place is kept for it.
final class RowEnd: WaiterEnd {
  let part: QueuePart
  let tag: UInt64

  init(_ part: QueuePart, tag: UInt64) {
    self.part = part
    self.tag = tag
  }

  /// The call did not begin.
  func cancel() { part.giveBack() }

  func finish(_ result: consuming Result<Response, MoyaError>, of waiter: Waiter) {
    var row = moya_completion()
    row.tag = tag
    do throws(Failure) {
      let response = try CResponse(result, target: waiter.subject.name)
      row.http_status = Int32(truncatingIfNeeded: response.response.statusCode)
      row.data = UnsafeRawPointer(response.body.data)
      row.len = response.body.len
      row.response = response.retainedHandle()
    } catch let failure {
      row.status = failure.status
      row.http_status = Int32(truncatingIfNeeded: failure.response?.statusCode ?? 0)
      row.error = CError(failure).retainedHandle()
    }
    if !part.append(row) { row.release() }
  }
}
