import CHooks
import CMoya
import MoyaCore

/// The context that a function of a plugin receives. It belongs to one run of a hook, or to an instance of the plugin.
/// Plugins see it as a `moya_context *`, and a `ContextSlot` stores it.
///
/// The struct is not copyable. If it were copyable, each read of one property through the pointer would retain and
/// release all other properties.
struct HookContext: ~Copyable {
  enum Hook: UInt8 {
    /// Not a hook, but an instance of the plugin. `create` receives the context of the instance as `self`. The plugin
    /// may store this context and use it later.
    case create
    case prepare
    case sign
    case willSend
    case didReceive
    case process
    case shouldRetry
    /// The hooks of moya_body_hooks.
    case head, chunk, end
    /// The result of a request that the plugin has sent itself.
    case task

    /// The name of the hook in plugin.h.
    var name: String {
      switch self {
      case .create: "create"
      case .prepare: "prepare"
      case .sign: "sign"
      case .willSend: "will_send"
      case .didReceive: "did_receive"
      case .process: "process"
      case .shouldRetry: "should_retry"
      case .head: "head"
      case .chunk: "chunk"
      case .end: "end"
      case .task: "a task"
      }
    }
  }

  let hook: Hook
  /// The identity is not retained, because it lives as long as the plugin, and the plugin outlives its hooks.
  private(set) var identity: Unmanaged<PluginIdentity>
  var plugin: PluginIdentity { identity.takeUnretainedValue() }
  var identityAddress: UInt { UInt(bitPattern: identity.toOpaque()) }
  /// The address of the call's subject (its copy of the target). 0 if there is no call.
  var subjectAddress: UInt { call.map { UInt(bitPattern: ObjectIdentifier($0.subject)) } ?? 0 }
  /// The call. `nil` for an instance.
  private(set) var call: HookedCall?
  var request: URLRequest?
  /// The file or the form that will become the body, if the request does not contain the body yet. Known in `sign` and
  /// `will_send`.
  let upload: Upload?
  /// Set only in the hooks `chunk` and `end`: the object that runs them. It outlives the hook, so it is not retained.
  /// It has the request and the response, so the context need not retain these two for each piece of a body.
  let body: Unmanaged<CBodyEditor>?
  /// The result of the call. `nil` before there is a result, and in `chunk` and `end`.
  private let ownResult: Result<Response, MoyaError>?
  /// The response if the result is a success. It is not retained again, because `ownResult` retains it.
  private let success: Unmanaged<Response>?
  /// The URL of the request, if the plugin has read it.
  var url = moya_str()
  /// The slot's memory for texts (`ContextSlot.room`). `nil` if the context is in no slot.
  var room: UnsafeMutableRawPointer?
  /// The other texts that the plugin has read, in `room`. `nil` until the plugin reads one.
  var texts: UnsafeMutablePointer<HookTexts>?
  /// The properties that many hooks do not use. `nil` until one of them is used.
  private(set) var rare: Rare?

  init(
    _ hook: Hook, of plugin: PluginIdentity, call: HookedCall?, request: consuming URLRequest? = nil,
    upload: Upload? = nil, result: consuming Result<Response, MoyaError>? = nil, body: CBodyEditor? = nil
  ) {
    self.hook = hook
    self.upload = upload
    identity = .passUnretained(plugin)
    self.call = call
    self.request = request
    if case .success(let response)? = result { success = .passUnretained(response) } else { success = nil }
    ownResult = result
    self.body = body.map { .passUnretained($0) }
  }

  /// True if the context refers to nothing that must be released at its end. This is usual at the end of `prepare`: the
  /// request is taken out, and there is no result yet.
  @inline(__always)
  var isEmpty: Bool { hook == .prepare && request == nil && rare == nil }

  /// Uses this context for the same hook of the next plugin. The next plugin receives the request with the changes made
  /// so far.
  mutating func pass(to plugin: PluginIdentity, at place: Int) {
    identity = .passUnretained(plugin)
    call?.place = place
    forget()
  }

  /// Forgets what the previous plugin has read and set, but not what it has changed in the request. If the previous
  /// plugin did nothing but read the URL, the text of the URL stays for the next plugin.
  @inline(__always)
  mutating func forget() {
    if texts == nil, rare == nil { return }
    url = moya_str()
    texts = nil
    rare = nil
  }

  final class Rare {
    var draft: ResponseDraft?
    var failure: String?
    var failureFlags: UInt32 = 0
    /// The failure of the host function that failed last. A host function that fails changes nothing.
    var problem: Failure?
    var longTexts = LongTexts()
    /// Only for a deferred context: `subject` is the copy of the target that the plugin reads, and `slotOwner` is the
    /// copy that stores the plugins' pointers. Both are retained, because the call may end before the context.
    var subject: CSubject?
    var slotOwner: CSubject?
    /// The engine's object for the call that waits for this context.
    var waiting: PluginContext?
    /// True if a task of the plugin may belong to the context.
    var ownsTasks = false
    /// What was measured for the response that has arrived. `nil` until the plugin has read a fact.
    var metrics: TransferMetrics?
  }

  var changed: Rare {
    mutating get {
      if let rare { return rare }
      let made = Rare()
      rare = made
      return made
    }
  }

  /// The response that the plugin has made or changed. `nil` if the plugin has changed nothing in the response.
  var draft: ResponseDraft? { rare?.draft }

  var failure: String? { rare?.failure }

  /// Bits of MOYA_FAIL_…, for the failure.
  var failureFlags: UInt32 { rare?.failureFlags ?? 0 }

  /// Sets the reason why the hook will return an error.
  mutating func fail(_ reason: String?, flags: UInt32) {
    let rare = changed
    rare.failure = reason
    rare.failureFlags = flags
  }

  /// Runs a change, and returns its status. If the change fails, stores the reason.
  mutating func answering(_ change: (inout HookContext) throws(Failure) -> Void) -> moya_status {
    do throws(Failure) {
      try change(&self)
      return moya_status(MOYA_OK)
    } catch {
      changed.problem = error
      return error.status
    }
  }

  /// Returns the reason why a function of `moya_host` has returned this error status to the hook.
  func reason(for status: moya_status) -> String? {
    rare?.problem.flatMap { $0.status == status ? $0.message : nil }
  }

  var subject: CSubject? { call.flatMap { CSubject.of($0.subject) } }

  /// Reads a fact about the call from its subject (its copy of the target), and does not retain the subject. Returns
  /// `nil` if there is no subject, for example in the context of an instance.
  @inline(__always)
  func ofSubject<Fact>(_ read: (CSubject) -> Fact) -> Fact? {
    call.flatMap { CSubject.lent(ObjectIdentifier($0.subject)) }?._withUnsafeGuaranteedRef(read)
  }

  /// The pointer that the plugin has stored for the call. `nil` if it has stored none, or if the call has ended.
  var storedSlot: UnsafeMutableRawPointer? {
    guard !isOver, let place = call?.place else { return nil }
    let owner = call.flatMap { CSubject.lent(ObjectIdentifier($0.slotOwner)) }
    return owner?._withUnsafeGuaranteedRef { $0.slot(at: place) }
  }

  // MARK: Waiting

  var isDeferred: Bool { rare?.subject != nil }
  private var waiting: PluginContext? { rare?.waiting }

  /// Defers the context, so that it exists after its hook has returned. Returns false if the hook cannot wait.
  mutating func `defer`() -> Bool {
    guard let subject, let waiting = call.flatMap({ PluginContext(awaiting: $0, with: request) }) else { return false }
    let owner = call.flatMap { CSubject.of($0.slotOwner) }
    changed.subject = subject
    changed.slotOwner = owner
    changed.waiting = waiting
    return true
  }

  /// True if the call does not wait for this context any more.
  @inline(__always)
  var isOver: Bool { rare != nil && isDeferred && waiting?.isAwaited != true }

  /// The call that waits for the context. `nil` if the context was not deferred.
  var deferredCall: PluginContext? { isDeferred ? waiting : nil }

  /// Ends the wait of the call. Returns false if the call has ended.
  func resume(_ preparation: Preparation) -> Bool { waiting?.resumeElsewhere(preparation) ?? false }
  func resume(_ result: Result<Response, MoyaError>) -> Bool { waiting?.resumeElsewhere(result) ?? false }

  /// The milliseconds that the call has left. `nil` means no limit.
  var timeLeft: UInt32? { call?.timeLeft(for: knownRequest, hasEnded: result != nil) }

  var ownsTasks: Bool { rare?.ownsTasks == true }

  /// Lets the context own tasks. When the call stops waiting, the tasks of the context end. Returns false if the call
  /// does not wait.
  ///
  /// - Parameter number: The number of the context.
  mutating func mayOwnTasks(_ number: UInt) -> Bool {
    guard isDeferred, let waiting else { return false }
    if ownsTasks { return waiting.isAwaited }
    let tasks = plugin.tasks
    let isAwaited = waiting.whenOver { tasks.end(of: number) }
    if isAwaited { changed.ownsTasks = true }
    return isAwaited
  }

  /// Sets a timer with the call's executor.
  func schedule(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) {
    waiting?.schedule(afterMilliseconds: delay, work)
  }

  // MARK: The request

  /// True if the plugin may change everything in the request.
  var maySetRequest: Bool { hook == .prepare && !isOver }
  /// True if the plugin may change header fields and the query.
  @inline(__always)
  var maySetFields: Bool { (hook == .prepare || hook == .sign) && !isOver }

  /// The request of the call. `nil` for an instance. In the hooks `chunk` and `end`, only their `CBodyEditor` has the
  /// request.
  var knownRequest: URLRequest? { request ?? body?._withUnsafeGuaranteedRef { $0.request } }

  /// The method of the request, if it is a usual one. Its text is static and needs no memory.
  ///
  /// Swift stores a text of at most 15 bytes in the value of the string. So equal methods are identical values, and no
  /// byte need be read.
  var usualMethod: moya_str? {
    let method = request?.httpMethod ?? body?._withUnsafeGuaranteedRef { $0.request?.httpMethod }
    guard let method else { return nil }
    if method._isIdentical(to: "GET") { return moya_str("GET") }
    if method._isIdentical(to: "POST") { return moya_str("POST") }
    if method._isIdentical(to: "PUT") { return moya_str("PUT") }
    if method._isIdentical(to: "DELETE") { return moya_str("DELETE") }
    if method._isIdentical(to: "PATCH") { return moya_str("PATCH") }
    if method._isIdentical(to: "OPTIONS") { return moya_str("OPTIONS") }
    return method._isIdentical(to: "HEAD") ? moya_str("HEAD") : nil
  }

  /// Changes the request. Texts that were read from the request before are not updated, but stay valid.
  mutating func changeRequest(_ change: (inout URLRequest) throws(Failure) -> Void) throws(Failure) {
    guard var changed = request.take() else { return }
    defer { request = changed }
    requestHasChanged()
    try change(&changed)
  }

  @inline(__always)
  private mutating func requestHasChanged() { if url.data != nil || texts != nil { forgetRequest() } }

  /// If this is the same field as the plugin set most recently, sets it without a check. Otherwise sets nothing and
  /// returns false.
  @inline(__always)
  mutating func setKnownHeader(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) -> Bool {
    let isSet = identity._withUnsafeGuaranteedRef { $0.field.setKnown(name, value, in: &request) }
    if isSet { requestHasChanged() }
    return isSet
  }

  /// Sets a field of the request. Stores the checked field, so that `setKnownHeader` can set it again without a check.
  mutating func setHeader(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) throws(Failure) {
    requestHasChanged()
    let field = plugin.field
    try request?.setHeader(name, value, keptBy: field)
  }

  /// One of MOYA_BODY_…: where the body of the request is. Reading this property does not copy the body.
  var requestBodyKind: Int {
    switch request?.bodyKind ?? body?._withUnsafeGuaranteedRef({ $0.request?.bodyKind }) {
    case .none?: ofSubject { $0.sendsForm } == true ? MOYA_BODY_STREAM : MOYA_BODY_NONE
    case .data?: MOYA_BODY_BYTES
    case .file?: MOYA_BODY_FILE
    case .segments?: MOYA_BODY_STREAM
    case nil: MOYA_BODY_NONE
    }
  }

  /// The body of the request. `nil` if the request has no body.
  var requestBody: SentBody? {
    guard let request = knownRequest else { return nil }
    return switch request.body {
    case .none: ofSubject { $0.sendsForm } == true ? .stream : nil
    case .data(let data): .bytes(data)
    case .file(let path): .file(path)
    case .segments: .stream
    }
  }

  /// The length of a body that is a stream or a form. −1 if it is not known yet.
  var streamLength: Int64 {
    guard let body = knownRequest?.body else { return -1 }
    if case .none = body { return upload.flatMap { try? $0.sentBody(readsAhead: false) }?.length ?? -1 }
    return body.length ?? -1
  }

  enum SentBody {
    case bytes(Data)
    case file(String)
    case stream
  }

  // MARK: The result

  /// The result of the call. `nil` before there is a result.
  var result: Result<Response, MoyaError>? {
    ownResult ?? body.map { .success($0._withUnsafeGuaranteedRef { $0.response }) }
  }

  var hasResult: Bool {
    if case nil = ownResult { return body != nil }
    return true
  }

  var maySetResponse: Bool {
    (hook == .prepare || hook == .process || hook == .head) && (!isDeferred || !isOver && waiting?.isGivenUp != true)
  }
  /// True if the plugin may also set the response's URL and facts (MOYA_INFO_…). The hook `head` has no whole response.
  var maySetFacts: Bool { maySetResponse && hook != .head }

  // Status and content of the response that the call would return now. `nil` if there is no response.
  var httpStatus: Int? { draft?.status ?? arrived?.statusCode }
  var content: TransferResponse.Content? { draft?.content ?? arrived?.content }
  /// An object whose header fields are those of the response. Its status and its URL may be wrong, so do not use them.
  var head: HTTPURLResponse? { draft == nil ? arrived?.response : draft?.head }
  /// True if the result is a response.
  var hasResponse: Bool { draft != nil || received != nil }

  /// The response that has arrived, without the plugin's changes. If the result is a failure, this is the response in
  /// the failure: a response with a status that is not accepted, or an incomplete response.
  var arrived: Response? {
    if let success { return success.takeUnretainedValue() }
    return switch result {
    case .success(let response)?: response
    case .failure(let error)?: error.response
    case nil: nil
    }
  }

  /// Returns a fact about the response that has arrived, without the plugin's changes. Returns −1 if it is not known.
  ///
  /// A program can give a response metrics of its own. Their values are then read once, because a plugin usually reads
  /// several facts.
  ///
  /// - Parameter what: One of MOYA_INFO_….
  mutating func arrivedInfo(_ what: moya_info) -> Int64 {
    if let fact = success?._withUnsafeGuaranteedRef({ $0.response.flatMap { Response.info(what, of: $0) } }) {
      return fact
    }
    guard let head = arrived?.response else { return -1 }
    return Response.info(what, of: head) ?? arrivedInfo(what, given: head)
  }

  private mutating func arrivedInfo(_ what: moya_info, given head: HTTPURLResponse) -> Int64 {
    if let metrics = rare?.metrics { return Response.info(what, of: metrics) }
    guard let metrics = head.metrics else { return -1 }
    changed.metrics = metrics
    return Response.info(what, of: metrics)
  }

  /// The response if the result is a success, without the plugin's changes.
  var received: Response? { success?.takeUnretainedValue() ?? body?._withUnsafeGuaranteedRef { $0.response } }

  /// The body of a successful result, if the transport has collected it in a buffer. The buffer is not copied.
  var arrivedBody: moya_str? {
    guard let success else { return nil }
    return success._withUnsafeGuaranteedRef { response in
      if case .buffer(let buffer) = response.content { return moya_str(buffer) }
      return nil
    }
  }

  /// Returns the response that the call's error contains if this hook fails with MOYA_FAIL_RESPONSE.
  func responseOfFailure(to request: URLRequest?) -> Response? {
    guard hook == .prepare || hook == .process else { return nil }
    return draft?.response(to: request) ?? arrived
  }

  var error: MoyaError? {
    if draft == nil, case .failure(let error) = result { return error }
    return nil
  }

  /// One of MOYA_BODY_…: the form in which the caller takes the body, or the place where the body is.
  var responseBodyKind: Int {
    // These hooks receive the body in pieces, so for them it is a stream.
    if hook == .head || hook == .chunk || hook == .end { return MOYA_BODY_STREAM }
    if hook == .prepare || draft?.hasContent == true {
      return hook == .prepare ? ofSubject { $0.responseForm } ?? MOYA_BODY_BYTES : MOYA_BODY_BYTES
    }
    guard let arrived else { return MOYA_BODY_NONE }
    if arrived.fileURL != nil { return MOYA_BODY_FILE }
    if success == nil { return MOYA_BODY_BYTES }
    return ofSubject { $0.responseForm } == MOYA_BODY_STREAM ? MOYA_BODY_STREAM : MOYA_BODY_BYTES
  }

  /// The response to which the next change of a hook applies.
  ///
  /// If the result is a failure, this is the part of the response that had arrived, or an empty response.
  private var currentDraft: ResponseDraft { draft ?? arrived.map { ResponseDraft($0) } ?? ResponseDraft() }

  /// Changes the response. Texts that were read from the response before are not updated, but stay valid.
  ///
  /// - Parameter change: Changes nothing if it throws.
  mutating func changeResponse(_ change: (ResponseDraft) throws(Failure) -> Void) throws(Failure) {
    if let rare, let draft = rare.draft {
      try change(draft)
      return responseHasChanged()
    }
    let draft = currentDraft
    try change(draft)
    changed.draft = draft
    responseHasChanged()
  }

  private mutating func responseHasChanged() {
    texts?.pointee.responseHasChanged()
    rare?.longTexts.forgetJoined(ofRequest: false)
  }
}
