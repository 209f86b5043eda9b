import CMoya
import MoyaCore

/// A plugin with a C table whose `prepare` may wait (`MOYA_PLUGIN_WAITS`).
final class WaitingCPlugin: SelectivePlugin, LimitedWait, Sendable {
  private let plugin: CPlugin
  /// The limit of each wait in milliseconds. 0: no limit.
  let longestWait: UInt32

  init(_ plugin: CPlugin, longestWait: UInt32) {
    self.plugin = plugin
    self.longestWait = longestWait
  }

  var hooks: Hooks { plugin.hooks }

  var waitedTooLong: MoyaError {
    .underlying(
      PluginFailure(
        moya_status(MOYA_ERROR_PLUGIN_TIMEOUT), of: plugin.identity.name, in: .prepare,
        text: "it did not resume within \(longestWait) ms"), nil)
  }

  // MARK: Hooks

  func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    let call = context.call
    guard let prepare = plugin.table.prepare, plugin.sees(call) else { return .ready(request) }
    let hook = RunningHook(
      HookContext(.prepare, of: plugin.identity, call: call, request: request, waiting: context))
    let (status, thrown) = plugin.status(of: prepare, hook)
    if !hook.isDeferred {
      return WaitingCPlugin.preparation(&hook.context.pointee, status, thrown)
    }
    if thrown == nil, Int(status) == MOYA_HOOK_PENDING { return .pending }
    // The hook's own answer counts, unless the context has been resumed.
    guard var deferred = HookContext.finish(hook.handle) else { return .pending }
    return WaitingCPlugin.preparation(&deferred, status, thrown)
  }

  func willSend(_ request: any RequestType, context: PluginContext) { plugin.willSend(request, context: context) }

  func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    plugin.didReceive(result, context: context)
  }

  func shouldRetry(_ result: Result<Response, MoyaError>, context: PluginContext) -> RetryDecision {
    plugin.shouldRetry(result, context: context)
  }

  func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    plugin.process(result, context: context)
  }

  func releaseSlot(context: PluginContext) { plugin.releaseSlot(context: context) }

  // MARK: Waiting

  /// Ends a deferred context with the result of its hook. Returns false if there is no such context, or if the call has
  /// ended.
  static func resume(_ handle: OpaquePointer?, with status: moya_status) -> Bool {
    guard HookContext.use(handle, { $0.isDeferred }) == true, var context = HookContext.finish(handle) else {
      return false
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
    case MOYA_HOOK_ANSWERED:
      return .answered(.success((context.draft ?? ResponseDraft()).response(to: context.request)))
    default: return .answered(.failure(CPlugin.failure(status, &context)))
    }
  }
}

// MARK: - DeferredContexts

/// The contexts of one instance that were deferred and not resumed.
///
/// The class is `@unchecked Sendable` because its state is only used inside `Fork.guarded`, so that a forked child may
/// use it too.
final class DeferredContexts: @unchecked Sendable {
  // Memory is reserved here, so that the runtime makes the set's types now and not inside `Fork.guarded`.
  private var numbers = Set<UInt>(minimumCapacity: 8)

  func add(_ number: UInt) { Fork.guarded { _ = numbers.insert(number) } }
  func remove(_ number: UInt) { Fork.guarded { _ = numbers.remove(number) } }

  /// Ends all contexts. Their calls have ended.
  func end() {
    for number in Fork.guarded({ numbers }) { _ = HookContext.finish(OpaquePointer(bitPattern: number)) }
  }
}
