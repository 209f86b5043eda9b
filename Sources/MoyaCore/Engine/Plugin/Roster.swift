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
    onlyEdits = !mayAskAgain && plugins.allSatisfy { $0 is any EditingPlugin }
  }

  package var isEmpty: Bool { count == 0 }
}

extension Order {
  func isTouched(by roster: Roster) -> Bool { !roster.preparing.isEmpty || upload != nil }

  /// No time passes before the backend has the request, whose clock is then enough.
  func isSentAtOnce(with roster: Roster) -> Bool {
    guard isReady else { return false }
    return !isTouched(by: roster) && roster.sending.isEmpty && !roster.mayAskAgain && options?.retry == nil
  }
}

/// A plugin that changes the request where it lies, without a copy of it, and never waits. Its hooks know their call
/// without a flight, so that a call that meets only such plugins, and takes no time, needs none (`HookedStub`).
package protocol EditingPlugin: AnyObject, SelectivePlugin {
  /// As `prepare`. Leaves the request there, whatever it answers.
  /// - Returns: the plugin's own answer; `nil`: go on with the request.
  func edit(_ request: inout URLRequest?, of call: HookedCall) -> Result<Response, MoyaError>?
  func willSend(_ request: URLRequest?, of call: HookedCall)
  /// - Parameter request: here and below, as last prepared.
  func didReceive(_ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall)
  func process(
    _ result: Result<Response, MoyaError>, to request: URLRequest?, of call: HookedCall
  ) -> Result<Response, MoyaError>
  func releaseSlot(of call: HookedCall)
}

/// One call, as one editing plugin sees it in a hook.
///
/// Its subjects are not retained: the call keeps them as long as its hooks run, and that would be 160 instructions a hook.
package struct HookedCall {
  package unowned(unsafe) let subject: any Subject
  /// Whose slots the call has: a flight's that several calls share, else `subject`.
  package unowned(unsafe) let slotOwner: any Subject
  /// The plugin's place in the roster, and the number of plugins there.
  package let place, count: Int
  /// 1 for the first.
  package let attempt: Int

  package init(_ subject: any Subject, slotsOf owner: (any Subject)? = nil, place: Int, of count: Int, attempt: Int) {
    self.subject = subject
    slotOwner = owner ?? subject
    self.place = place
    self.count = count
    self.attempt = attempt
  }
}

/// The same hooks, of a flight.
extension EditingPlugin {
  package func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    var edited: URLRequest? = request
    if let answer = edit(&edited, of: context.call) { return .answered(answer) }
    return .ready(edited ?? request)
  }

  package func willSend(_ request: any RequestType, context: PluginContext) {
    willSend(context.request, of: context.call)
  }

  package func didReceive(_ result: Result<Response, MoyaError>, context: PluginContext) {
    didReceive(result, to: context.request, of: context.call)
  }

  package func process(
    _ result: Result<Response, MoyaError>, context: PluginContext
  ) -> Result<Response, MoyaError> {
    process(result, to: context.request, of: context.call)
  }

  package func releaseSlot(context: PluginContext) { releaseSlot(of: context.call) }
}
