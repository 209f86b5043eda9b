import CMoya
import MoyaCore
import Synchronization

/// A provider's plugins, in the order they were added; complete when the first call is made.
///
/// Unchecked: what is not locked is written before `isClosed` and read after it.
final class PluginRoster: @unchecked Sendable {
  private var roster = Roster.empty
  /// A call may wait between its start and its end, whatever answers it: so a loop keeps its time.
  private(set) var mayWait = false
  private let members = Protected<[PluginMember]>([])
  private let isClosed = Atomic<Bool>(false)

  /// The plugin is made without the lock held: that runs code of others.
  func add(_ make: () throws(Failure) -> PluginMember) throws(Failure) {
    if isClosed.load(ordering: .acquiring) { throw .tooLate }
    let plugin = try make()
    let isAdded = members.withLock { members in
      if isClosed.load(ordering: .acquiring) { return false }
      members.append(plugin)
      return true
    }
    if !isAdded {
      plugin.destroy()
      throw .tooLate
    }
  }

  /// The first call is about to be made: from now on no plugin is added.
  func closed() -> Roster {
    if isClosed.load(ordering: .acquiring) { return roster }
    return members.withLock { members in
      if isClosed.load(ordering: .acquiring) { return roster }
      let ordered = members.filter { !$0.isLast } + members.filter(\.isLast)
      if !members.isEmpty { roster = Roster(ordered.map(\.hooks), keepsSlots: members.contains { $0.releasesSlots }) }
      mayWait = members.contains { $0.mayRetry || $0.mayWait }
      isClosed.store(true, ordering: .releasing)
      return roster
    }
  }

  /// After the last hook. The one that was added last goes first.
  func destroy() {
    for plugin in members.withLock({ $0 }).reversed() { plugin.destroy() }
  }
}

extension Failure {
  fileprivate static var tooLate: Failure {
    Failure(MOYA_ERROR_STATE, "plugins are added before a provider's first call")
  }
}
