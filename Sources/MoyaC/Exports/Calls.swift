import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_call")
public func moya_provider_call(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ handlers: UnsafePointer<moya_handlers>?,
  _ response: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard handlers == nil else { return try callShown(provider, target, handlers, response) }
    let provider = try required(provider, for: target)
    try provider.call(target, response, by: "moya_provider_call")
  }
}

/// A separate function, so that a call without handlers needs no room for theirs.
@inline(never)
private func callShown(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ handlers: UnsafePointer<moya_handlers>?,
  _ response: UnsafeMutablePointer<OpaquePointer?>?
) throws(Failure) {
  let shown = try ShownTo(handlers, orDiscard: target)
  let provider = try required(provider, for: target)
  defer { provider.leave() }
  try provider.call(provider.order(of: target, asksForEvents: shown.wantsEvents), shown, response)
}

@implementation @_cdecl("moya_provider_send")
public func moya_provider_send(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ handlers: UnsafePointer<moya_handlers>?,
  _ group: OpaquePointer?, _ call: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    let shown = try ShownTo(handlers, orDiscard: target)
    let provider = try required(provider, for: target)
    defer { provider.leave() }
    try provider.send(provider.order(of: target, asksForEvents: shown.wantsEvents), shown, group, call)
  }
}

@implementation @_cdecl("moya_provider_call_for")
public func moya_provider_call_for(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ timeout_ms: Int32,
  _ blocking_call: UnsafeMutablePointer<OpaquePointer?>?, _ response: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    if let known = BlockingCall.from(blocking_call?.pointee) {
      if timeout_ms < -1 { throw .noTimeout(timeout_ms) }
      defer { known.provider.leave() }
      guard let end = try known.proceed(timeout_ms) else { return }
      blocking_call?.pointee = nil
      defer { BlockingCall.release(known.borrowedHandle) }
      try CResponse(end, target: known.name).hand(to: response)
      return
    }
    let provider = try required(provider, for: target)
    if blocking_call != nil, timeout_ms >= -1, let stubbed = try ImmediateStub.answer(target, of: provider) {
      stubbed.hand(to: response)
      return
    }
    try provider.begin(provider.order(of: target), timeout_ms, blocking_call, response)
  }
}

extension Provider {
  /// Sends what a target says, and waits.
  func call(
    _ target: UnsafePointer<moya_target>?, _ response: UnsafeMutablePointer<OpaquePointer?>?, by function: StaticString
  ) throws(Failure) {
    if let stubbed = try ImmediateStub.answer(target, of: self) { return stubbed.hand(to: response) }
    let order = try self.order(of: target)
    let name = order.subject.name
    try CResponse(call(consume order, by: function), target: name).hand(to: response)
  }

  /// Sends, shows handlers the response, and waits.
  func call(
    _ order: consuming Order, _ shown: borrowing ShownTo, _ response: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    defer { shown.end.release() }
    if shown.hasEnd { throw Failure(MOYA_ERROR_ARGUMENT, "moya_handlers.end is for calls that do not wait") }
    let stream = try shown.stream(of: &order, by: self)
    let name = order.subject.name
    try CResponse(call(consume order, shownTo: stream), target: name).hand(to: response)
  }

  /// Sends, and shows handlers the response and the end.
  func send(
    _ order: consuming Order, _ shown: borrowing ShownTo, _ group: OpaquePointer?,
    _ call: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    if !shown.hasEnd { throw .null("moya_handlers.end") }
    let group = try Group.calls(group, of: self)
    shown.end.serve(self)
    let stream = shown.showsOnlyTheEnd ? nil : try shown.stream(of: &order, by: self)
    try send(consume order, to: shown.end, shownTo: stream, in: group, handle: call)
  }

  /// Begins a call, and moves it for so long at most.
  func begin(
    _ order: consuming Order, _ milliseconds: Int32, _ blockingCall: UnsafeMutablePointer<OpaquePointer?>?,
    _ response: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    guard let blockingCall else { throw .null("blocking_call") }
    if milliseconds < -1 { throw .noTimeout(milliseconds) }
    let name = order.subject.name
    let begun = try beginBlocking(consume order, milliseconds: milliseconds)
    blockingCall.pointee = begun.call?.retainedHandle()
    if let result = begun.result { try CResponse(result, target: name).hand(to: response) }
  }
}

extension CResponse {
  /// Gives a caller the response, if it wants it.
  func hand(to place: UnsafeMutablePointer<OpaquePointer?>?) { place?.pointee = retainedHandle() }
}

@implementation @_cdecl("moya_blocking_call_release")
public func moya_blocking_call_release(_ blocking_call: OpaquePointer?) {
  guard let known = BlockingCall.from(blocking_call), known.abandon() else { return }
  BlockingCall.release(blocking_call)
}

/// The provider of a handle. Without one the target is still read, as far as its task's `release_user`, which must be
/// called whether or not anything is sent.
func required(
  _ provider: OpaquePointer?, for target: UnsafePointer<moya_target>?, function: StaticString = #function
) throws(Failure) -> Provider {
  if let provider = Provider.from(provider, function: function) { return provider }
  if let target { Order.discard(target) }
  throw .null("provider")
}
