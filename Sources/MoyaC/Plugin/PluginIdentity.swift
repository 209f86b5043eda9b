/// Who runs a hook: the plugin's id, for messages, and the log of its provider.
final class PluginIdentity: Sendable {
  let id: String
  let log: HostLog

  init(_ id: String, log: HostLog) {
    self.id = id
    self.log = log
  }
}
