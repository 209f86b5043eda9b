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
    for index in roster.plugins.indices {
      roster.plugins[index].didReceive(result, context: PluginContext(self, index))
    }
    advance(verdict(on: result), inPlace: true)
  }

  /// What a waiter gets.
  /// - Parameters:
  ///   - guest: the waiter of a shared flight that gets it; `nil`: the flight is not shared.
  ///   - isLeaving: others wait on.
  func process(
    _ result: consuming Result<Response, MoyaError>, for guest: Waiter? = nil, isLeaving: Bool = false
  ) -> Result<Response, MoyaError> {
    for index in roster.plugins.indices {
      let context = PluginContext(self, index, for: guest, isLeaving: isLeaving)
      result = roster.plugins[index].process(result, context: context)
    }
    return result
  }

  /// After the last `process`: slots are the flight's.
  func releaseSlots() {
    if !roster.keepsSlots { return }
    for index in roster.plugins.indices { roster.plugins[index].releaseSlot(context: PluginContext(self, index)) }
    locked.withLock { $0.slots = [:] }
  }
}
