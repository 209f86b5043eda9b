import CMoya
import Glibc
import MoyaCore

/// A plugin with a C table, in the form that the core uses.
///
/// The class is `@unchecked Sendable` because it is immutable except for `isDestroyed`, which is set once after the
/// last hook.
final class CPlugin: EditingPlugin, @unchecked Sendable {
  private let table: moya_plugin_table
  private let identity: PluginIdentity
  private let instance: UnsafeMutableRawPointer?
  /// The provider outlives its plugins. The reference is unmanaged, because otherwise every hook would change one more
  /// retain count.
  private let provider: Unmanaged<Provider>
  private var isDestroyed = false

  var member: PluginMember {
    PluginMember(hooks: self, mayRetry: table.should_retry != nil, destroy: destroy)
  }

  let hooks: Hooks

  /// Makes an instance of the plugin.
  init(_ checked: PluginTable, config: String, provider: Provider) throws(Failure) {
    table = checked.table
    hooks = Hooks(table)
    identity = PluginIdentity(checked.id, log: provider.settings.log)
    self.provider = .passUnretained(provider)
    var instance: UnsafeMutableRawPointer?
    if let create = checked.table.create {
      let hook = RunningHook(HookContext(.create, of: identity, call: nil))
      // The provider's list of plugins does not contain this plugin yet. If the plugin destroys the provider here, the
      // destruction must wait until the plugin is added.
      let status = Frame.run(Frame.address(of: provider)) {
        hook.run { context in config.withCString { create(HostTable.pointer, context, $0, &instance) } }
      }
      guard status == moya_status(MOYA_OK) else {
        let reason = hook.context.pointee.failure ?? "it answered \(status)"
        var failure = Failure(MOYA_ERROR_PLUGIN_CREATE, "plugin \(checked.id) cannot be created: \(reason)")
        failure.domain = .plugin
        failure.code = Int64(status)
        throw failure
      }
    }
    self.instance = instance
  }

  func destroy() {
    if isDestroyed { return }
    isDestroyed = true
    if let destroy = table.destroy { Frame.run(nil) { destroy(instance) } }
  }

  // MARK: Hooks

  func edit(_ request: inout URLRequest?, of call: HookedCall) -> Result<Response, MoyaError>? {
    guard let prepare = table.prepare else { return nil }
    // The request is moved out of the variable, so that only one reference exists and the request is changed in place.
    let hook = RunningHook(HookContext(.prepare, of: identity, call: call, request: request.take()))
    let status = inCallback { hook.run { prepare(instance, $0) } }
    swap(&request, &hook.context.pointee.request)
    switch Int(status) {
    case MOYA_HOOK_OK: return nil
    case MOYA_HOOK_ANSWERED:
      let draft = hook.context.pointee.draft ?? ResponseDraft()
      return .success(draft.response(to: request))
    default: return .failure(failure(status, hook.context))
    }
  }

  func willSend(_ request: URLRequest?, of call: HookedCall) {
    guard let willSend = table.will_send else { return }
    let hook = RunningHook(HookContext(.willSend, of: identity, call: call, request: request))
    inCallback { hook.run { willSend(instance, $0) } }
  }

  func didReceive(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) {
    guard let didReceive = table.did_receive else { return }
    let hook = RunningHook(HookContext(.didReceive, of: identity, call: call, request: request, result: result))
    inCallback { hook.run { didReceive(instance, $0) } }
  }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    guard let shouldRetry = table.should_retry else { return .no }
    let hook = RunningHook(
      HookContext(.shouldRetry, of: identity, call: context.call, request: context.request, result: result))
    let delay = inCallback { hook.run { shouldRetry(instance, $0) } }
    return delay < 0 ? .no : .after(seconds: Double(delay) / 1000)
  }

  func process(
    _ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall
  ) -> Result<Response, MoyaError> {
    guard let process = table.process else { return result }
    let hook = RunningHook(HookContext(.process, of: identity, call: call, request: request, result: result))
    let status = inCallback { hook.run { process(instance, $0) } }
    if status != moya_status(MOYA_OK) { return .failure(failure(status, hook.context)) }
    return hook.context.pointee.draft.map { .success($0.response(to: request)) } ?? result
  }

  func releaseSlot(of call: HookedCall) {
    guard let release = table.release_slot, let value = call.slots?.take(call.place) else { return }
    inCallback { release(instance, value) }
  }

  @inline(__always)
  private func inCallback<Result>(_ body: () -> Result) -> Result {
    provider._withUnsafeGuaranteedRef { $0.inCallback(body) }
  }

  private func failure(_ status: moya_status, _ hook: UnsafeMutablePointer<HookContext>) -> MoyaError {
    .underlying(PluginFailure(status, of: identity.id, in: hook.pointee.hook, text: hook.pointee.failure), nil)
  }
}

extension Hooks {
  /// The set of hooks that a table has.
  fileprivate init(_ table: moya_plugin_table) {
    self = []
    if table.prepare != nil { insert(.prepare) }
    if table.will_send != nil { insert(.willSend) }
    if table.did_receive != nil { insert(.didReceive) }
    if table.should_retry != nil { insert(.shouldRetry) }
    if table.process != nil { insert(.process) }
    if table.release_slot != nil { insert(.releaseSlot) }
  }
}

// MARK: - PluginIdentity

/// The identity of a plugin that runs a hook: its id for messages, its provider's log, and the field that it set last.
final class PluginIdentity: Sendable {
  let id: String
  let log: HostLog
  let field = KnownField()

  init(_ id: String, log: HostLog) {
    self.id = id
    self.log = log
  }
}

// MARK: - KnownField

/// The header field that a plugin has set last. The field was copied and checked.
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

  /// No thread waits for another thread here. If another thread uses the stored field, this thread copies and checks
  /// its field itself.
  private let last = Unwaited { Field() }

  func keep(_ field: HeaderFields.Field) {
    let name = Array(field.name.utf8CString)
    _ = last.withValue {
      $0 = Field(
        section: HeaderFields(fields: [field]), bytes: name + Array(field.value.utf8CString), valueStart: name.count)
    }
  }

  /// If the plugin passes the field that is stored, sets the stored field.
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

// MARK: - PluginFailure

/// The error for a call that failed because a plugin's hook returned an error.
struct PluginFailure: Error {
  let status: moya_status
  let message: String
  /// The number that the hook returned.
  let code: moya_status

  /// - Parameter text: The plugin's message. `nil` if the plugin gave no message.
  init(_ code: moya_status, of id: String, in hook: HookContext.Hook, text: String?) {
    let name = code < 0 ? Constants.name(of: code) : nil
    status = name == nil ? moya_status(MOYA_ERROR_PLUGIN_HOOK) : code
    self.code = code
    let reason = text ?? name.map { "\($0)" } ?? "it answered \(code), which means nothing here"
    message = "plugin \(id) failed in \(hook.rawValue): \(reason)"
  }
}
