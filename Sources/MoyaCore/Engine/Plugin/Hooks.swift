/// Hooks of a plugin.
package struct Hooks: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let prepare = Hooks(rawValue: 1 << 0)
  package static let willSend = Hooks(rawValue: 1 << 1)
  package static let didReceive = Hooks(rawValue: 1 << 2)
  package static let shouldRetry = Hooks(rawValue: 1 << 3)
  package static let process = Hooks(rawValue: 1 << 4)
  package static let releaseSlot = Hooks(rawValue: 1 << 5)
  package static let all = Hooks(rawValue: 1 << 6 - 1)
}

/// A plugin of which it is known which hooks it has: no others are called. Any other plugin has them all.
package protocol SelectivePlugin: PluginHooks {
  /// Does not change.
  var hooks: Hooks { get }
}
