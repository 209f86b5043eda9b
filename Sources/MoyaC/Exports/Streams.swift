import CMoya
import MoyaCore

@implementation @_cdecl("moya_provider_start")
public func moya_provider_start(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ handlers: UnsafePointer<moya_handlers>?,
  _ call: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  call?.pointee = nil
  return answering(error) { () throws(Failure) in
    let entered = Provider.from(provider)
    defer { entered?.leave() }
    var shown = try ShownCall(provider, target, handlers)
    if !shown.hasEnd { throw .null("moya_handlers.end") }
    shown.end.serve(shown.provider)
    let order = try shown.takeOrder()
    try shown.provider.send(consume order, to: shown.end, shownTo: shown.stream, handle: call)
  }
}

@implementation @_cdecl("moya_provider_run")
public func moya_provider_run(
  _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ handlers: UnsafePointer<moya_handlers>?,
  _ response: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  response?.pointee = nil
  return answering(error) { () throws(Failure) in
    let entered = Provider.from(provider)
    defer { entered?.leave() }
    var shown = try ShownCall(provider, target, handlers)
    defer { shown.end.release() }
    if shown.hasEnd {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_handlers.end is for moya_provider_start: moya_provider_run returns it")
    }
    guard let response else { throw .null("response") }
    let order = try shown.takeOrder()
    let name = order.subject.name
    let result = try shown.provider.call(consume order, shownTo: shown.stream, by: "moya_provider_run")
    response.pointee = try CResponse(result, target: name).retainedHandle()
  }
}

/// What is read of a call whose response is shown to handlers. Whatever fails, the handlers' `user` and the target's
/// task are released.
private struct ShownCall {
  let provider: Provider
  private var order: Order?
  let stream: CStream
  /// Owns the handlers' `user`.
  let end: CallbackEnd
  let hasEnd: Bool

  init(
    _ provider: OpaquePointer?, _ target: UnsafePointer<moya_target>?, _ pointer: UnsafePointer<moya_handlers>?
  ) throws(Failure) {
    let handlers: moya_handlers
    do throws(Failure) { handlers = try moya_handlers(copying: pointer) } catch {
      if let target { Order.discard(target) }
      throw error
    }
    hasEnd = handlers.end != nil
    end = CallbackEnd(handlers.end, handlers.user, release: handlers.release_user)
    self.provider = try required(provider, for: target)
    var order = try self.provider.order(of: target, asksForEvents: handlers.event != nil)
    try handlers.check()
    if handlers.takesBody, order.download != nil {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_handlers has body, line or event, and the target a download")
    }
    stream = order.shown(to: handlers, by: self.provider)
    self.order = order
  }

  /// The order, once: the call holds it alone then, and releases what is sent when it ends.
  mutating func takeOrder() throws(Failure) -> Order {
    guard let order = order.take() else { throw .closed }
    return order
  }
}

extension Order {
  /// - Parameter owner: what the handlers' `user` points into; `nil`: it outlives the call.
  mutating func shown(to handlers: moya_handlers, of owner: AnyObject? = nil, by provider: Provider) -> CStream {
    let stream = CStream(handlers, of: owner, provider: provider, sends: bodyLength)
    if handlers.readsResponse { reader = stream }
    return stream
  }

  /// Bytes of the request's body; −1: not known yet.
  fileprivate var bodyLength: Int64 {
    guard case .ready(let request) = source else { return 0 }
    return switch request.body {
    case .none: 0
    case .data(let data): Int64(data.count)
    case .file, .segments: -1
    }
  }
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
