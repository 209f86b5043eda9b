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
