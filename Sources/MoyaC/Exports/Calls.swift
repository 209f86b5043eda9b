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
    if let response, let stubbed = try ImmediateStub.answer(target, of: provider) {
      response.pointee = stubbed.retainedHandle()
      return
    }
    let order = try provider.order(of: target)
    guard let response else { throw .null("response") }
    let name = order.subject.name
    response.pointee = try CResponse(provider.call(consume order), target: name).retainedHandle()
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
    defer { provider.leave() }
    let order = try provider.order(of: target)
    if callback == nil { throw .null("callback") }
    end.serve(provider)
    try provider.send(consume order, to: end, handle: call)
  }
}

@implementation @_cdecl("moya_provider_exchange")
public func moya_provider_exchange(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ timeout_ms: Int32,
  _ exchange: UnsafeMutablePointer<OpaquePointer?>?, _ response: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    if let known = Exchange.from(exchange?.pointee) {
      guard let response else { throw .null("response") }
      if timeout_ms < -1 { throw .noTimeout(timeout_ms) }
      defer { known.provider.leave() }
      guard let end = try known.proceed(timeout_ms) else { return }
      exchange?.pointee = nil
      defer { Exchange.release(known.borrowedHandle) }
      response.pointee = try CResponse(end, target: known.name).retainedHandle()
      return
    }
    let provider = try required(provider, for: target)
    if let response, exchange != nil, timeout_ms >= -1, let stubbed = try ImmediateStub.answer(target, of: provider) {
      response.pointee = stubbed.retainedHandle()
      return
    }
    try provider.begin(provider.order(of: target), timeout_ms, exchange, response)
  }
}

extension Provider {
  /// Begins an exchange, and moves it for so long at most.
  func begin(
    _ order: consuming Order, _ milliseconds: Int32, _ exchange: UnsafeMutablePointer<OpaquePointer?>?,
    _ response: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    guard let exchange else { throw .null("exchange") }
    guard let response else { throw .null("response") }
    if milliseconds < -1 { throw .noTimeout(milliseconds) }
    let name = order.subject.name
    let begun = try self.exchange(consume order, milliseconds: milliseconds)
    exchange.pointee = begun.exchange?.retainedHandle()
    if let result = begun.result { response.pointee = try CResponse(result, target: name).retainedHandle() }
  }
}

@implementation @_cdecl("moya_exchange_release")
public func moya_exchange_release(_ exchange: OpaquePointer?) {
  guard let known = Exchange.from(exchange), known.abandon() else { return }
  Exchange.release(exchange)
}

@implementation @_cdecl("moya_call_cancel")
public func moya_call_cancel(_ call: OpaquePointer?) {
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return }
  waiter.cancel()
}

@implementation @_cdecl("moya_call_get_state")
public func moya_call_get_state(_ call: OpaquePointer?) -> moya_call_state {
  guard let waiter = Waiter.from(call), waiter.isOfThisProcess else { return moya_call_state(MOYA_CALL_ENDED) }
  return switch waiter.progress {
  case .waits: moya_call_state(MOYA_CALL_WAITING)
  case .runs: moya_call_state(MOYA_CALL_RUNNING)
  case .ended: moya_call_state(MOYA_CALL_ENDED)
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

@implementation @_cdecl("moya_call_release")
public func moya_call_release(_ call: OpaquePointer?) { Waiter.release(call) }

@implementation @_cdecl("moya_calls_release")
public func moya_calls_release(_ calls: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int) {
  guard let calls, count > 0 else { return }
  for index in 0..<count { Waiter.release(exchange(&calls[index], with: nil)) }
}

/// The provider behind a handle. Without one the target is still read, as far as its task's `release`, which must be
/// called whether or not anything is sent.
func required(
  _ provider: OpaquePointer?, for target: UnsafePointer<moya_target>?
) throws(Failure) -> Provider {
  if let provider = Provider.from(provider) { return provider }
  if let target { Order.discard(target) }
  throw .null("provider")
}
