import CMoya
import MoyaCore

/// A plugin that has a C table and whose hooks may wait (`MOYA_PLUGIN_WAITS`).
final class WaitingCPlugin: NoticingPlugin, LimitedWait, Sendable {
  let plugin: CPlugin
  /// The limit of each wait in milliseconds. 0 means no limit.
  let longestWait: UInt32

  init(_ plugin: CPlugin, longestWait: UInt32) {
    self.plugin = plugin
    self.longestWait = longestWait
  }

  var hooks: Hooks { plugin.hooks }
  var needsValue: Bool { plugin.needsValue }

  func waitedTooLong(in hook: Hooks) -> MoyaError {
    let hook: HookContext.Hook = hook == .prepare ? .prepare : hook == .sign ? .sign : .process
    return .underlying(
      PluginFailure(
        moya_status(MOYA_ERROR_PLUGIN_TIMEOUT), of: plugin.identity.name, in: hook,
        text: "it did not resume within \(longestWait) ms"), nil)
  }

  // MARK: Hooks

  func edit(_ request: inout URLRequest?, of call: HookedCall) -> Preparation? {
    guard let prepare = plugin.table.prepare, plugin.sees(call) else { return nil }
    let hook = RunningHook(HookContext(.prepare, of: plugin.identity, call: call, request: request.take()))
    return shape(&request, prepare, hook)
  }

  func sign(_ request: inout URLRequest?, _ upload: Upload?, of call: HookedCall) -> Preparation? {
    guard let sign = plugin.table.sign, plugin.follows(call) else { return nil }
    let hook = RunningHook(
      HookContext(.sign, of: plugin.identity, call: call, request: request.take(), upload: upload))
    return shape(&request, sign, hook)
  }

  private func shape(
    _ request: inout URLRequest?, _ function: CPlugin.StatusHook, _ hook: borrowing RunningHook
  ) -> Preparation? {
    let (status, thrown) = plugin.status(of: function, hook)
    if hook.isDeferred {
      return answer(hook, status, thrown, pending: .pending) { WaitingCPlugin.preparation(&$0, $1, $2) }
    }
    defer { swap(&request, &hook.context.pointee.request) }
    if status == moya_status(MOYA_HOOK_OK), thrown == nil { return nil }
    return WaitingCPlugin.preparation(&hook.context.pointee, status, thrown)
  }

  func finish(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) -> Finish {
    guard let process = plugin.table.process, plugin.follows(call) else { return .done(result) }
    let hook = RunningHook(
      HookContext(.process, of: plugin.identity, call: call, request: request, result: result))
    let (status, thrown) = plugin.status(of: process, hook)
    return answer(hook, status, thrown, pending: .pending) { .done(CPlugin.processed(&$0, $1, $2) ?? result) }
  }

  /// Returns the answer of a hook that has run and may have deferred its context.
  ///
  /// - Parameters:
  ///   - pending: The answer of a hook whose call must wait until the plugin resumes the context.
  ///   - answer: Makes the answer of any other hook.
  private func answer<Answer>(
    _ hook: borrowing RunningHook, _ status: moya_status, _ thrown: Thrown?, pending: Answer,
    _ answer: (inout HookContext, moya_status, Thrown?) -> Answer
  ) -> Answer {
    if !hook.isDeferred { return answer(&hook.context.pointee, status, thrown) }
    if thrown == nil, Int(status) == MOYA_HOOK_PENDING { return pending }
    // If the plugin has resumed the context, the result that the plugin passed to `resume` counts. Otherwise the status
    // that the hook has returned counts, and the context ends.
    guard var deferred = HookContext.finish(hook.handle) else { return pending }
    return answer(&deferred, status, thrown)
  }

  func willSend(_ request: URLRequest?, _ upload: Upload?, of call: HookedCall) {
    plugin.willSend(request, upload, of: call)
  }

  func didReceive(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall) {
    plugin.didReceive(result, to: request, of: call)
  }

  func shouldRetry(
    _ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall
  ) -> RetryDecision {
    plugin.shouldRetry(result, to: request, of: call)
  }

  func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    plugin.process(result, context: context)
  }

  func releaseSlot(of call: HookedCall) { plugin.releaseSlot(of: call) }

  // MARK: Waiting

  /// Ends a deferred context with the result of its hook. Returns false if there is no such context, or if the call has
  /// ended.
  static func resume(_ handle: OpaquePointer?, with status: moya_status) -> Bool {
    guard HookContext.use(handle, { $0.isDeferred }) == true, var context = HookContext.finish(handle) else {
      return false
    }
    if context.hook == .process {
      let result = context.result ?? .failure(.cancelled)
      return context.resume(CPlugin.processed(&context, status, nil) ?? result)
    }
    return context.resume(preparation(&context, status, nil))
  }

  private static func preparation(
    _ context: inout HookContext, _ status: moya_status, _ thrown: Thrown?
  ) -> Preparation {
    if let thrown { return .answered(.failure(CPlugin.failure(thrown, &context))) }
    switch Int(status) {
    case MOYA_HOOK_OK:
      guard let request = context.request.take() else { return .answered(.failure(CPlugin.failure(status, &context))) }
      return .ready(request)
    case MOYA_HOOK_ANSWERED where context.hook == .prepare:
      return .answered(.success((context.draft ?? ResponseDraft()).response(to: context.request)))
    default: return .answered(.failure(CPlugin.failure(status, &context)))
    }
  }
}
