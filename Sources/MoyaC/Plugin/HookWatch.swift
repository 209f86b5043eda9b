import MoyaCore

/// Writes log lines that name the hooks for which a provider waits.
enum HookWatch {
  /// Writes a line for each running hook of the provider's plugins.
  ///
  /// - Parameter calls: The calls under way. If the hook belongs to one of these calls, the line also names the call's
  ///   target.
  static func warn(about provider: Provider, calls: [Waiter]) {
    let plugins = provider.plugins.identities
    for slot in ContextSlab.slots {
      guard let running = slot.pointee.running,
        let plugin = plugins.first(where: { UInt(bitPattern: ObjectIdentifier($0)) == running.plugin })
      else { continue }
      let call = calls.first { UInt(bitPattern: ObjectIdentifier($0.subject)) == running.subject }
      let target = (call?.subject as? CSubject).map { " of '\($0.name.onOneLine)'" } ?? ""
      plugin.log.warn("the provider waits for plugin \(plugin.name) in \(running.hook.name)\(target)")
    }
  }
}

/// Warns about a long wait after 2 seconds, and then every 10 seconds.
struct LongWait {
  private var next = MonotonicClock.now() &+ 2_000_000

  mutating func check(_ warn: () -> Void) {
    let now = MonotonicClock.now()
    if now < next { return }
    next = now &+ 10_000_000
    warn()
  }
}
