/// Who runs a hook: the plugin's id, for messages, the log of its provider, and the field that it set last.
final class PluginIdentity: Sendable {
  let id: String
  let log: HostLog
  let field = KnownField()

  init(_ id: String, log: HostLog) {
    self.id = id
    self.log = log
  }
}
