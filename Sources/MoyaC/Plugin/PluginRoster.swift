import CMoya
import MoyaCore
import Synchronization

/// A provider's plugins in the order in which they were added. The list is complete when the first call is made.
///
/// It is `@unchecked Sendable` because mutable state is used inside `Fork.guarded`. Other state is written there before
/// `isClosed` is set and only read afterwards.
final class PluginRoster: @unchecked Sendable {
  private var roster = Roster.empty
  /// True if a call may have to wait before it completes, even without the network. A loop then runs its timers.
  private(set) var mayWait = false
  private var members: [PluginMember] = []
  /// No further plugin may be added.
  private var isClosing = false
  /// `roster` has been made.
  private let isClosed = Atomic<Bool>(false)

  /// Adds a plugin. It is made without the lock, because that runs foreign code.
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

  /// The roster for the first call. From then on no plugin can be added.
  func closed() -> Roster {
    if isClosed.load(ordering: .acquiring) { return roster }
    let members = Fork.guarded {
      isClosing = true
      return self.members
    }
    let ordered = members.filter { !$0.isLast } + members.filter(\.isLast)
    let made = members.isEmpty ? Roster.empty : Roster(ordered.map(\.hooks))
    return Fork.guarded {
      // Another thread may have made the roster.
      if isClosed.load(ordering: .acquiring) { return roster }
      roster = made
      mayWait = members.contains { $0.mayRetry || $0.mayWait }
      isClosed.store(true, ordering: .releasing)
      return made
    }
  }

  /// `nil` if no call has been made yet.
  var known: Roster? { isClosed.load(ordering: .acquiring) ? roster : nil }

  /// Destroys the plugins after the last hook, in reverse order.
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

/// A plugin of a provider: its hooks, and what the provider must know to run them.
///
/// It is `@unchecked Sendable` because the hooks are made for any thread and `destroy` is called once.
struct PluginMember: @unchecked Sendable {
  let hooks: any PluginHooks
  /// It may ask for another attempt.
  var mayRetry = false
  /// Its `prepare` may give its answer later.
  var mayWait = false
  /// Its `prepare` runs after that of all other plugins, whenever it was added.
  var isLast = false
  /// Called once, after the last hook.
  var destroy: () -> Void = {}
}
