import CMoya
import MoyaCore

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
  CompletionQueue.from(queue)?.setLimit(Int(size: limit))
}

@implementation @_cdecl("moya_queue_set_buffer")
public func moya_queue_set_buffer(_ queue: OpaquePointer?, _ bytes: Int) {
  CompletionQueue.from(queue)?.setBuffer(Int(size: bytes))
}

@implementation @_cdecl("moya_queue_set_pump")
public func moya_queue_set_pump(
  _ queue: OpaquePointer?, _ most_calls: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    try CompletionQueue.required(queue, named: "queue").setPump(Int(size: most_calls))
  }
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
    guard timeout_ms >= -1 else { throw .argument("timeout_ms is less than −1") }
    return try queue.wait(into: rows, milliseconds: timeout_ms)
  }
}

@implementation @_cdecl("moya_completions_release")
public func moya_completions_release(_ rows: UnsafeMutablePointer<moya_completion>?, _ row_size: Int, _ count: Int) {
  RowArray(rows, row_size, count)?.release()
}

// MARK: - Calls that complete in a queue

@implementation @_cdecl("moya_provider_enqueue")
public func moya_provider_enqueue(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64,
  _ parts: UInt32, _ group: OpaquePointer?, _ call: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    try required(provider, for: target).enqueue(target, queue, tag, parts: parts, in: group, call)
  }
}

@implementation @_cdecl("moya_provider_enqueue_all")
public func moya_provider_enqueue_all(
  _ provider: OpaquePointer?, _ targets: UnsafePointer<UnsafePointer<moya_target>?>?, _ count: Int,
  _ queue: OpaquePointer?, _ tag: UInt64, _ parts: UInt32, _ group: OpaquePointer?,
  _ calls: UnsafeMutablePointer<OpaquePointer?>?, _ begun: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  begun?.pointee = 0
  return answering(error) { () throws(Failure) in
    let targets = try array(targets, count: count, named: "targets")
    calls?.update(repeating: nil, count: targets.count)
    guard let first = targets.first else { return }
    let provider = try required(provider, for: first)
    for (index, target) in targets.enumerated() {
      // If a hook of the previous call has destroyed the provider, no further call may begin.
      if provider.isBeingDestroyed {
        if let target { CallDescription.discard(target) }
        throw .closed
      }
      let tag = tag &+ UInt64(truncatingIfNeeded: index)
      try provider.enqueue(target, queue, tag, parts: parts, in: group, calls.map { $0 + index })
      begun?.pointee = index + 1
    }
  }
}

extension Provider {
  /// Sends a target. The call's completion becomes a row: an entry of the queue.
  ///
  /// - Parameters:
  ///   - parts: The kinds of rows that the call writes before its completion row.
  ///   - group: The group of the call. NULL means no group.
  func enqueue(
    _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64, parts: UInt32,
    in group: OpaquePointer?, _ call: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    defer { leave() }
    let description = try self.description(of: target)
    if parts != 0 { return try enqueue(consume description, queue, tag, parts: parts, in: group, call) }
    let group = try group == nil ? nil : Group.calls(group, of: self)
    let end = try CompletionQueue.required(queue, named: "queue").end(tag: tag)
    // When a call of a group completes, the group starts its next call, and this may run code of the program. So a call
    // of a group is treated like a call that does not complete in a queue.
    let part = group == nil ? end.part : nil
    do throws(Failure) { try send(consume description, to: end, endingIn: part, in: group, handle: call) } catch {
      end.cancel()
      throw error
    }
  }

  private func enqueue(
    _ description: consuming CallDescription, _ queue: OpaquePointer?, _ tag: UInt64, parts: UInt32,
    in group: OpaquePointer?,
    _ call: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    if parts & ~RowParts.all != 0 { throw .argument("parts is \(parts), and has a bit that is none of MOYA_ROW_…") }
    if parts & UInt32(MOYA_ROW_CHUNK) != 0, description.download != nil {
      throw .argument("parts has MOYA_ROW_CHUNK, and the target a download")
    }
    let group = try Group.calls(group, of: self)
    let end = try CompletionQueue.required(queue, named: "queue").end(tag: tag)
    let rows = RowParts(end, kinds: parts)
    let stream = description.shown(to: rows.handlers, of: rows, by: self)
    let part = group == nil ? end.part : nil
    do throws(Failure) {
      try send(consume description, to: rows, endingIn: part, shownTo: stream, in: group, handle: call)
    } catch {
      end.cancel()
      throw error
    }
  }
}
