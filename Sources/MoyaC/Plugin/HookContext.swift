import CMoya
import MoyaCore

/// One run of one hook. A `moya_context` names it, and a `ContextSlot` stores it.
///
/// The struct is not copyable. Otherwise each read of one property through the pointer would retain and release all
/// other properties.
struct HookContext: ~Copyable {
  enum Hook: String {
    case create
    case prepare
    case willSend = "will_send"
    case didReceive = "did_receive"
    case process
    case shouldRetry = "should_retry"
  }

  let hook: Hook
  /// The identity is not retained, because it lives as long as the plugin, and the plugin outlives its hooks.
  private let identity: Unmanaged<PluginIdentity>
  var plugin: PluginIdentity { identity.takeUnretainedValue() }
  /// The call. `nil` in the hook `create`.
  let call: HookedCall?
  var request: URLRequest?
  /// The result of the call. `nil` before there is a result.
  private(set) var result: Result<Response, MoyaError>?
  /// The parts of the context that a hook rarely sets.
  var draft: ResponseDraft? {
    get { rare?.draft }
    set { changed.draft = newValue }
  }
  var failure: String? {
    get { rare?.failure }
    set { changed.failure = newValue }
  }
  private var rare: Rare?
  private var kept: [BodyBuffer] = []

  init(
    _ hook: Hook, of plugin: PluginIdentity, call: HookedCall?, request: consuming URLRequest? = nil,
    result: consuming Result<Response, MoyaError>? = nil
  ) {
    self.hook = hook
    identity = .passUnretained(plugin)
    self.call = call
    self.request = request
    self.result = result
  }

  private final class Rare {
    var draft: ResponseDraft?
    var failure: String?
  }

  private var changed: Rare {
    mutating get {
      if let rare { return rare }
      let made = Rare()
      rare = made
      return made
    }
  }

  var subject: CSubject? { call.flatMap { CSubject.of($0.subject) } }

  /// Sets a field of the request for this plugin.
  mutating func setHeader(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) throws(Failure) {
    let isSet = identity._withUnsafeGuaranteedRef { $0.field.setKnown(name, value, in: &request) }
    if isSet { return }
    let field = plugin.field
    try request?.setHeader(name, value, keptBy: field)
  }

  // MARK: Texts and bodies, valid until the hook returns

  mutating func keep(_ text: String?) -> moya_str { keep(text.flatMap { BodyBuffer($0) }) }

  mutating func keep(_ buffer: BodyBuffer?) -> moya_str {
    if let buffer { kept.append(buffer) }
    return moya_str(buffer)
  }

  // MARK: The result

  var maySetRequest: Bool { hook == .prepare }
  var maySetResponse: Bool { hook == .prepare || hook == .process }

  // The parts of the response that the call would return now. They are `nil` if there is no response.
  var httpStatus: Int? { draft?.status ?? received?.statusCode }
  var content: TransferResponse.Content? { draft?.content ?? received?.content }
  /// The header fields. The head also contains a status and a URL, which are not used.
  var head: HTTPURLResponse? { draft == nil ? received?.response : draft?.head }
  var hasResponse: Bool { httpStatus != nil }

  private var received: Response? {
    if case .success(let response) = result { response } else { nil }
  }

  var error: MoyaError? {
    if draft == nil, case .failure(let error) = result { return error }
    return nil
  }

  /// The response that a hook's change begins with.
  ///
  /// If the result is a failure, this is the part of the response that had arrived, or an empty response.
  var currentDraft: ResponseDraft {
    draft ?? (received ?? error?.response).map { ResponseDraft($0) } ?? ResponseDraft()
  }
}

extension HookedCall {
  /// The pointers that plugins store for the call.
  var slots: PluginSlots? { CSubject.of(slotOwner)?.slots }
}

extension CSubject {
  /// The subject of a call of the C API, which is the call's copy of the target. A C plugin receives no other calls.
  /// Comparing the type is much faster than `as?`.
  fileprivate static func of(_ subject: any Subject) -> CSubject? {
    type(of: subject) == CSubject.self ? unsafeDowncast(subject, to: CSubject.self) : nil
  }
}

// MARK: - ResponseDraft

/// A response that a plugin makes or changes.
struct ResponseDraft {
  var status = 200
  var content = TransferResponse.Content.data(Data())
  /// The header fields. The head also contains a status and a URL, which are not used.
  private(set) var head = HTTPURLResponse(urlText: "", statusCode: 0, fields: HeaderFields())
  private var base: Response?

  init() {}

  init(_ response: Response) {
    status = response.statusCode
    content = response.content
    if let head = response.response { self.head = head }
    base = response
  }

  mutating func set(_ name: String, to value: String?) { head = head.setting(name, to: value) }

  func response(to request: URLRequest?) -> Response {
    let url = base?.response?.urlText ?? request?.urlText ?? ""
    return Response(
      statusCode: status, content: content, request: nil, response: head.with(statusCode: status, urlText: url),
      attempt: base?.attemptCount ?? 0, fileURL: base?.fileURL)
  }
}

// MARK: - RunningHook

/// One run of one hook, with the context of this run.
///
/// The context ends with the run, unless the context is kept, which only tests do (see `ContextSlot`).
struct RunningHook: ~Copyable {
  private let slot: ContextSlot.Pointer
  private let number: UInt

  init(_ context: consuming HookContext) {
    slot = ContextSlab.take()
    number = slot.pointee.begin(context)
  }

  deinit {
    if slot.pointee.isOwn(number) { HookContext.end(slot) }
  }

  borrowing func run<Answer>(_ hook: (OpaquePointer?) -> Answer) -> Answer { hook(OpaquePointer(bitPattern: number)) }

  /// The context after the hook has run. Do not use this property if the context was kept.
  var context: UnsafeMutablePointer<HookContext> { slot.pointee.context }
}

extension HookContext {
  /// Runs `body` with the context that `handle` names.
  ///
  /// - Returns: `nil` if `handle` is NULL or does not name a context that this thread may use now.
  @inline(__always)
  @discardableResult
  static func use<Answer, Problem: Error>(
    _ handle: OpaquePointer?, _ body: (inout HookContext) throws(Problem) -> Answer
  ) throws(Problem) -> Answer? {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number) else { return nil }
    if slot.pointee.isOwn(number) { return try body(&slot.pointee.context.pointee) }
    let access = slot.pointee.enter(number)
    if access == .refused { return nil }
    defer { if access == .mine { slot.pointee.leave() } }
    return try body(&slot.pointee.context.pointee)
  }

  /// Keeps the context after its hook returns, until `finish` is called. Any thread may then use the context. Call this
  /// function on the hook's thread while the hook runs.
  ///
  /// - Returns: False if `handle` does not name a context of this thread.
  static func keep(_ handle: OpaquePointer?) -> Bool {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.isOwn(number) else { return false }
    slot.pointee.keep()
    return true
  }

  /// Ends a kept context, even if its hook has not returned yet. Any thread may call this function. The first call
  /// returns the context. Later calls return `nil`.
  static func finish(_ handle: OpaquePointer?) -> HookContext? {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.enter(number) == .mine else { return nil }
    let context = slot.pointee.context.move()
    slot.pointee.end()
    ContextSlab.giveBack(slot)
    return context
  }

  fileprivate static func end(_ slot: ContextSlot.Pointer) {
    slot.pointee.context.deinitialize(count: 1)
    slot.pointee.end()
    ContextSlab.giveBack(slot)
  }
}
