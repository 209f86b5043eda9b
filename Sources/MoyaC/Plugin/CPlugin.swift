import CHooks
import CMoya
import Glibc
import MoyaCore

/// A plugin that a C table (`moya_plugin`) describes, in the form that the core uses.
///
/// The class is `@unchecked Sendable` because it is immutable except for `isDestroyed`, which is set once after the
/// last hook.
final class CPlugin: EditingPlugin, @unchecked Sendable {
  let table: moya_plugin
  let identity: PluginIdentity
  private let instance: UnsafeMutableRawPointer?
  /// The context of the plugin's instance, which plugin.h calls `self`.
  private let handle: OpaquePointer?
  /// The targets whose calls the plugin sees. `nil` if it sees all calls.
  private let filter: TagFilter?
  /// The provider outlives its plugins. The reference is unmanaged, because otherwise every hook would change one more
  /// retain count.
  private let provider: Unmanaged<Provider>
  private var isDestroyed = false
  /// True if the hooks after `prepare` run only for calls for which the plugin has stored a pointer
  /// (MOYA_PLUGIN_NEEDS_SLOT).
  let needsValue: Bool

  let hooks: Hooks
  private let pointer: UnsafePointer<moya_plugin>
  /// The plugin's hooks for bodies of responses. `nil` if it has none.
  let body: PluginBodyHooks?

  /// Returns the plugin in the form in which `PluginRoster` stores it.
  ///
  /// - Parameter longestWait: The limit of each wait in milliseconds. 0 means no limit.
  func member(longestWait: UInt32) -> PluginMember {
    let mayWait = table.flags & UInt32(MOYA_PLUGIN_WAITS) != 0
    return PluginMember(
      hooks: mayWait ? WaitingCPlugin(self, longestWait: longestWait) : self, mayRetry: table.should_retry != nil,
      mayWait: mayWait, table: pointer, identity: identity, close: table.close, destroy: destroy)
  }

  init(
    _ checked: PluginTable, name: String, options: OptionValues, filter: TagFilter?, provider: Provider
  ) throws(Failure) {
    table = checked.table
    pointer = checked.pointer
    hooks = Hooks(table)
    body = try PluginBodyHooks(of: checked)
    self.filter = filter
    needsValue = table.flags & UInt32(MOYA_PLUGIN_NEEDS_SLOT) != 0
    identity = PluginIdentity(
      name, options: options, log: provider.settings.log, tasks: PluginTasks(of: provider))
    identity.log.secrets.add(options.secrets)
    if !checked.secretHeaders.isEmpty { identity.log.secrets.add(headers: checked.secretHeaders) }
    self.provider = .passUnretained(provider)
    let handle = HookContext.kept(HookContext(.create, of: identity, call: nil))
    self.handle = handle
    var instance: UnsafeMutableRawPointer?
    if let create = table.create {
      // The provider's list of plugins does not contain this plugin yet. If the plugin destroys the provider here, the
      // destruction must wait until the plugin is added.
      let (status, thrown) = Thrown.catching { thrown in
        Frame.run(Frame.address(of: provider)) {
          moya_hook_create(
            unsafeBitCast(create, to: UnsafeRawPointer.self), HostTable.pointer, handle, &instance, thrown)
        }
      }
      guard status == moya_status(MOYA_OK), thrown == nil else {
        let given = HookContext.use(handle) { $0.failure } ?? nil
        let reason = thrown?.sentence("create") ?? given ?? "it answered \(status)"
        identity.tasks.forget()
        _ = HookContext.finish(handle)
        var failure = Failure(
          MOYA_ERROR_PLUGIN_CREATE, "plugin \(name) cannot be created: \(identity.log.redacted(reason: reason))")
        failure.domain = .plugin
        failure.code = Int64(status)
        throw failure
      }
    }
    self.instance = instance
    identity.tasks.begin(instance, handle)
  }

  func destroy() {
    if isDestroyed { return }
    isDestroyed = true
    identity.tasks.end()
    identity.deferred.end()
    if let destroy = table.destroy {
      let (_, thrown) = Thrown.catching { thrown in Frame.run(nil) { moya_hook_destroy(destroy, instance, thrown) } }
      if let thrown { identity.report(thrown, from: "destroy") }
    }
    _ = HookContext.finish(handle)
  }

  // MARK: Hooks

  func edit(
    _ request: inout URLRequest?, of call: HookedCall, in roster: Roster, from next: inout Int
  ) -> Result<Response, MoyaError>? {
    guard let prepare = table.prepare, sees(call) else { return nil }
    // The request is moved out of the variable, so that only one reference exists and the request is changed in place.
    var hook = RunningHook(HookContext(.prepare, of: identity, call: call, request: request.take()))
    var (status, thrown) = status(of: prepare, hook)
    // The hooks of the next plugins use the same context slot, which is cheaper than a slot for each of them.
    while status == moya_status(MOYA_OK), thrown == nil, next < roster.preparingRow.count {
      let seat = roster.preparingRow[next]
      guard let other = seat._withUnsafeGuaranteedRef({ $0.editor.flatMap(CPlugin.of) }) else { break }
      let index = seat._withUnsafeGuaranteedRef { $0.index }
      let hasRun = other._withUnsafeGuaranteedRef { plugin in
        guard let prepare = plugin.table.prepare, plugin.sees(call), hook.pass(to: plugin.identity, at: index) else {
          return false
        }
        (status, thrown) = plugin.status(of: prepare, hook)
        return true
      }
      if !hasRun { break }
      next += 1
    }
    swap(&request, &hook.context.pointee.request)
    if let thrown { return .failure(CPlugin.failure(thrown, &hook.context.pointee)) }
    switch Int(status) {
    case MOYA_HOOK_OK: return nil
    case MOYA_HOOK_ANSWERED:
      let draft = hook.context.pointee.draft ?? ResponseDraft()
      return .success(draft.response(to: request))
    default: return .failure(CPlugin.failure(status, &hook.context.pointee, to: request))
    }
  }

  /// Returns `editor` as a `CPlugin`, not retained. `nil` if `editor` has another type. Comparing the type is much
  /// faster than `as?`.
  private static func of(_ editor: any EditingPlugin) -> Unmanaged<CPlugin>? {
    type(of: editor) == CPlugin.self ? .passUnretained(unsafeDowncast(editor, to: CPlugin.self)) : nil
  }

  func sign(_ request: inout URLRequest?, _ upload: Upload?, of call: HookedCall) -> MoyaError? {
    guard let sign = table.sign, follows(call) else { return nil }
    let hook = RunningHook(HookContext(.sign, of: identity, call: call, request: request.take(), upload: upload))
    let (status, thrown) = status(of: sign, hook)
    swap(&request, &hook.context.pointee.request)
    if let thrown { return CPlugin.failure(thrown, &hook.context.pointee) }
    return status == moya_status(MOYA_OK) ? nil : CPlugin.failure(status, &hook.context.pointee)
  }

  func willSend(_ request: URLRequest?, _ upload: Upload?, of call: HookedCall) {
    guard let willSend = table.will_send, follows(call) else { return }
    let context = HookContext(.willSend, of: identity, call: call, request: request, upload: upload)
    notice(willSend, RunningHook(context), .willSend)
  }

  func didReceive(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) {
    guard let didReceive = table.did_receive, follows(call) else { return }
    let context = HookContext(.didReceive, of: identity, call: call, request: request, result: result)
    notice(didReceive, RunningHook(context), .didReceive)
  }

  func shouldRetry(
    _ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall
  ) -> RetryDecision {
    guard let shouldRetry = table.should_retry, follows(call) else { return .no }
    let hook = RunningHook(HookContext(.shouldRetry, of: identity, call: call, request: request, result: result))
    let instance = instance
    let (delay, thrown) = Thrown.catching { thrown in
      inCallback { hook.run { moya_hook_delay(shouldRetry, instance, $0, thrown) } }
    }
    if let thrown {
      identity.report(thrown, from: HookContext.Hook.shouldRetry.name)
      return .no
    }
    return delay < 0 ? .no : .after(seconds: Double(delay) / 1000)
  }

  func process(
    _ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall
  ) -> Result<Response, MoyaError> {
    guard let process = table.process, follows(call) else { return result }
    let hook = RunningHook(HookContext(.process, of: identity, call: call, request: request, result: result))
    let (status, thrown) = status(of: process, hook)
    return CPlugin.processed(&hook.context.pointee, status, thrown) ?? result
  }

  /// Returns the result that a `process` hook has made. Returns `nil` if the hook has changed nothing.
  static func processed(
    _ context: inout HookContext, _ status: moya_status, _ thrown: Thrown?
  ) -> Result<Response, MoyaError>? {
    if let thrown { return .failure(failure(thrown, &context)) }
    if status != moya_status(MOYA_OK) { return .failure(failure(status, &context)) }
    return context.draft.map { .success($0.response(to: context.request)) }
  }

  func releaseSlot(of call: HookedCall) {
    guard let release = table.release_slot, let value = call.takeSlot() else { return }
    let (_, thrown) = Thrown.catching { thrown in inCallback { moya_hook_release(release, instance, value, thrown) } }
    if let thrown { identity.report(thrown, from: "release_slot") }
  }

  // MARK: Running a hook

  typealias StatusHook = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> moya_status
  private typealias NoticeHook = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void

  @inline(__always)
  func status(
    of function: StatusHook, _ hook: borrowing RunningHook
  ) -> (answer: moya_status, thrown: Thrown?) {
    // A closure that reads `instance` through `self` would retain `self`. So `instance` is copied first, here and
    // below.
    let (handle, instance) = (hook.handle, instance)
    return Thrown.catching { thrown in inCallback { moya_hook_status(function, instance, handle, thrown) } }
  }

  @inline(__always)
  func status(
    _ handle: OpaquePointer?,
    _ call: (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
      -> moya_status
  ) -> (answer: moya_status, thrown: Thrown?) {
    let instance = instance
    return Thrown.catching { thrown in inCallback { call(instance, handle, thrown) } }
  }

  @inline(__always)
  private func notice(_ function: NoticeHook, _ hook: borrowing RunningHook, _ kind: HookContext.Hook) {
    let (handle, instance) = (hook.handle, instance)
    let (_, thrown) = Thrown.catching { thrown in
      inCallback { moya_hook_notice(function, instance, handle, thrown) }
    }
    if let thrown { identity.report(thrown, from: kind.name) }
  }

  @inline(__always)
  private func inCallback<Result>(_ body: () -> Result) -> Result {
    provider._withUnsafeGuaranteedRef { $0.inCallback(body) }
  }

  /// Returns true if the plugin sees the call. This depends on the tags of the call's target.
  @inline(__always)
  func sees(_ call: HookedCall) -> Bool { filter.map { $0.passes(call) } ?? true }

  /// Returns true if the hooks after `prepare` run for the call.
  @inline(__always)
  func follows(_ call: HookedCall) -> Bool { needsValue ? call.storedSlot != nil : sees(call) }

  /// Makes the error of a call whose hook has returned this status.
  ///
  /// - Parameter request: The request, if it is no longer in the context.
  static func failure(
    _ status: moya_status, _ context: inout HookContext, to request: URLRequest? = nil
  ) -> MoyaError {
    let plugin = context.plugin
    var text = (context.failure ?? context.reason(for: status)).map { plugin.log.redacted(reason: $0) }
    if text == nil, Int(status) == MOYA_HOOK_PENDING { text = "it answered pending without defer" }
    let flags = context.failureFlags
    let failure = PluginFailure(
      status, of: plugin.name, in: context.hook, text: text, isVerbatim: flags & UInt32(MOYA_FAIL_VERBATIM) != 0)
    let hasResponse = flags & UInt32(MOYA_FAIL_RESPONSE) != 0
    return .underlying(failure, hasResponse ? context.responseOfFailure(to: request ?? context.knownRequest) : nil)
  }

  static func failure(_ thrown: Thrown, _ context: inout HookContext) -> MoyaError {
    let plugin = context.plugin
    let text = plugin.log.redacted(reason: thrown.sentence("the hook"))
    let failure = PluginFailure(moya_status(MOYA_ERROR_PLUGIN_HOOK), of: plugin.name, in: context.hook, text: text)
    return .underlying(failure, nil)
  }
}

extension Hooks {
  /// The set of hooks that a table has.
  fileprivate init(_ table: moya_plugin) {
    self = []
    if table.prepare != nil { insert(.prepare) }
    if table.sign != nil { insert(.sign) }
    if table.will_send != nil { insert(.willSend) }
    if table.did_receive != nil { insert(.didReceive) }
    if table.should_retry != nil { insert(.shouldRetry) }
    if table.process != nil { insert(.process) }
    if table.release_slot != nil { insert(.releaseSlot) }
  }
}

// MARK: - PluginIdentity

/// What the functions for plugins need to know about a plugin: its name for messages, its options, its provider's log,
/// its tasks, and the header field that it set most recently.
///
/// The class is `@unchecked Sendable` because it is immutable except for `missed`, which is only used under the lock of
/// `Fork.guarded`.
final class PluginIdentity: CObject, @unchecked Sendable {
  /// The name of the plugin in its provider.
  let name: String
  let options: OptionValues?
  let log: HostLog
  let field = KnownField()
  let deferred = DeferredContexts()
  let tasks: PluginTasks
  /// The undeclared options that the plugin has read. For each of them, a warning is already in the log.
  private var missed = Set<String>(minimumCapacity: 8)

  init(_ name: String, options: OptionValues? = nil, log: HostLog, tasks: PluginTasks = PluginTasks(of: nil)) {
    self.tasks = tasks
    self.name = name
    self.options = options
    self.log = log
  }

  /// Returns true if the log must get a warning about this undeclared option. Returns true once for each name, and for
  /// at most 100 names.
  func isNewlyMissed(_ name: UnsafePointer<CChar>) -> Bool {
    let name = String(repairing: name)
    return Fork.guarded { missed.count < 100 && missed.insert(name).inserted }
  }

  /// Logs an exception that left a function of the plugin, if the exception does not make a call fail.
  func report(_ thrown: Thrown, from hook: String) {
    log.write(thrown.sentence(hook), level: moya_log_level(MOYA_LOG_ERROR), from: name)
  }
}

// MARK: - TagFilter

/// Says to which targets a plugin applies.
struct TagFilter: Sendable {
  private let wanted, unwanted: [CChar]

  /// `nil` if the plugin applies to all targets.
  init?(only wanted: String?, not unwanted: String?) {
    if wanted == nil, unwanted == nil { return nil }
    self.wanted = wanted.map { Array($0.utf8CString) } ?? []
    self.unwanted = unwanted.map { Array($0.utf8CString) } ?? []
  }

  func passes(_ call: HookedCall) -> Bool {
    let subject = CSubject.of(call.subject)
    func has(_ tag: [CChar]) -> Bool {
      tag.withUnsafeBufferPointer { tag in tag.baseAddress.map { subject?.hasTag($0) == true } == true }
    }
    return (wanted.isEmpty || has(wanted)) && (unwanted.isEmpty || !has(unwanted))
  }
}

// MARK: - KnownField

/// The header field that a plugin set most recently, as a checked copy.
///
/// Most plugins set the same field in every call, for example a token. Comparing the field with the stored one is
/// faster than copying and checking it again.
final class KnownField: Sendable {
  private struct Field {
    /// A header section that contains only this field. Requests that have no other field share this section.
    var section = HeaderFields()
    /// The name and the value, each followed by a NUL. Empty if no field is stored.
    var bytes: [CChar] = []
    /// The index in `bytes` at which the value begins.
    var valueStart = 0

    func equals(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) -> Bool {
      bytes.withUnsafeBufferPointer { bytes in
        guard let known = bytes.baseAddress, !bytes.isEmpty, strcmp(known, name) == 0 else { return false }
        return strcmp(known + valueStart, value) == 0
      }
    }
  }

  /// The stored field. If another thread is using the stored field, this thread does not wait, but copies and checks
  /// the field that the plugin passes.
  private let last = Unwaited { Field() }

  func keep(_ field: HeaderFields.Field) {
    let name = Array(field.name.utf8CString)
    _ = last.withValue {
      $0 = Field(
        section: HeaderFields(fields: [field]), bytes: name + Array(field.value.utf8CString), valueStart: name.count)
    }
  }

  /// If the plugin passes the same field as the stored one, sets the stored field in the request.
  ///
  /// - Returns: False if the plugin passes another field, or if another thread uses the stored field.
  @inline(__always)
  func setKnown(
    _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, in request: inout URLRequest?
  ) -> Bool {
    guard let name, let value else { return false }
    let isSet = last.withValue { last in
      let isKnown = last.equals(name, value)
      if isKnown { request?.setChecked(last.section) }
      return isKnown
    }
    return isSet ?? false
  }
}
