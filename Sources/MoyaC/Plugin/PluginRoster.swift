import CMoya
import MoyaCore
import Synchronization

/// A provider's plugins in the order in which they were added. From the provider's first call on, no plugin is added. A
/// `Roster` is the list in the form that calls use. Plugins that are off have no hooks in it.
///
/// The class is `@unchecked Sendable`. Its state is only used inside `Fork.guarded`: under a lock, while no fork can
/// happen. `mayWait` is written there before `current` is set, and only read afterwards.
final class PluginRoster: @unchecked Sendable {
  private var members: [PluginMember] = []
  /// True if no further plugin may be added.
  private var isClosing = false
  /// The rosters that were made, by which plugins are on. Calls under way may use any of them.
  private var rosters: [[Bool]: Roster] = [:]
  /// The address of the roster for new calls. 0 before the first call.
  private let current = Atomic<UInt>(0)
  /// True if a call may have to wait before it completes, even if it does not use the network. A loop then runs the
  /// call's timers.
  private(set) var mayWait = false

  /// Adds a plugin. The lock is not held while the plugin is made, because `make` runs code of the plugin.
  ///
  /// - Parameter name: The name of the plugin. If it is taken, adds a number, unless `isUnique` is true.
  func add(
    _ name: String, isUnique: Bool, isOn: Bool = true, _ make: () throws(Failure) -> PluginMember
  ) throws(Failure) {
    try checkTakesMore()
    if isUnique, Fork.guarded({ place(of: name) }) != nil { throw .taken(name) }
    var plugin = try make()
    plugin.isOn = isOn
    let fault = Fork.guarded { () -> Failure? in
      if isClosing { return .tooLate }
      plugin.name = name
      if place(of: name) != nil {
        if isUnique { return .taken(name) }
        plugin.name = (2...(members.count + 2)).lazy.map { "\(name)#\($0)" }.first { place(of: $0) == nil } ?? name
      }
      plugin.nameForC = BodyBuffer(plugin.name)
      members.append(plugin)
      return nil
    }
    if let fault {
      plugin.destroy()
      throw fault
    }
  }

  /// Throws after the first call.
  func checkTakesMore() throws(Failure) {
    if known != nil { throw .tooLate }
  }

  private func place(of name: String) -> Int? { members.firstIndex { $0.name.hasBytes(of: name) } }

  /// Returns the plugins for the first call. From then on no plugin can be added.
  func closed() -> Roster {
    if let known { return known }
    return Fork.guarded {
      isClosing = true
      mayWait = members.contains { $0.mayRetry || $0.mayWait }
      return renew()
    }
  }

  /// The plugins for calls. `nil` if no call has been made yet.
  var known: Roster? {
    UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring))
      .map { Unmanaged<Roster>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes the roster for calls that begin from now on.
  private func renew() -> Roster {
    let isOn = members.map(\.isOn)
    let roster = rosters[isOn] ?? made(isOn)
    rosters[isOn] = roster
    current.store(UInt(bitPattern: Unmanaged.passUnretained(roster).toOpaque()), ordering: .releasing)
    return roster
  }

  private func made(_ isOn: [Bool]) -> Roster {
    if members.isEmpty { return .empty }
    // The plugin that must be the last one keeps its own place, so that its slot stays the same.
    let order = members.indices.filter { !members[$0].isLast } + members.indices.filter { members[$0].isLast }
    return Roster(order.map { members[$0].hooks }) { isOn[order[$0]] }
  }

  /// Turns a plugin on or off for calls that begin from now on. Returns false if there is no plugin with this name.
  func enable(_ name: String, _ on: Bool) -> Bool {
    Fork.guarded {
      guard let place = place(of: name) else { return false }
      members[place].isOn = on
      if current.load(ordering: .relaxed) != 0 { _ = renew() }
      return true
    }
  }

  func member(at index: Int) -> PluginMember? {
    Fork.guarded { members.indices ~= index ? members[index] : nil }
  }

  /// The identities of the plugins that have tables.
  var identities: [PluginIdentity] { Fork.guarded { members.compactMap(\.identity) } }

  /// Destroys the plugins in reverse order. Call this function after the last hook.
  func destroy() {
    for plugin in Fork.guarded({ members }).reversed() { plugin.destroy() }
  }
}

extension Failure {
  fileprivate static var tooLate: Failure {
    Failure(MOYA_ERROR_STATE, "plugins are added before a provider's first call")
  }

  fileprivate static func taken(_ name: String) -> Failure {
    Failure(MOYA_ERROR_ARGUMENT, "the provider has a plugin \(name): set another name in moya_plugin_use")
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
  /// The plugin's table. `nil` for a plugin that is part of the library.
  var table: UnsafePointer<moya_plugin>?
  /// The identity of a plugin with a table.
  var identity: PluginIdentity?
  fileprivate(set) var name = ""
  fileprivate(set) var nameForC: BodyBuffer?
  fileprivate(set) var isOn = true
  /// Destroys the plugin. It is called once, after the last hook.
  var destroy: () -> Void = {}
}
