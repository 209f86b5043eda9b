import CMoya

/// A plugin's hook has failed the call.
struct PluginFailure: Error {
  let status: moya_status
  let message: String
  /// The number that the hook returned.
  let code: moya_status

  /// - Parameter text: what the plugin said; `nil`: nothing.
  init(_ code: moya_status, of id: String, in hook: HookContext.Hook, text: String?) {
    let name = code < 0 ? Constants.name(of: code) : nil
    status = name == nil ? moya_status(MOYA_ERROR_PLUGIN_HOOK) : code
    self.code = code
    let reason = text ?? name.map { "\($0)" } ?? "it answered \(code), which means nothing here"
    message = "plugin \(id) failed in \(hook.rawValue): \(reason)"
  }
}
