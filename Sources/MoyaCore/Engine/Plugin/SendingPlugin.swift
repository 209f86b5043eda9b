/// A plugin that sends requests of its own.
package protocol SendingPlugin: PluginHooks {
  /// The names of header fields that the plugin fills with secrets.
  var secretHeaders: [String] { get }
  /// Receives the object that sends the plugin's requests. The library calls this function when a provider gets the
  /// plugin.
  func join(_ sender: PluginSender)
}

/// Sends the requests that a plugin makes itself, with the session of the plugin's provider.
package final class PluginSender: Sendable {
  package let rules: SessionRules
  private let lane: Lane
  /// The plugins that follow the sending plugin in the provider's list. Their hooks run for the requests of the sending
  /// plugin.
  private let later: Roster

  package init(rules: SessionRules, lane: Lane, later: Roster) {
    self.rules = rules
    self.lane = lane
    self.later = later
  }

  /// Starts a request.
  /// - Parameters:
  ///   - isBare: true if no plugin sees the request.
  ///   - end: runs once, with the result.
  package func start(_ description: CallDescription, isBare: Bool, _ end: @escaping Waiter.Closure) -> Waiter {
    let waiter = Waiter(description.subject, nil, closure: end)
    rules.registry.insert(waiter)
    Flight(description, roster: isBare ? .empty : later, session: rules, lane: lane).start(waiter)
    return waiter
  }
}
