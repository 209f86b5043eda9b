import CMoya
import MoyaCore

@implementation @_cdecl("moya_call_state")
public func moya_call_state(_ call: OpaquePointer?) -> moya_call_phase {
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return moya_call_phase(MOYA_CALL_ENDED) }
  return switch waiter.progress {
  case .waits: moya_call_phase(MOYA_CALL_WAITING)
  case .runs: moya_call_phase(MOYA_CALL_RUNNING)
  case .ended: moya_call_phase(MOYA_CALL_ENDED)
  }
}

@implementation @_cdecl("moya_call_bytes")
public func moya_call_bytes(
  _ call: OpaquePointer?, _ up: UnsafeMutablePointer<Int64>?, _ down: UnsafeMutablePointer<Int64>?
) {
  up?.pointee = 0
  down?.pointee = 0
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return }
  let bytes = waiter.bytes
  up?.pointee = bytes.sent
  down?.pointee = bytes.received
}

@implementation @_cdecl("moya_call_target")
public func moya_call_target(_ call: OpaquePointer?) -> moya_str {
  moya_str((Waiter.from(call)?.subject as? CSubject)?.nameForC)
}

@implementation @_cdecl("moya_call_wait")
public func moya_call_wait(
  _ call: OpaquePointer?, _ timeout_ms: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    guard let waiter = Waiter.from(call) else { throw .null("call") }
    if timeout_ms < -1 { throw .noTimeout(timeout_ms) }
    if Frame.isInside { throw .inCallback("moya_call_wait") }
    guard waiter.isOfThisProcess else { throw .inherited("call") }
    guard waiter.waitUntilEnded(milliseconds: timeout_ms) else {
      throw Failure(MOYA_ERROR_TIMEOUT_TOTAL, "the call has not ended in \(timeout_ms) ms").about(waiter.subject.name)
    }
  }
}

@implementation @_cdecl("moya_call_cancel")
public func moya_call_cancel(_ call: OpaquePointer?) {
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return }
  waiter.cancel()
}

@implementation @_cdecl("moya_call_pause")
public func moya_call_pause(_ call: OpaquePointer?) {
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return }
  waiter.pause()
}

@implementation @_cdecl("moya_call_resume")
public func moya_call_resume(_ call: OpaquePointer?) {
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return }
  waiter.resume()
}

@implementation @_cdecl("moya_call_retain")
public func moya_call_retain(_ call: OpaquePointer?) -> OpaquePointer? { Waiter.from(call)?.retainedHandle() }

@implementation @_cdecl("moya_call_release")
public func moya_call_release(_ call: OpaquePointer?) { Waiter.release(call) }

@implementation @_cdecl("moya_calls_release")
public func moya_calls_release(_ calls: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int) {
  guard let calls, count > 0 else { return }
  for index in 0..<count { Waiter.release(exchange(&calls[index], with: nil)) }
}
