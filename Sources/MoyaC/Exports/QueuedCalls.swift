import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_enqueue")
public func moya_provider_enqueue(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64,
  _ call: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    try required(provider, for: target).enqueue(target, queue, tag, in: nil, call)
  }
}

@implementation @_cdecl("moya_provider_enqueue_all")
public func moya_provider_enqueue_all(
  _ provider: OpaquePointer?, _ targets: UnsafePointer<UnsafePointer<moya_target>?>?, _ count: Int,
  _ queue: OpaquePointer?, _ tag: UInt64, _ calls: UnsafeMutablePointer<OpaquePointer?>?,
  _ begun: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  begun?.pointee = 0
  return answering(error) { () throws(Failure) in
    let targets = try array(targets, count: count, named: "targets")
    calls?.update(repeating: nil, count: targets.count)
    guard let first = targets.first else { return }
    let provider = try required(provider, for: first)
    for (index, target) in targets.enumerated() {
      // A hook of the call before may have destroyed the provider: then no further call may begin.
      if provider.isBeingDestroyed {
        if let target { Order.discard(target) }
        throw .closed
      }
      let tag = tag &+ UInt64(truncatingIfNeeded: index)
      try provider.enqueue(target, queue, tag, in: nil, calls.map { $0 + index })
      begun?.pointee = index + 1
    }
  }
}

@implementation @_cdecl("moya_provider_enqueue_parts")
public func moya_provider_enqueue_parts(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64,
  _ parts: UInt32, _ call: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try required(provider, for: target)
    if parts == 0 { return try provider.enqueue(target, queue, tag, in: nil, call) }
    try provider.enqueue(target, queue, tag, parts: parts, call)
  }
}

extension Provider {
  /// - Parameter parts: the rows beside the end's.
  fileprivate func enqueue(
    _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64, parts: UInt32,
    _ call: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    defer { leave() }
    var order = try self.order(of: target)
    if parts & ~RowParts.all != 0 {
      throw Failure(MOYA_ERROR_ARGUMENT, "parts is \(parts), and has a bit that is none of MOYA_ROW_…")
    }
    if parts & UInt32(MOYA_ROW_CHUNK) != 0, order.download != nil {
      throw Failure(MOYA_ERROR_ARGUMENT, "parts has MOYA_ROW_CHUNK, and the target a download")
    }
    let end = try CompletionQueue.required(queue, named: "queue").end(tag: tag)
    let rows = RowParts(end, kinds: parts)
    let stream = order.shown(to: rows.handlers, of: rows, by: self)
    do throws(Failure) { try send(consume order, to: rows, endingIn: end.part, shownTo: stream, handle: call) } catch {
      end.cancel()
      throw error
    }
  }

  /// - Parameter group: `nil`: none.
  func enqueue(
    _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64, in group: CallGroup?,
    _ call: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    defer { leave() }
    let order = try self.order(of: target)
    let end = try CompletionQueue.required(queue, named: "queue").end(tag: tag)
    // The end of a group's call runs further code of the program's.
    let part = group == nil ? end.part : nil
    do throws(Failure) { try send(consume order, to: end, endingIn: part, in: group, handle: call) } catch {
      end.cancel()
      throw error
    }
  }
}
