/// The plugins of a flight, and who decides when none of them wants another attempt. One reference, since each flight
/// carries it.
///
/// Unchecked: immutable, but a plugin is the caller's code and need not say that it is `Sendable`.
package final class Roster: @unchecked Sendable {
  package static let empty = Roster([])

  /// The number of plugins.
  package let count: Int
  package let retrier: (any Retrier)?

  /// The plugins that have a hook, in the order in which it runs.
  let preparing, sending, receiving, deciding, processing, releasing: [Seat]

  /// There may be another attempt.
  let mayAskAgain: Bool
  /// The end of an attempt is looked at.
  let looksAtEnds: Bool
  /// A call's result is looked at, or what a plugin kept is released behind it.
  let looksAtResults: Bool
  /// All plugins edit, and none wants another attempt: nothing in their hooks takes time that a flight would have to
  /// wait for.
  package let onlyEdits: Bool
  /// The plugins that prepare, if there are some and they only edit.
  private let editing: EditingChain?
  var editsRequests: Bool { editing != nil }

  /// A plugin at its place. An object, since a copy of a plugin in its existential costs 200 instructions, and each call
  /// of a hook would make one.
  final class Seat {
    let plugin: any PluginHooks
    let index: Int
    /// The plugin again, if it is one that edits.
    let editor: (any EditingPlugin)?

    init(_ plugin: any PluginHooks, at index: Int) {
      self.plugin = plugin
      self.index = index
      editor = plugin as? any EditingPlugin
    }
  }

  package init(_ plugins: [any PluginHooks], retrier: (any Retrier)? = nil) {
    count = plugins.count
    self.retrier = retrier
    func having(_ hook: Hooks) -> [Seat] {
      plugins.enumerated().compactMap { index, plugin in
        let hooks = (plugin as? any SelectivePlugin)?.hooks ?? .all
        return hooks.contains(hook) ? Seat(plugin, at: index) : nil
      }
    }
    preparing = having(.prepare)
    sending = having(.willSend)
    receiving = having(.didReceive)
    deciding = having(.shouldRetry)
    processing = having(.process)
    releasing = having(.releaseSlot)
    mayAskAgain = !deciding.isEmpty || retrier != nil
    looksAtEnds = !receiving.isEmpty || mayAskAgain
    looksAtResults = !processing.isEmpty || !releasing.isEmpty
    editing = EditingChain.of(preparing[...], count: plugins.count)
    onlyEdits = !mayAskAgain && plugins.allSatisfy { $0 is any EditingPlugin }
  }

  package var isEmpty: Bool { count == 0 }

  /// Has the plugins edit a request, where they do (`editsRequests`).
  /// - Returns: the answer of one; `nil`: the request is to be sent.
  func edit(_ request: inout URLRequest?, about subject: any Subject) -> Result<Response, MoyaError>? {
    editing?.edit(&request, about: subject)
  }
}

extension Order {
  func isTouched(by roster: Roster) -> Bool { !roster.preparing.isEmpty || upload != nil }

  /// No time passes before the backend has the request, whose clock is then enough.
  func isSentAtOnce(with roster: Roster) -> Bool {
    guard isReady else { return false }
    return !isTouched(by: roster) && roster.sending.isEmpty && !roster.mayAskAgain && options?.retry == nil
  }
}
