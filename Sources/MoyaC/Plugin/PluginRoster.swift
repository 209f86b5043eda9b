import CMoya
import Dispatch
import MoyaCore
import Synchronization

/// A provider's plugins in the order in which they were added. After the provider's first call, no plugin can be added.
/// A `Roster` is the list in the form that calls use. Plugins that are off have no hooks in it.
///
/// The class is `@unchecked Sendable`. Its state is only used inside `Fork.guarded`: under a lock, while no fork can
/// happen. `mayWait` is written inside `Fork.guarded` before `current` is set. After that, `mayWait` is only read.
///
/// Rosters are made outside `Fork.guarded`. A thread that makes the first roster also makes a type in the Swift
/// runtime. If a fork has begun, the thread then waits for the fork, and the fork waits for `Fork.guarded`. So if a
/// roster were made inside `Fork.guarded`, both could wait for ever.
final class PluginRoster: @unchecked Sendable {
  /// The roster of a provider without plugins. It is stored, so that the Swift runtime makes `Roster.empty` now and not
  /// during the first call.
  private let none = Roster.empty
  private var members: [PluginMember] = []
  /// True if no further plugin may be added.
  private var isClosing = false
  /// The rosters that were made. A roster is a list of plugins. Calls under way may use any of these rosters.
  private var rosters: [Made] = []
  /// How often a plugin was added or turned on or off.
  private var changes = 0
  /// The address of the roster for new calls. 0 before the first call.
  private let current = Atomic<UInt>(0)
  /// True if a call may have to wait before it completes, even if the call does not use the network. A loop then runs
  /// the call's timers.
  private(set) var mayWait = false
  /// True if the plugins have been closed.
  private let closing = Protected(false)

  private struct Made {
    let isOn: [Bool]
    let roster: Roster
  }

  /// Adds a plugin. The lock is not held while the plugin is made, because `make` runs code of the plugin.
  ///
  /// - Parameters:
  ///   - name: The name of the plugin. If another plugin of the provider has this name, a number is added to it.
  ///   - isUnique: If true, throws instead of adding a number to the name.
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
      changes += 1
      return nil
    }
    if let fault {
      plugin.destroy()
      throw fault
    }
  }

  /// Throws if the provider has made a call. After its first call, no plugin can be added.
  func checkTakesMore() throws(Failure) {
    if known != nil { throw .tooLate }
  }

  private func place(of name: String) -> Int? { members.firstIndex { $0.name.hasBytes(of: name) } }

  /// Returns the plugins for a new call. From the first use of this function on, no plugin can be added.
  func closed() -> Roster {
    if let known { return known }
    let isEmpty = Fork.guarded {
      isClosing = true
      if members.isEmpty { use(none) }
      return members.isEmpty
    }
    return isEmpty ? none : renewed()
  }

  /// Lets calls that begin from now on use this roster (list of plugins).
  private func use(_ roster: Roster) {
    current.store(UInt(bitPattern: roster.address), ordering: .releasing)
  }

  /// The plugins for new calls. `nil` if no call has been made yet.
  var known: Roster? {
    UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring))
      .map { Roster.at($0) }
  }

  /// Makes the roster (list of plugins) for calls that begin from now on. If there is a roster with the same plugins,
  /// uses it.
  private func renewed() -> Roster {
    while true {
      let (members, rosters, changes) = Fork.guarded { (self.members, self.rosters, self.changes) }
      let isOn = members.map(\.isOn)
      let known = rosters.first { $0.isOn == isOn }
      let made = known ?? Made(isOn: isOn, roster: PluginRoster.roster(of: members, isOn))
      let mayWait = members.contains { $0.mayRetry || $0.mayWait }
      let isDone = Fork.guarded {
        // If `changes` differs, another thread has changed the plugins or made a roster since this thread read them. So
        // this thread starts again.
        if self.changes != changes { return false }
        self.changes += 1
        if known == nil { self.rosters.append(made) }
        if current.load(ordering: .relaxed) == 0 { self.mayWait = mayWait }
        use(made.roster)
        return true
      }
      if isDone { return made.roster }
    }
  }

  private static func roster(of members: [PluginMember], _ isOn: [Bool]) -> Roster {
    let roster = Roster(members.map(\.hooks)) { isOn[$0] }
    return roster.hasHooks ? roster : .empty
  }

  /// Turns a plugin on or off for calls that begin from now on. Returns false if there is no plugin with this name.
  func enable(_ name: String, _ on: Bool) -> Bool {
    let isKnown = Fork.guarded {
      guard let place = place(of: name) else { return false }
      members[place].isOn = on
      changes += 1
      return true
    }
    if isKnown, known != nil { _ = renewed() }
    return isKnown
  }

  func member(at index: Int) -> PluginMember? {
    Fork.guarded { members.indices ~= index ? members[index] : nil }
  }

  /// The identities of all plugins whose hooks are C functions (`CPlugin`). The library's own plugins have none.
  var identities: [PluginIdentity] { Fork.guarded { members.compactMap(\.identity) } }

  /// Returns the plugins that see a request of this plugin. These are the plugins that are on and were added after this
  /// plugin.
  func behind(_ identity: PluginIdentity) -> Roster {
    let members = Fork.guarded { self.members }
    guard let place = members.firstIndex(where: { $0.identity === identity }) else { return .empty }
    let isOn = members.enumerated().map { $0.offset > place && $0.element.isOn }
    if !isOn.contains(true) { return .empty }
    if let known = Fork.guarded({ rosters.first { $0.isOn == isOn } }) { return known.roster }
    let made = Made(isOn: isOn, roster: PluginRoster.roster(of: members, isOn))
    return Fork.guarded {
      // Until the first call, more plugins may be added. A roster that is made before that would lack them, so it is
      // not stored.
      if isClosing { rosters.append(made) }
      return made.roster
    }
  }

  /// Runs `close` of all plugins at the same time and waits at most 2 seconds until all have ended. Then ends the tasks
  /// of all plugins. Only the first use does this. If another thread is already closing the plugins, waits until that
  /// thread has finished.
  func close(pumping session: ProviderSession?, _ pump: ProviderSettings.Pump) {
    closing.withLock { isClosed in
      if isClosed { return }
      isClosed = true
      let members = Fork.guarded { self.members }
      let closed = DispatchSemaphore(value: 0)
      var open = 0
      for member in members {
        guard let close = member.close, let tasks = member.identity?.tasks else { continue }
        open += 1
        tasks.close(close) { closed.signal() }
      }
      let end = DispatchTime.now() + .seconds(2)
      while open > 0, DispatchTime.now() < end {
        for member in members { member.identity?.tasks.runWaiting() }
        let step = pump == .host ? DispatchTime.now() : min(end, .now() + .milliseconds(100))
        if closed.wait(timeout: step) == .success {
          open -= 1
        } else if pump == .host {
          _ = try? session?.pump(waitingAtMost: 10)
        }
      }
      for member in members {
        guard let plugin = member.identity else { continue }
        if plugin.tasks.giveUpClose() { plugin.log.warn("plugin \(plugin.name) did not end close within 2 seconds") }
        plugin.tasks.end { plugin.log.warn("the provider waits for a task of plugin \(plugin.name)") }
      }
    }
  }

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
/// The struct is `@unchecked Sendable` because any thread may run the hooks, and `destroy` is called once.
struct PluginMember: @unchecked Sendable {
  let hooks: any PluginHooks
  /// True if the plugin may ask for another attempt.
  var mayRetry = false
  /// True if a hook of the plugin may make its call wait.
  var mayWait = false
  /// The struct that describes the plugin. For a plugin of builtin.h, it contains no hooks. `nil` for moya.trace.
  var table: UnsafePointer<moya_plugin>?
  /// `nil` for a plugin that is part of the library.
  var identity: PluginIdentity?
  fileprivate(set) var name = ""
  fileprivate(set) var nameForC: BodyBuffer?
  fileprivate(set) var isOn = true
  /// The plugin's `close`.
  var close: CPlugin.StatusHook?
  /// Destroys the plugin. It is called once, after the last hook.
  var destroy: () -> Void = {}
}
