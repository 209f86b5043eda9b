import CMoya

/// A plugin's hook has failed the call.
struct PluginFailure: Error {
  let status: Status
  let message: String
  /// The number that the hook returned.
  let code: moya_status

  /// - Parameter text: what the plugin said; `nil`: nothing.
  init(_ code: moya_status, of id: String, in hook: HookContext.Hook, text: String?) {
    let status = Status(rawValue: code)
    self.status = code < 0 && status.isKnown ? status : .pluginHook
    self.code = code
    let number = code < 0 && status.isKnown ? "\(status.name)" : "it answered \(code), which means nothing here"
    let reason = text ?? number
    message = "plugin \(id) failed in \(hook.rawValue): \(reason)"
  }
}
