import CMoya
import MoyaCore

/// The content of a caller's `moya_handlers`. This struct owns the `user` of the handlers, and releases it even after a
/// failure.
struct ShownTo: ~Copyable {
  private let handlers: moya_handlers
  let end: CallbackEnd

  var hasEnd: Bool { handlers.end != nil }
  var wantsEvents: Bool { handlers.event != nil }
  /// True if no handler receives the response before the completion.
  var showsOnlyTheEnd: Bool {
    !handlers.readsResponse && handlers.begin == nil && handlers.progress == nil && handlers.step == nil
      && handlers.flags == 0 && handlers.reserved == 0
  }

  /// - Parameter target: The target to send. If the handlers cannot be read, the target's `release_user` functions are
  ///   called, because nothing will read the target.
  init(_ pointer: UnsafePointer<moya_handlers>?, orDiscard target: UnsafePointer<moya_target>? = nil) throws(Failure) {
    do throws(Failure) { handlers = try moya_handlers(copying: pointer) } catch {
      if let target { CallDescription.discard(target) }
      throw error
    }
    end = CallbackEnd(handlers.end, handlers.user, release: handlers.release_user)
  }

  /// Makes the object that passes the response of the described call to the handlers. The library has made the
  /// description from a target.
  func stream(of description: inout CallDescription, by provider: Provider) throws(Failure) -> CStream {
    try handlers.check()
    if handlers.takesBody, description.download != nil {
      throw .argument("moya_handlers has body, line or event, and the target a download")
    }
    // A stream that reconnects accepts only these statuses. After another status, the call fails, and the call's error
    // contains the response with its body.
    if handlers.reconnects { description.validation = .customCodes([200, 204]) }
    return description.shown(to: handlers, by: provider)
  }
}

extension CallDescription {
  /// Makes the object that passes the response of the call to the handlers.
  ///
  /// - Parameter owner: The object that the handlers' `user` points into. `nil` if `user` outlives the call.
  mutating func shown(to handlers: moya_handlers, of owner: AnyObject? = nil, by provider: Provider) -> CStream {
    let stream = CStream(handlers, of: owner, provider: provider, sends: bodyLength)
    if handlers.readsResponse { reader = stream }
    if handlers.takesBody, let subject = subject as? CSubject { subject.responseForm = MOYA_BODY_STREAM }
    return stream
  }

  /// The size of the request's body in bytes. −1 if the size is not known yet.
  private var bodyLength: Int64 {
    guard case .ready(let request) = source else { return 0 }
    return switch request.body {
    case .none: 0
    case .data(let data): Int64(data.count)
    case .file, .segments: -1
    }
  }
}

extension moya_handlers: CallerStruct {
  static var firstSize: Int { 80 }

  /// True if a handler receives the body. If false, the response contains the body.
  var takesBody: Bool { body != nil || line != nil || event != nil }
  /// True if a handler receives the response.
  var readsResponse: Bool { head != nil || takesBody }
  /// True if the call reads events from one connection after another.
  var reconnects: Bool { flags & UInt32(MOYA_HANDLERS_RECONNECT) != 0 }

  fileprivate func check() throws(Failure) {
    guard [body != nil, line != nil, event != nil].count(where: { $0 }) <= 1 else {
      throw .argument("moya_handlers has more than one of body, line and event")
    }
    let unknown = flags & ~UInt32(MOYA_HANDLERS_RECONNECT)
    if unknown != 0 { throw .argument("moya_handlers.flags has \(unknown), which is no MOYA_HANDLERS_…") }
    if reserved != 0 { throw .argument("moya_handlers.reserved is not 0") }
    if reconnects, event == nil { throw .argument("moya_handlers has MOYA_HANDLERS_RECONNECT and no event") }
  }
}
