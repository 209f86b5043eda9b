/// The plugins of a flight, in the order in which their hooks run, and who decides when none of them wants another
/// attempt. One reference, since each flight carries it.
///
/// Unchecked: immutable, but a plugin is the caller's code and need not say that it is `Sendable`.
package final class Roster: @unchecked Sendable {
  package static let empty = Roster([])

  package let plugins: [any PluginHooks]
  package let retrier: (any Retrier)?

  /// A plugin may keep something in its slot, which is to be released.
  let keepsSlots: Bool

  package init(_ plugins: [any PluginHooks], retrier: (any Retrier)? = nil, keepsSlots: Bool = true) {
    self.plugins = plugins
    self.retrier = retrier
    self.keepsSlots = keepsSlots && !plugins.isEmpty
  }
}

extension Order {
  /// Between being built and being sent the request goes through others' code, or is given a body.
  func isTouched(by roster: Roster) -> Bool { !roster.plugins.isEmpty || upload != nil }

  /// No time passes before the backend has the request, whose clock is then enough.
  func isSentAtOnce(with roster: Roster) -> Bool {
    guard case .ready = source else { return false }
    return !isTouched(by: roster) && options?.retry == nil
  }
}
