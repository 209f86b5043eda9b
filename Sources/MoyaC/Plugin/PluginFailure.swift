import CMoya

/// The reason why a plugin with a C table cannot be used, or why one of its hooks made a call fail.
public struct PluginFailure: Error, CustomStringConvertible {
  /// One sentence, which names the plugin and the hook and contains no secret.
  public let message: String
  /// The status of the C API: one of MOYA_ERROR_….
  public let status: Int32
  /// The number that the hook returned. If no hook ran, the same as `status`.
  public let code: Int32
  /// True if the message is the plugin's text alone, because the plugin repeats the failure of an earlier call.
  let isVerbatim: Bool

  public var description: String { message }

  /// - Parameter text: The plugin's message. `nil` if the plugin gave no message.
  init(_ code: moya_status, of id: String, in hook: HookContext.Hook, text: String?, isVerbatim: Bool = false) {
    let name = code < 0 ? Constants.name(of: code) : nil
    status = name == nil ? moya_status(MOYA_ERROR_PLUGIN_HOOK) : code
    self.code = code
    self.isVerbatim = isVerbatim
    let reason = text ?? name.map { "\($0)" } ?? "it answered \(code), which means nothing here"
    message = isVerbatim ? reason : "plugin \(id) failed in \(hook.name): \(reason)"
  }

  /// - Parameter message: What is wrong with an argument.
  package init(invalid message: String) { self.init(Failure(MOYA_ERROR_ARGUMENT, message)) }

  init(_ failure: Failure) {
    isVerbatim = false
    message = failure.message
    status = failure.status
    code = failure.domain == .plugin ? Int32(truncatingIfNeeded: failure.code) : failure.status
  }
}
