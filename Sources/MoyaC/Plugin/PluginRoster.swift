import CMoya
import MoyaCore
import Synchronization

/// A provider's plugins, in the order they were added; complete when the first call is made.
///
/// Unchecked: what changes is touched inside `Fork.guarded`, or written there before `isClosed` and read after it.
final class PluginRoster: @unchecked Sendable {
  private var roster = Roster.empty
  /// A call may wait between its start and its end, whatever answers it: so a loop keeps its time.
  private(set) var mayWait = false
  private var members: [PluginMember] = []
  /// No plugin is added any more.
  private var isClosing = false
  /// `roster` is made.
  private let isClosed = Atomic<Bool>(false)

  /// The plugin is made without the lock held: that runs code of others.
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

  /// The first call is about to be made: from now on no plugin is added.
  func closed() -> Roster {
    if isClosed.load(ordering: .acquiring) { return roster }
    let members = Fork.guarded {
      isClosing = true
      return self.members
    }
    let ordered = members.filter { !$0.isLast } + members.filter(\.isLast)
    let made = members.isEmpty ? Roster.empty : Roster(ordered.map(\.hooks))
    return Fork.guarded {
      // Another thread may have been here meanwhile.
      if isClosed.load(ordering: .acquiring) { return roster }
      roster = made
      mayWait = members.contains { $0.mayRetry || $0.mayWait }
      isClosed.store(true, ordering: .releasing)
      return made
    }
  }

  /// `nil`: no call was made yet.
  var known: Roster? { isClosed.load(ordering: .acquiring) ? roster : nil }

  /// After the last hook. The one that was added last goes first.
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
