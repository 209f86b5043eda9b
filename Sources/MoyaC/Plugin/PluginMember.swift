import MoyaCore

/// A plugin of a provider: its hooks, and what the provider must know to run them.
///
/// Unchecked: the hooks are made for any thread, and `destroy` is called once.
struct PluginMember: @unchecked Sendable {
  let hooks: any PluginHooks
  /// It may want another attempt later.
  var mayRetry = false
  /// Its `prepare` may be pending.
  var mayWait = false
  /// Its `prepare` sees what all others have made of a request, whenever it was added.
  var isLast = false
  /// Called once, after the last hook.
  var destroy: () -> Void = {}
}
