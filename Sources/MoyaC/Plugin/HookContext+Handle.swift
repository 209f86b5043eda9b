import CHooks
import CMoya
import MoyaCore

/// Finds the context that a handle (`moya_context *`) names.
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

  /// Runs `body` with the plugin to which a context belongs. The context may be of a hook or of the plugin's instance.
  /// In a forked child, it may also be of an instance that the parent made.
  @inline(__always)
  static func usePlugin<Answer>(_ handle: OpaquePointer?, _ body: (PluginIdentity) -> Answer) -> Answer? {
    if let answer = use(handle, { $0.identity._withUnsafeGuaranteedRef(body) }) { return answer }
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.isInherited(number) else { return nil }
    return slot.pointee.context.pointee.identity._withUnsafeGuaranteedRef(body)
  }

  /// Runs `body` with the plugin if `handle` is the context of its instance. Returns `nil` if `handle` is the context
  /// of a hook.
  static func useInstance<Answer>(_ handle: OpaquePointer?, _ body: (PluginIdentity) -> Answer) -> Answer? {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.isOfInstance else { return nil }
    return usePlugin(handle, body)
  }

  /// Returns the plugin to which a context belongs. Retains the plugin while this thread still uses the context,
  /// because another thread may destroy the instance right afterwards.
  static func plugin(_ handle: OpaquePointer?) -> PluginIdentity? {
    taken(usePlugin(handle) { moya_object_retained($0.address) })
  }

  private static func taken(_ retained: UnsafeMutableRawPointer?) -> PluginIdentity? {
    retained.map { PluginIdentity.taken(at: $0) }
  }

  /// Returns the plugin if `handle` is the context of its instance. Returns `nil` if `handle` is the context of a hook.
  static func instance(_ handle: OpaquePointer?) -> PluginIdentity? {
    taken(useInstance(handle) { moya_object_retained($0.address) })
  }

  /// Defers the context. The context then lives until `finish` is called, even after its hook has returned. Any thread
  /// may use the context. Call this function on the hook's thread while the hook runs.
  ///
  /// - Returns: False if `handle` does not name a context of this thread, or if the hook cannot wait.
  static func keep(_ handle: OpaquePointer?) -> Bool {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.isOwn(number), slot.pointee.context.pointee.defer()
    else { return false }
    let plugin = slot.pointee.context.pointee.plugin
    plugin.deferred.add(number, of: plugin)
    slot.pointee.keep()
    return true
  }

  /// Makes a context that any thread may use until `finish` is called.
  static func kept(_ context: consuming HookContext) -> OpaquePointer? {
    let slot = ContextSlab.take()
    let number = slot.pointee.begin(context)
    slot.pointee.keep()
    return OpaquePointer(bitPattern: number)
  }

  /// Ends a kept context, even if its hook has not returned yet. Any thread may call this function. Returns the
  /// context, or `nil` if the context has already ended.
  static func finish(_ handle: OpaquePointer?) -> HookContext? {
    let number = UInt(bitPattern: handle)
    guard let slot = ContextSlab.slot(of: number), slot.pointee.enter(number) == .mine else { return nil }
    var context = slot.pointee.context.move()
    context.leaveRoom()
    slot.pointee.end()
    ContextSlab.giveBack(slot)
    if context.isDeferred { context.plugin.deferred.remove(number) }
    if context.ownsTasks { context.plugin.tasks.end(of: number) }
    return context
  }
}
