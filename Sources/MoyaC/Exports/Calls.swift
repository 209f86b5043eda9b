import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_call")
public func moya_provider_call(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ response: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try required(provider, for: target)
    let order = try Order(target, defaults: provider.defaults)
    guard let response else { throw .null("response") }
    let subject = order.subject
    response.pointee = try CResponse(provider.call(consume order), target: subject.name).retainedHandle()
  }
}

@implementation @_cdecl("moya_provider_send")
public func moya_provider_send(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ callback: moya_callback_fn?,
  _ user: UnsafeMutableRawPointer?, _ release_user: moya_release_fn?, _ call: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  let end = CallbackEnd(callback, user, release: release_user)
  return answering(error) { () throws(Failure) in
    let provider = try required(provider, for: target)
    let order = try Order(target, defaults: provider.defaults)
    if callback == nil { throw .null("callback") }
    end.provider = provider
    defer { provider.leave() }
    try provider.send(consume order, to: end, handle: call)
  }
}

@implementation @_cdecl("moya_provider_enqueue")
public func moya_provider_enqueue(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64,
  _ call: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try required(provider, for: target)
    let order = try Order(target, defaults: provider.defaults)
    let queue = try CompletionQueue.required(queue, named: "queue")
    defer { provider.leave() }
    try provider.send(consume order, to: RowEnd(queue, tag: tag), handle: call)
  }
}

@implementation @_cdecl("moya_call_cancel")
public func moya_call_cancel(_ call: OpaquePointer?) {
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return }
  waiter.cancel()
}

@implementation @_cdecl("moya_call_release")
public func moya_call_release(_ call: OpaquePointer?) { Waiter.release(call) }

/// The provider behind a handle. Without one the target is still read, as far as its task's `release`, which must be
/// called whether or not anything is sent.
func required(
  _ provider: OpaquePointer?, for target: UnsafePointer<moya_target>?
) throws(Failure) -> Provider {
  if let provider = Provider.from(provider) { return provider }
  if let target { Order.discard(target) }
  throw .null("provider")
}
