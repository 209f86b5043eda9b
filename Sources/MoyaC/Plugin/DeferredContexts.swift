import CMoya
import MoyaCore

/// The deferred contexts that one instance of a plugin has not resumed yet. If such a context has waited for 5 seconds,
/// the log gets a warning, and then another one every 60 seconds.
///
/// The class is `@unchecked Sendable` because its state is only used under the lock of `Fork.guarded`. A forked child
/// may take this lock too.
final class DeferredContexts: @unchecked Sendable {
  private struct Wait {
    let begin: UInt64
    /// The time at which the next warning about the context is due.
    var due: UInt64
  }

  // The capacity makes the dictionary allocate memory now. At the first allocation, Swift's runtime also makes the
  // dictionary's types, and this must not happen inside `Fork.guarded` (see `PluginRoster`).
  private var waits = Dictionary<UInt, Wait>(minimumCapacity: 8)
  /// True if a timer is set that looks for contexts that have waited too long.
  private var isWatched = false

  private static let patience: UInt64 = 5_000_000
  private static let pause: UInt64 = 60_000_000

  func add(_ number: UInt, of plugin: PluginIdentity) {
    let now = MonotonicClock.now()
    let isFirst = Fork.guarded {
      waits[number] = Wait(begin: now, due: now &+ DeferredContexts.patience)
      defer { isWatched = true }
      return !isWatched
    }
    if isFirst { watch(plugin, until: now &+ DeferredContexts.patience, now) }
  }

  func remove(_ number: UInt) { Fork.guarded { _ = waits.removeValue(forKey: number) } }

  /// Ends all contexts. Call this function after their calls have ended.
  func end() {
    for number in Fork.guarded({ Array(waits.keys) }) { _ = HookContext.finish(OpaquePointer(bitPattern: number)) }
  }

  private func watch(_ plugin: PluginIdentity, until time: UInt64, _ now: UInt64) {
    let delay = UInt32(clamping: (max(time, now) - now) / 1000 + 1)
    let isSet = plugin.tasks.watch(afterMilliseconds: delay) { [weak plugin] in
      if let plugin { plugin.deferred.look(plugin) }
    }
    if !isSet { Fork.guarded { isWatched = false } }
  }

  private func look(_ plugin: PluginIdentity) {
    let now = MonotonicClock.now()
    let (late, next) = Fork.guarded { () -> ([UInt], UInt64?) in
      let late = waits.filter { $0.value.due <= now }.keys.sorted()
      for number in late { waits[number]?.due = now &+ DeferredContexts.pause }
      let next = waits.values.map(\.due).min()
      isWatched = next != nil
      return (late, next)
    }
    for number in late { report(number, plugin, now) }
    if let next { watch(plugin, until: next, now) }
  }

  private func report(_ number: UInt, _ plugin: PluginIdentity, _ now: UInt64) {
    guard let begin = Fork.guarded({ waits[number]?.begin }) else { return }
    let place = HookContext.use(OpaquePointer(bitPattern: number)) { context in
      context.isOver ? nil : "'\(context.subject?.name.onOneLine ?? "")' in \(context.hook.name)"
    }
    guard let place = place ?? nil else { return }
    plugin.log.write(
      "has held up \(place) for \((now - begin) / 1_000_000) s", level: moya_log_level(MOYA_LOG_WARNING),
      from: plugin.name)
  }
}
