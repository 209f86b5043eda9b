import CMoya
import MoyaCore

/// What a `moya_task` says.
struct TargetTask {
  private(set) var body = RequestBody.none
  private(set) var isJSON = false
  private(set) var parameters: CallerArray<moya_parameter>?

  /// - Parameter kept: what has taken over the task's `release`; `nil`: the bytes are copied.
  init(_ pointer: UnsafePointer<moya_task>?, _ kept: KeptBytes?) throws(Failure) {
    guard let pointer else { return }
    let task = try moya_task(copying: pointer)
    guard task.reserved == 0 else { throw Failure(MOYA_ERROR_ARGUMENT, "moya_task.reserved is not 0") }
    switch Int(task.kind) {
    case MOYA_TASK_PLAIN: break
    case MOYA_TASK_DATA, MOYA_TASK_JSON:
      isJSON = Int(task.kind) == MOYA_TASK_JSON
      if let kept {
        body = .data(kept.data(try callerBytes(task.data, count: task.data_len, named: "moya_task.data")))
      } else {
        body = .data(try BodyBuffer.copying(task.data, count: task.data_len, named: "moya_task.data").data)
      }
    case MOYA_TASK_QUERY: break
    default:
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_task.kind is \(task.kind), which is none of MOYA_TASK_…")
    }
    if Int(task.kind) != MOYA_TASK_PLAIN {
      parameters = try CallerArray(
        task.parameters, count: task.parameter_count, stride: task.parameter_stride, named: "moya_task.parameters")
    }
  }
}
