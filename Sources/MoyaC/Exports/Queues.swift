import CMoya

@implementation @_cdecl("moya_queue_create")
public func moya_queue_create(
  _ queue: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  queue?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard let queue else { throw .null("queue") }
    queue.pointee = try CompletionQueue.make().retainedHandle()
  }
}

@implementation @_cdecl("moya_queue_destroy")
public func moya_queue_destroy(_ queue: OpaquePointer?) {
  CompletionQueue.from(queue)?.destroy()
  CompletionQueue.release(queue)
}

@implementation @_cdecl("moya_queue_close")
public func moya_queue_close(_ queue: OpaquePointer?) { CompletionQueue.from(queue)?.close() }

@implementation @_cdecl("moya_queue_wake")
public func moya_queue_wake(_ queue: OpaquePointer?) { CompletionQueue.from(queue)?.wake() }

@implementation @_cdecl("moya_queue_set_limit")
public func moya_queue_set_limit(_ queue: OpaquePointer?, _ limit: Int) {
  CompletionQueue.from(queue)?.setLimit(max(0, limit))
}

@implementation @_cdecl("moya_queue_set_buffer")
public func moya_queue_set_buffer(_ queue: OpaquePointer?, _ bytes: Int) {
  CompletionQueue.from(queue)?.setBuffer(max(0, bytes))
}

@implementation @_cdecl("moya_queue_fd")
public func moya_queue_fd(_ queue: OpaquePointer?) -> Int32 { CompletionQueue.from(queue)?.fileDescriptor ?? -1 }

@implementation @_cdecl("moya_queue_drain")
public func moya_queue_drain(
  _ queue: OpaquePointer?, _ rows: UnsafeMutablePointer<moya_completion>?, _ row_size: Int, _ capacity: Int
) -> Int64 {
  RowArray.filling(queue, rows, row_size, capacity) { (queue, rows) throws(Failure) in try queue.drain(into: rows) }
}

@implementation @_cdecl("moya_queue_wait")
public func moya_queue_wait(
  _ queue: OpaquePointer?, _ rows: UnsafeMutablePointer<moya_completion>?, _ row_size: Int, _ capacity: Int,
  _ timeout_ms: Int32
) -> Int64 {
  RowArray.filling(queue, rows, row_size, capacity) { (queue, rows) throws(Failure) in
    if Frame.isInside { throw .inCallback("moya_queue_wait") }
    guard timeout_ms >= -1 else { throw Failure(MOYA_ERROR_ARGUMENT, "timeout_ms is less than −1") }
    return try queue.wait(into: rows, milliseconds: timeout_ms)
  }
}

@implementation @_cdecl("moya_completions_release")
public func moya_completions_release(_ rows: UnsafeMutablePointer<moya_completion>?, _ row_size: Int, _ count: Int) {
  RowArray(rows, row_size, count)?.release()
}
