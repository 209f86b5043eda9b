import CMoya
import MoyaCore

/// A plugin behind a C table, as the core knows plugins.
///
/// Unchecked: immutable but for `isDestroyed`, which is set once, after the last hook.
final class CPlugin: EditingPlugin, @unchecked Sendable {
  private let table: moya_plugin_table
  private let identity: PluginIdentity
  private let instance: UnsafeMutableRawPointer?
  /// Outlives its plugins. Unmanaged: a count of this, too, would be changed at every hook.
  private let provider: Unmanaged<Provider>
  private var isDestroyed = false

  var member: PluginMember {
    PluginMember(hooks: self, mayRetry: table.should_retry != nil, destroy: destroy)
  }

  let hooks: Hooks

  /// Makes an instance.
  init(_ checked: PluginTable, config: String, provider: Provider) throws(Failure) {
    table = checked.table
    hooks = Hooks(table)
    identity = PluginIdentity(checked.id, log: provider.settings.log)
    self.provider = .passUnretained(provider)
    var instance: UnsafeMutableRawPointer?
    if let create = checked.table.create {
      let hook = RunningHook(HookContext(.create, of: identity, call: nil))
      // The plugin is not in the roster yet: a provider that is destroyed here must wait until it is.
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
    // Taken out, so that it is held once and changed in place.
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
  /// Those that a table has.
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
