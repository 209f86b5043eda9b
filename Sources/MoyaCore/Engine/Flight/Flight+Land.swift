/// The way back: every plugin's `didReceive` sees the result, one plugin may ask for another attempt, and each waiter
/// gets what `process` made of the result.
extension Flight {
  func end(_ result: Result<Response, MoyaError>) {
    self.result = result
    advance(.ended)
  }

  func receive() {
    spent = nil
    guard let result else { return }
    for seat in roster.receiving { seat.plugin.didReceive(result, context: PluginContext(self, seat.index)) }
    advance(verdict(on: result), inPlace: true)
  }

  /// What a waiter gets.
  /// - Parameters:
  ///   - guest: the waiter of a shared flight that gets it; `nil`: the flight is not shared.
  ///   - isLeaving: others wait on.
  func process(
    _ result: consuming Result<Response, MoyaError>, for guest: Waiter? = nil, isLeaving: Bool = false
  ) -> Result<Response, MoyaError> {
    if roster.processing.isEmpty { return result }
    for seat in roster.processing {
      let context = PluginContext(self, seat.index, for: guest, isLeaving: isLeaving)
      result = seat.plugin.process(result, context: context)
    }
    return result
  }

  /// After the last `process`, which is the last that may ask for the request: drops it with its body, and the plan of a
  /// download, before the end runs, which may take its time. Where responses have their requests, that would free nothing.
  func releaseRequest() {
    if session.keepsRequests { return }
    request = nil
    builtRequest = nil
    order.releaseContent()
  }

  /// After the last `process`: slots are the flight's.
  func releaseSlots() {
    if roster.releasing.isEmpty { return }
    for seat in roster.releasing { seat.plugin.releaseSlot(context: PluginContext(self, seat.index)) }
    locked.withLock { $0.slots = [:] }
  }
}
