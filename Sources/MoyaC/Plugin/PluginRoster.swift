import CMoya
import MoyaCore
import Synchronization

/// A provider's plugins in the order in which they were added. From the provider's first call on, the list does not
/// change. A `Roster` is the list in the form that calls use.
///
/// The class is `@unchecked Sendable`. Some state is only used inside `Fork.guarded`: under a lock, while no fork can
/// happen. The other state is written there before `isClosed` is set, and only read afterwards.
final class PluginRoster: @unchecked Sendable {
  private var roster = Roster.empty
  /// True if a call may have to wait before it completes, even if it does not use the network. A loop then runs the
  /// call's timers.
  private(set) var mayWait = false
  private var members: [PluginMember] = []
  /// True if no further plugin may be added.
  private var isClosing = false
  /// True if `roster` has been made.
  private let isClosed = Atomic<Bool>(false)

  /// Adds a plugin. The lock is not held while the plugin is made, because `make` runs code of the plugin.
  func add(_ make: () throws(Failure) -> PluginMember) throws(Failure) {
    if isClosed.load(ordering: .acquiring) { throw .tooLate }
    let plugin = try make()
    let isAdded = Fork.guarded {
      if !isClosing { members.append(plugin) }
      return !isClosing
    }
    if !isAdded {
      plugin.destroy()
      throw .tooLate
    }
  }

  /// Returns the plugins for the first call. From then on no plugin can be added.
  func closed() -> Roster {
    if isClosed.load(ordering: .acquiring) { return roster }
    let members = Fork.guarded {
      isClosing = true
      return self.members
    }
    let ordered = members.filter { !$0.isLast } + members.filter(\.isLast)
    let made = members.isEmpty ? Roster.empty : Roster(ordered.map(\.hooks))
    return Fork.guarded {
      // Another thread may have made `roster` while this thread waited for the lock.
      if isClosed.load(ordering: .acquiring) { return roster }
      roster = made
      mayWait = members.contains { $0.mayRetry || $0.mayWait }
      isClosed.store(true, ordering: .releasing)
      return made
    }
  }

  /// The plugins for calls. `nil` if no call has been made yet.
  var known: Roster? { isClosed.load(ordering: .acquiring) ? roster : nil }

  /// Destroys the plugins in reverse order. Call this function after the last hook.
  func destroy() {
    for plugin in Fork.guarded({ members }).reversed() { plugin.destroy() }
  }
}

extension Failure {
  fileprivate static var tooLate: Failure {
    Failure(MOYA_ERROR_STATE, "plugins are added before a provider's first call")
  }
}

// MARK: - PluginMember

/// A plugin of a provider: the plugin's hooks, and the facts that the provider needs to run them.
///
/// The struct is `@unchecked Sendable` because the hooks are made for any thread and `destroy` is called once.
struct PluginMember: @unchecked Sendable {
  let hooks: any PluginHooks
  /// True if the plugin may ask for another attempt.
  var mayRetry = false
  /// True if the plugin's `prepare` may give its answer later.
  var mayWait = false
  /// True if the plugin's `prepare` must run after `prepare` of all other plugins, even if those are added later.
  var isLast = false
  /// Destroys the plugin. It is called once, after the last hook.
  var destroy: () -> Void = {}
}
