import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_call")
public func moya_provider_call(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ response: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    let (provider, target) = try read(provider, target)
    guard let response else { throw .null("response") }
    response.pointee = try CResponse(provider.call(target), target: target.name).retainedHandle()
  }
}

@implementation @_cdecl("moya_provider_send")
public func moya_provider_send(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ callback: moya_callback?,
  _ user: UnsafeMutableRawPointer?, _ release_user: moya_release?, _ call: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  let user = CallbackUser(user, release: release_user)
  return answering(error) { () throws(Failure) in
    let (provider, target) = try read(provider, target)
    guard let callback else { throw .null("callback") }
    defer { provider.leave() }
    try provider.send(target, to: .callback(callback, user), handle: call)
  }
}

@implementation @_cdecl("moya_provider_enqueue")
public func moya_provider_enqueue(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ queue: OpaquePointer?, _ tag: UInt64,
  _ call: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    let (provider, target) = try read(provider, target)
    let queue = try CompletionQueue.required(queue, named: "queue")
    defer { provider.leave() }
    try provider.send(target, to: .row(queue, tag: tag), handle: call)
  }
}

@implementation @_cdecl("moya_call_cancel")
public func moya_call_cancel(_ call: OpaquePointer?) { CCall.from(call)?.cancel() }

@implementation @_cdecl("moya_call_release")
public func moya_call_release(_ call: OpaquePointer?) { CCall.release(call) }

/// The description is read even for a provider that is not there: a task's `release` must be called.
private func read(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?
) throws(Failure) -> (Provider, CTarget) {
  guard let provider = Provider.from(provider) else {
    if let target { CTarget.discard(target) }
    throw .null("provider")
  }
  return (provider, try CTarget(target, defaults: provider.defaults))
}
