// Defines what a plugin (Plugin.swift) works with: `Call` is one run of a hook, `Deferred` is a call that waits, and
// `Instance` starts tasks.

import CMoya
import Synchronization

extension moya_str {
  fileprivate var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
  fileprivate var bytes: [UInt8]? { data.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: len)) } }
}

/// One run of a hook, with the functions of the host. A function that does not apply to the hook returns nil, 0 or −1,
/// or throws, and changes nothing.
///
/// A function that changes something throws a `Failure` with one of these statuses:
/// - MOYA_ERROR_STATE: the function does not apply to the hook, or the call has ended;
/// - MOYA_ERROR_ARGUMENT: a text has a NUL byte or more than 131 072 bytes;
/// - MOYA_ERROR_INVALID_REQUEST: a method or a field is invalid;
/// - MOYA_ERROR_INVALID_URL: a URL is invalid;
/// - MOYA_ERROR_MEMORY: there is no memory.
struct Call: ~Copyable {
  fileprivate var context: PluginContext
  private(set) var hook: PluginHook?  // set by `defer`
  init(_ context: PluginContext) { self.context = context }
  private var host: moya_host { _read { yield context.host.pointee } }
  private var it: OpaquePointer? { context.handle }

  /// A handle of the plugin's instance. `init` and every hook have it. To start tasks later, the plugin must store it.
  var instance: Instance { Instance(context: context.with(context.instance)) }

  /// Returns true if the log takes lines of this level, MOYA_LOG_….
  func logs(_ level: Int) -> Bool { context.logs(level) }
  /// Writes a line: `call.log(MOYA_LOG_INFO, "…")`.
  func log(_ level: Int, _ line: String) { context.log(level, line) }
  /// Returns a text as `log` would write it: without secrets, and with spaces instead of control characters.
  func redact(_ text: String) -> String { context.redact(text) }

  /// Lets the call wait. The hook must then return `.pending`. This function empties the object, so read what you need
  /// before you call it.
  mutating func `defer`() throws(Failure) -> Deferred {
    try Failure.check(host.defer(it))
    let hook = PluginHook()
    let waiting = Deferred(context, hook)
    self.hook = hook
    context.handle = nil
    return waiting
  }

  // Options. Each function returns the value that the program has set in the config, or the preset of the option. The
  // host has checked the config.

  /// Returns the text of an option of the kind TEXT or SECRET, or the JSON text of an option of the kind JSON. "":
  /// neither the config nor the preset has a value.
  func optionText(_ name: String) -> String { host.option_text(it, name).text ?? "" }
  /// Returns the value of an option of the kind FLAG.
  func optionFlag(_ name: String) -> Bool { host.option_int(it, name) != 0 }
  /// Returns the value of an option of the kind INT.
  func optionInt(_ name: String) -> Int { Int(host.option_int(it, name)) }
  /// Returns the value of an option of the kind NUMBER or INT.
  func optionNumber(_ name: String) -> Double { host.option_number(it, name) }
  /// Returns the texts of an option of the kind TEXTS.
  func optionTexts(_ name: String) -> [String] {
    (0..<host.option_count(it, name)).map { host.option_at(it, name, $0).text ?? "" }
  }

  // The call

  /// The name of the target, for example "GitHub.user".
  var targetName: String? { host.target_name(it).text }
  /// Returns true if the target has this tag.
  func hasTag(_ tag: String) -> Bool { host.target_has_tag(it, tag) != 0 }
  /// Whether plugins see the body of the response as the server has sent it. Otherwise the library decodes the body.
  var isAsSent: Bool { host.target_is_as_sent(it) != 0 }
  /// Whether the target has its own settings for connections, for example for whom it trusts.
  var hasOverrides: Bool { host.target_has_overrides(it) != 0 }
  /// The number of this attempt: 1 for the first attempt, 2 for the first retry and so on.
  var attempt: Int { Int(host.attempt(it)) }
  /// The milliseconds until the total timeout of the call. −1 if the call has none.
  var timeLeftMs: Int { Int(host.time_left_ms(it)) }

  /// The object that `setSlot` has stored for this call.
  var slot: (any AnyObject & Sendable)? {
    host.slot(it).map { Unmanaged<PluginSlot>.fromOpaque($0).takeUnretainedValue().object }
  }
  /// Stores an object for this call. The object is released after `process`. A call has only one object, which cannot
  /// be replaced.
  mutating func setSlot(_ object: any AnyObject & Sendable) throws(Failure) {
    if host.slot(it) != nil { throw Failure("the call has an object already", status: MOYA_ERROR_STATE) }
    let slot = Unmanaged.passRetained(PluginSlot(object))
    let status = host.set_slot(it, slot.toOpaque())
    if status != 0 { slot.release() }
    try Failure.check(status)
  }

  // The request

  /// The method of the request, for example "GET".
  var requestMethod: String? { host.request_method(it).text }
  /// The absolute URL with its query. In `sign` and `willSend` it has no user, password and fragment. In other hooks it
  /// can have them, so do not store it or send it elsewhere.
  var requestURL: String? { host.request_url(it).text }
  /// Reads the URL without a copy. The bytes are valid until `body` returns. nil: there is no URL.
  func withRequestURL<Result>(_ body: (UnsafeRawBufferPointer?) throws -> Result) rethrows -> Result {
    let url = host.request_url(it)
    return try body(url.data.map { UnsafeRawBufferPointer(start: $0, count: url.len) })
  }
  /// Returns the value of a field. The case of `name` does not matter. Values of the same name are joined with commas,
  /// and Cookie fields with semicolons (RFC 9110 §5.3, RFC 9113 §8.2.3). nil: there is no such field.
  func requestHeader(_ name: String) -> String? { host.request_header(it, name).text }
  /// The fields in their order. In `sign` and `willSend` they include the fields that the library adds.
  var requestHeaders: [(name: String, value: String)] {
    fields(host.request_headers)
  }
  /// Where the body of the request is: MOYA_BODY_….
  var requestBodyKind: Int { Int(host.request_body_kind(it)) }
  /// The size of the body in bytes. −1: not known.
  var requestBodySize: Int { Int(host.request_body_size(it)) }
  /// The body, or the path of its file if the kind is MOYA_BODY_FILE. nil: the body is a stream, or there is none.
  var requestBody: [UInt8]? { host.request_body(it).bytes }
  /// Replaces the method. Only `prepare` may call this.
  mutating func setRequestMethod(_ method: String) throws(Failure) { try context.setRequestMethod(method) }
  /// Replaces the URL with an absolute one. In `sign`, only its query may differ.
  mutating func setRequestURL(_ url: String) throws(Failure) { try context.setRequestURL(url) }
  /// Replaces all fields of that name with one field. nil removes them.
  mutating func setRequestHeader(_ name: String, _ value: String?) throws(Failure) {
    try context.setRequestHeader(name, value)
  }
  /// Adds a field after the fields of the same name.
  mutating func addRequestHeader(_ name: String, _ value: String) throws(Failure) {
    try context.addRequestHeader(name, value)
  }
  /// Replaces the body. Only `prepare` may call this.
  mutating func setRequestBody(_ body: [UInt8]) throws(Failure) { try context.setRequestBody(body) }

  // The result

  /// MOYA_OK if there is a response, of any HTTP status. Otherwise why the call failed: MOYA_ERROR_….
  var resultStatus: Int { Int(host.result_status(it)) }
  /// The message of a failed result. nil: the result is a response, or there is none yet.
  var errorMessage: String? { host.error_message(it).text }
  /// Returns a fact about the last attempt: MOYA_INFO_… of moya/info.h. −1: not known, or there is no result yet.
  func resultInfo(_ what: Int) -> Int { Int(host.result_info(it, moya_info(clamping: what))) }
  /// The IP address that sent the response. Behind a proxy, this is the proxy's address. nil: not known.
  var remoteAddress: String? { host.remote_address(it).text }
  /// The status of the response, 100 … 599. 0: there is no response.
  var httpStatus: Int { Int(host.http_status(it)) }
  /// The URL after redirects. It can contain a user and a password, so do not store it or send it elsewhere.
  var responseURL: String? { host.response_url(it).text }
  /// Returns the value of a field. The case of `name` does not matter. Values of the same name are joined with commas.
  /// For Set-Cookie, only the first value is returned. nil: there is no such field.
  func responseHeader(_ name: String) -> String? { host.response_header(it, name).text }
  /// The fields in the order in which they arrived.
  var responseHeaders: [(name: String, value: String)] {
    fields(host.response_headers)
  }
  /// In `prepare`, the form in which the caller will receive the body: MOYA_BODY_…. In later hooks, where the body is.
  var responseBodyKind: Int { Int(host.response_body_kind(it)) }
  /// The body after decoding, or the path of its file if the kind is MOYA_BODY_FILE. nil: the caller's handlers receive
  /// the body, or there is none.
  var responseBody: [UInt8]? { host.response_body(it).bytes }
  /// Changes the status of the response. MOYA_ERROR_ARGUMENT: it is not 100 … 599.
  mutating func setResponseStatus(_ status: Int) throws(Failure) { try context.setResponseStatus(status) }
  /// Replaces all fields of that name with one field. nil removes them.
  mutating func setResponseHeader(_ name: String, _ value: String?) throws(Failure) {
    try context.setResponseHeader(name, value)
  }
  /// Adds a field after the fields of the same name.
  mutating func addResponseHeader(_ name: String, _ value: String) throws(Failure) {
    try context.addResponseHeader(name, value)
  }
  /// Replaces all fields. This costs less than `addResponseHeader` for each field.
  mutating func setResponseHeaders(_ fields: [(name: String, value: String)]) throws(Failure) {
    try context.setResponseHeaders(fields)
  }
  /// Replaces the body and changes no header field. Content-Length still has the length of the body that arrived, so
  /// remove it.
  mutating func setResponseBody(_ body: [UInt8]) throws(Failure) { try context.setResponseBody(body) }
  /// Sets the URL of the response, which must be absolute. This is for a plugin that answers with a response that it
  /// has stored.
  mutating func setResponseURL(_ url: String) throws(Failure) { try context.setResponseURL(url) }
  /// Sets a fact about the response (MOYA_INFO_…, in the unit of moya/info.h). This is for a plugin that answers with a
  /// response that it has stored. MOYA_ERROR_ARGUMENT: there is no such fact, or the value is not valid for it.
  mutating func setResponseInfo(_ what: Int, _ value: Int) throws(Failure) { try context.setResponseInfo(what, value) }
  /// Passes bytes on to the next plugin, or to the caller. Only `chunk` and `end` may call this.
  mutating func pass(_ data: UnsafeRawBufferPointer) throws(Failure) {
    try Failure.check(context.table(MOYA_BODY, moya_body.self).pointee.pass(it, data.baseAddress, data.count))
  }

  private typealias ListFields =
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int>?) -> UnsafePointer<moya_field>?
  private func fields(_ list: ListFields) -> [(name: String, value: String)] {
    var count = 0
    let first = list(it, &count)
    return UnsafeBufferPointer(start: first, count: count).map { ($0.name.text ?? "", $0.value.text ?? "") }
  }
}

final class PluginSlot: Sendable {
  let object: any AnyObject & Sendable
  init(_ object: any AnyObject & Sendable) { self.object = object }
}

// MARK: - Waiting and tasks

/// A call that waits. `resume` lets the call continue. If this object is destroyed before `resume`, the call fails.
/// Texts of the call cannot be read from this object, because the call may end at any time.
struct Deferred: ~Copyable, @unchecked Sendable {
  private var context: PluginContext
  private let hook: PluginHook?  // nil: the hook has returned
  fileprivate init(_ context: PluginContext, _ hook: PluginHook? = nil) { (self.context, self.hook) = (context, hook) }

  deinit {
    // If the hook that deferred the call still runs, its result decides what happens to the call.
    if context.handle == nil || hook?.drops() == true { return }
    _ = context.host.pointee.resume(context.handle, context.failed(Failure.dropped))
  }

  /// The milliseconds until the total timeout of the call. −1 if the call has none.
  var timeLeftMs: Int { Int(context.host.pointee.time_left_ms(context.handle)) }
  /// Writes a line to the log.
  func log(_ level: Int, _ line: String) { context.log(level, line) }
  /// Returns a text as `log` would write it.
  func redact(_ text: String) -> String { context.redact(text) }

  // The following functions do the same as the functions of `Call` with the same names. They throw MOYA_ERROR_STATE if
  // the call has ended, or if the function does not apply to the hook that deferred the call.

  func setRequestMethod(_ method: String) throws(Failure) { try context.setRequestMethod(method) }
  func setRequestURL(_ url: String) throws(Failure) { try context.setRequestURL(url) }
  func setRequestHeader(_ name: String, _ value: String?) throws(Failure) { try context.setRequestHeader(name, value) }
  func addRequestHeader(_ name: String, _ value: String) throws(Failure) { try context.addRequestHeader(name, value) }
  func setRequestBody(_ body: [UInt8]) throws(Failure) { try context.setRequestBody(body) }
  func setResponseStatus(_ status: Int) throws(Failure) { try context.setResponseStatus(status) }
  func setResponseHeader(_ name: String, _ value: String?) throws(Failure) {
    try context.setResponseHeader(name, value)
  }
  func addResponseHeader(_ name: String, _ value: String) throws(Failure) { try context.addResponseHeader(name, value) }
  func setResponseHeaders(_ fields: [(name: String, value: String)]) throws(Failure) {
    try context.setResponseHeaders(fields)
  }
  func setResponseBody(_ body: [UInt8]) throws(Failure) { try context.setResponseBody(body) }
  func setResponseURL(_ url: String) throws(Failure) { try context.setResponseURL(url) }
  func setResponseInfo(_ what: Int, _ value: Int) throws(Failure) { try context.setResponseInfo(what, value) }

  /// Lets the call continue. Returns false if the call has ended.
  @discardableResult
  consuming func resume(_ answer: Answer = .proceed) -> Bool { resume(status: answer.rawValue) }
  /// Lets the call fail with this error. Returns false if the call has ended.
  @discardableResult
  consuming func resume(throwing error: any Error) -> Bool { resume(status: context.failed(error)) }
  private consuming func resume(status: moya_status) -> Bool {
    let context = release()
    hook?.gave()
    return context.host.pointee.resume(context.handle, status) == 0
  }
  private mutating func release() -> PluginContext {
    let released = context
    context.handle = nil
    return released
  }

  /// Lets a timer resume the call. If this function throws, the call fails too.
  consuming func resume(afterMs ms: Int) throws(Failure) {
    try start { context throws(Failure) in
      let tasks = try context.table(MOYA_TASKS, moya_tasks.self)
      try Failure.check(tasks.pointee.after(context.handle, Int64(ms), nil, nil, nil))
    }
  }
  /// Calls `run` after `ms` milliseconds. If the call ends earlier, calls `run` with an error.
  consuming func after(ms: Int, _ run: @escaping @Sendable (consuming Deferred, Failure?) -> Void) throws(Failure) {
    try start { context throws(Failure) in
      _ = try Instance(context: context).after(ms: ms) { _, error in run(Deferred(context), error) }
    }
  }
  /// Calls `run` on a thread where it may block.
  consuming func work(_ run: @escaping @Sendable (consuming Deferred, Failure?) -> Void) throws(Failure) {
    try start { context throws(Failure) in
      _ = try Instance(context: context).work { _, error in run(Deferred(context), error) }
    }
  }
  /// Sends a request. `run` receives the result.
  consuming func send(
    _ request: PluginRequest, _ run: @escaping @Sendable (consuming Deferred, inout Call, Failure?) -> Void
  ) throws(Failure) {
    try start { context throws(Failure) in
      _ = try Instance(context: context).send(request) { result, error in
        run(Deferred(context), &result, error)
      }
    }
  }
  /// Gives the context to a task. If the task does not start, throws the reason, and the call fails with this reason.
  private consuming func start(_ start: (PluginContext) throws(Failure) -> Void) throws(Failure) {
    let context = release()
    do { try start(context) } catch {
      if hook?.drops() != true { Deferred(context).resume(throwing: error) }
      throw error
    }
    hook?.gave()
  }
}

/// Records what happens to a deferred context while its hook runs. The status that the hook returns to the library
/// depends on this record.
final class PluginHook: Sendable {
  private enum State { static let runs = 0, ended = 1, dropped = 2 }
  private let state = Atomic(State.runs), isGiven = Atomic(false)

  /// Notes that the context was resumed or given to a task, so it may have ended.
  fileprivate func gave() { isGiven.store(true, ordering: .relaxed) }
  /// Notes that a `Deferred` was dropped. Returns false if the hook has ended.
  fileprivate func drops() -> Bool {
    state.compareExchange(expected: State.runs, desired: State.dropped, ordering: .acquiringAndReleasing).exchanged
  }
  /// Notes that the hook has ended. Returns whether the hook still has its context, and whether a `Deferred` was
  /// dropped.
  func ends() -> (hasContext: Bool, dropped: Bool) {
    let was = state.exchange(State.ended, ordering: .acquiringAndReleasing)
    return (!isGiven.load(ordering: .relaxed), was == State.dropped)
  }
}

extension Failure {
  static let dropped = Failure("the plugin dropped the call")
}

/// A request that the plugin makes.
struct PluginRequest: Sendable {
  /// An absolute URL.
  var url: String
  var method = "GET"
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The total timeout in milliseconds. 0: 30 000.
  var timeoutMs = 0
  /// The name of the request, which logs and other plugins see after the plugin's name.
  var name = ""
  /// True if no plugin sees the request.
  var bare = false
  /// True if the library follows no redirects, so that a status of 3xx is a result like any other.
  var noRedirects = false
}

/// A handle of an instance, for tasks and for the log. Any thread may use it until the instance is destroyed.
struct Instance: Sendable {
  fileprivate let context: PluginContext

  /// Writes a line to the log.
  func log(_ level: Int, _ line: String) { context.log(level, line) }
  /// Returns a text as `log` would write it.
  func redact(_ text: String) -> String { context.redact(text) }

  /// The function of a task, which runs when the task ends. Its error is nil, the error of a request, or
  /// MOYA_ERROR_CANCELLED if the instance ended first.
  typealias Run = @Sendable (inout Call, Failure?) throws -> Void

  /// Calls `run` after `ms` milliseconds.
  @discardableResult
  func after(ms: Int, _ run: @escaping Run) throws(Failure) -> PluginTask {
    try start(run) { $0.after(context.handle, Int64(ms), PluginTask.end, $1, $2) }
  }
  /// Calls `run` on a thread where it may block.
  @discardableResult
  func work(_ run: @escaping Run) throws(Failure) -> PluginTask {
    try start(run) { $0.work(context.handle, PluginTask.end, $1, $2) }
  }
  /// Sends a request. `run` receives the result.
  @discardableResult
  func send(_ request: PluginRequest, _ run: @escaping Run) throws(Failure) -> PluginTask {
    let texts = PluginTexts()
    let headers = request.headers.map { moya_header(name: texts.whole($0.name), value: texts.whole($0.value)) }
    for part in request.headers.flatMap({ [$0.name, $0.value] }) + [request.url, request.method, request.name] {
      _ = try PluginContext.whole(part)
    }
    var it = moya_sub_request()
    it.size = UInt32(MemoryLayout<moya_sub_request>.size)
    it.flags = (request.bare ? UInt32(MOYA_SUB_BARE) : 0) | (request.noRedirects ? UInt32(MOYA_SUB_NO_REDIRECTS) : 0)
    it.timeout_ms = UInt32(clamping: request.timeoutMs)
    it.name = texts.add(request.name)
    it.method = texts.add(request.method)
    it.url = texts.add(request.url)
    return try start(run) { tasks, user, number in
      headers.withUnsafeBufferPointer { headers in
        request.body.withUnsafeBytes { body in
          (it.headers, it.header_count) = (headers.baseAddress, headers.count)
          (it.body, it.body_len) = (body.baseAddress, body.count)
          return tasks.send(context.handle, &it, PluginTask.end, user, number)
        }
      }
    }
  }

  /// Microseconds of a clock that never goes back. 0: the library has no clock.
  var nowUs: UInt64 { (try? context.table(MOYA_TASKS, moya_tasks.self))?.pointee.now_us() ?? 0 }
  /// Microseconds since 1970-01-01 00:00 UTC. 0: the library has no clock.
  var dateUs: Int64 { (try? context.table(MOYA_TASKS, moya_tasks.self))?.pointee.date_us() ?? 0 }

  /// Returns the hash of some bytes: `hash(MOYA_HASH_SHA256, body)`.
  func hash(_ kind: Int, _ data: [UInt8]) throws(Failure) -> [UInt8] {
    try digest { $0.hash(moya_hash(clamping: kind), data, data.count, $1) }
  }
  /// Returns the keyed hash HMAC (RFC 2104).
  func hmac(_ kind: Int, key: [UInt8], _ data: [UInt8]) throws(Failure) -> [UInt8] {
    try digest { $0.hmac(moya_hash(clamping: kind), key, key.count, data, data.count, $1) }
  }
  /// Returns random bytes that are fit for keys.
  func random(_ count: Int) throws(Failure) -> [UInt8] {
    let table = try context.table(MOYA_DIGEST, moya_digest.self)
    if count < 0 { throw Failure("\(count) is no number of bytes", status: MOYA_ERROR_ARGUMENT) }
    var bytes = [UInt8](repeating: 0, count: count)
    guard table.pointee.random(&bytes, count) == 1 else {
      throw Failure("there are no random bytes", status: MOYA_ERROR_SYSTEM)
    }
    return bytes
  }
  private func digest(_ run: (moya_digest, UnsafeMutablePointer<UInt8>) -> Int) throws(Failure) -> [UInt8] {
    let table = try context.table(MOYA_DIGEST, moya_digest.self)
    var sum = [UInt8](repeating: 0, count: Int(MOYA_MOST_HASH))
    let count = run(table.pointee, &sum)
    if count == 0 { throw Failure("the hash function is refused", status: MOYA_ERROR_SYSTEM) }
    return Array(sum.prefix(count))
  }

  private func start(
    _ run: @escaping Run, _ function: String = #function,
    _ start: (moya_tasks, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt64>) -> moya_status
  ) throws(Failure) -> PluginTask {
    let tasks = try context.table(MOYA_TASKS, moya_tasks.self)
    let user = Unmanaged.passRetained(PluginTask.Run(context, run))
    var number: UInt64 = 0
    let status = start(tasks.pointee, user.toOpaque(), &number)
    if status != 0 { user.release() }
    try Failure.check(status, function)
    return PluginTask(context: context, number: number, run: user)
  }
}

/// A task that was started.
struct PluginTask: @unchecked Sendable {
  fileprivate let context: PluginContext
  fileprivate let number: UInt64
  fileprivate let run: Unmanaged<Run>

  /// Stops the task. Returns true if its function will not be called. Call `cancel` at most once for a task.
  func cancel() -> Bool {
    guard let tasks = try? context.table(MOYA_TASKS, moya_tasks.self) else { return false }
    let isStopped = tasks.pointee.cancel(context.handle, number) == 1
    if isStopped { run.release() }
    return isStopped
  }

  fileprivate final class Run: @unchecked Sendable {
    let context: PluginContext
    let run: Instance.Run
    init(_ context: PluginContext, _ run: @escaping Instance.Run) { (self.context, self.run) = (context, run) }
  }

  fileprivate static let end: moya_task_fn = { _, owner, user, status in
    let it = Unmanaged<Run>.fromOpaque(user!).takeRetainedValue()
    let context = it.context.with(owner)
    var call = Call(context)
    do { try it.run(&call, status == 0 ? nil : Failure(of: "the task", status)) } catch {
      context.log(MOYA_LOG_ERROR, "\(error)")
    }
  }
}
