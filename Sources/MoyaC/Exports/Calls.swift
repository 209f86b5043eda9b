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
    try required(provider, for: target).call(target, by: "moya_provider_call").hand(to: response)
  }
}

/// Makes a call with handlers. This function is separate, so that a call without handlers needs no stack space for
/// them.
@inline(never)
private func callShown(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ handlers: UnsafePointer<moya_handlers>?,
  _ response: UnsafeMutablePointer<OpaquePointer?>?
) throws(Failure) {
  let shown = try ShownTo(handlers, orDiscard: target)
  let provider = try required(provider, for: target)
  defer { provider.leave() }
  try provider.call(provider.description(of: target, asksForEvents: shown.wantsEvents), shown, response)
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
    try provider.send(provider.description(of: target, asksForEvents: shown.wantsEvents), shown, group, call)
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
    try callFor(provider, target, timeout_ms, blocking_call, by: "moya_provider_call_for")?.hand(to: response)
  }
}

/// Begins or continues a blocking call, and runs it for at most this many milliseconds. Returns `nil` if the call has
/// not completed.
///
/// - Parameter function: The name of the C function that the program has called.
func callFor(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ milliseconds: Int32,
  _ blockingCall: UnsafeMutablePointer<OpaquePointer?>?, by function: StaticString
) throws(Failure) -> CResponse? {
  guard let known = BlockingCall.from(blockingCall?.pointee, function: function) else {
    return try required(provider, for: target, function: function)
      .begin(target, milliseconds, blockingCall, by: function)
  }
  if milliseconds < -1 { throw .noTimeout(milliseconds) }
  defer { known.provider.leave() }
  guard let end = try known.proceed(milliseconds) else { return nil }
  blockingCall?.pointee = nil
  defer { BlockingCall.release(known.borrowedHandle) }
  return try CResponse(end, target: known.name)
}

extension Provider {
  /// Sends a target and waits for its result.
  func call(_ target: UnsafePointer<moya_target>?, by function: StaticString) throws(Failure) -> CResponse {
    if let stubbed = try ImmediateStub.answer(target, of: self) { return stubbed }
    let description = try self.description(of: target)
    let name = description.subject.name
    return try CResponse(call(consume description, by: function), target: name)
  }

  /// Sends a described call, passes the response to handlers, and waits for the result.
  func call(
    _ description: consuming CallDescription, _ shown: borrowing ShownTo,
    _ response: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    defer { shown.end.release() }
    if shown.hasEnd { throw .argument("moya_handlers.end is for calls that do not wait") }
    let stream = try shown.stream(of: &description, by: self)
    let name = description.subject.name
    try CResponse(call(consume description, shownTo: stream), target: name).hand(to: response)
  }

  /// Sends a described call, and passes the response and the result to handlers.
  func send(
    _ description: consuming CallDescription, _ shown: borrowing ShownTo, _ group: OpaquePointer?,
    _ call: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(Failure) {
    if !shown.hasEnd { throw .null("moya_handlers.end") }
    let group = try Group.calls(group, of: self)
    shown.end.serve(self)
    let stream = shown.showsOnlyTheEnd ? nil : try shown.stream(of: &description, by: self)
    try send(consume description, to: shown.end, shownTo: stream, in: group, handle: call)
  }

  /// Starts a call and runs it for at most this many milliseconds. Returns `nil` if the call has not completed.
  func begin(
    _ target: UnsafePointer<moya_target>?, _ milliseconds: Int32,
    _ blockingCall: UnsafeMutablePointer<OpaquePointer?>?, by function: StaticString
  ) throws(Failure) -> CResponse? {
    if blockingCall != nil, milliseconds >= -1, let stubbed = try ImmediateStub.answer(target, of: self) {
      return stubbed
    }
    let description = try self.description(of: target)
    guard let blockingCall else { throw .null("blocking_call") }
    if milliseconds < -1 { throw .noTimeout(milliseconds) }
    let name = description.subject.name
    let begun = try beginBlocking(consume description, milliseconds: milliseconds, by: function)
    blockingCall.pointee = begun.call?.retainedHandle()
    return if let result = begun.result { try CResponse(result, target: name) } else { nil }
  }
}

extension CResponse {
  /// Stores the response for the caller, if the caller wants it.
  func hand(to place: UnsafeMutablePointer<OpaquePointer?>?) { place?.pointee = retainedHandle() }
}

@implementation @_cdecl("moya_blocking_call_release")
public func moya_blocking_call_release(_ blocking_call: OpaquePointer?) {
  guard let known = BlockingCall.from(blocking_call), known.abandon() else { return }
  BlockingCall.release(blocking_call)
}

/// Returns the provider of a handle.
///
/// If the handle is NULL, calls the target's `release_user` functions and then throws. These functions must be called
/// in every case.
func required(
  _ provider: OpaquePointer?, for target: UnsafePointer<moya_target>?, function: StaticString = #function
) throws(Failure) -> Provider {
  if let provider = Provider.from(provider, function: function) { return provider }
  if let target { CallDescription.discard(target) }
  throw .null("provider")
}

// MARK: - Calls under way

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
    // A callback can fork the process while this function runs it.
    guard waiter.isOfThisProcess else { throw .inherited("call") }
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

// MARK: - Groups

@implementation @_cdecl("moya_group_create")
public func moya_group_create(
  _ provider: OpaquePointer?, _ limit: UInt32, _ group: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  group?.pointee = nil
  return answering(error) { () throws(Failure) in
    let provider = try Provider.required(provider, named: "provider")
    guard let group else { throw .null("group") }
    group.pointee = Group(provider, limit: limit).retainedHandle()
  }
}

@implementation @_cdecl("moya_group_release")
public func moya_group_release(_ group: OpaquePointer?) { Group.release(group) }

@implementation @_cdecl("moya_group_count")
public func moya_group_count(_ group: OpaquePointer?) -> Int { Group.from(group)?.calls.count ?? 0 }

@implementation @_cdecl("moya_group_cancel")
public func moya_group_cancel(_ group: OpaquePointer?) { Group.from(group)?.calls.cancel() }

@implementation @_cdecl("moya_group_wait")
public func moya_group_wait(
  _ group: OpaquePointer?, _ timeout_ms: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  answering(error) { () throws(Failure) in
    let group = try Group.required(group, named: "group")
    if timeout_ms < -1 { throw .noTimeout(timeout_ms) }
    guard try group.provider.wait(for: group.calls, milliseconds: timeout_ms) else {
      throw Failure(
        MOYA_ERROR_TIMEOUT_TOTAL, "\(group.calls.memberCount) calls of the group have not ended in \(timeout_ms) ms")
    }
  }
}
