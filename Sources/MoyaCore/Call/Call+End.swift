/// The way back: every plugin's `didReceive` sees the result, one plugin may ask for another attempt, and the caller
/// gets what `process` made of it.
extension Call {
  func end(_ result: Result<Response, MoyaError>) {
    self.result = result
    advance(.ended)
  }

  /// The end of the call that this one has joined.
  /// - Parameter queue: where the end is taken when this call's caller named no queue; `nil`: here.
  package func finish(_ result: Result<Response, MoyaError>, as leader: Call, on queue: DispatchQueue?, inPlace: Bool) {
    guard mailbox == nil, let queue else { return take(result, of: leader, inPlace: inPlace) }
    queue.async { self.take(result, of: leader, inPlace: true) }
  }

  private func take(_ result: Result<Response, MoyaError>, of leader: Call, inPlace: Bool) {
    // What was sent ended on the leader's queue, which need not be this call's.
    let slots = leader.shared.withLock { $0.slots }
    move(inPlace: inPlace && !leader.wasSent) { shared in
      guard shared.machine.state == .building else { return .none }
      self.result = result
      shared.slots = slots
      request = leader.request
      wasSent = leader.wasSent
      return shared.machine.handle(.short)
    }
  }

  func receive() {
    spent = nil
    guard let result else { return }
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.didReceive(result, context: PluginContext(self, index))
    }
    advance(verdict(on: result), inPlace: true)
  }

  func settle(inPlace: Bool) {
    spent = nil
    guard let relay = recipe.relay else { return nest { $0.complete() } }
    if let result = result.take() { relay.finish(result, of: self, inPlace: inPlace) }
  }

  private func complete() {
    guard var result = result.take() else { return }
    if reportsProgress, let reports = shared.withLock({ $0.reports.take() }), wasSent {
      reports.closure(ProgressResponse(progress: reports.last, response: try? result.get()))
    }
    for (index, plugin) in recipe.plugins.enumerated() {
      result = plugin.process(result, context: PluginContext(self, index))
    }
    recipe.session.registry?.remove(self)
    let completion = self.completion.take()
    let owner = self.owner.take()
    if !recipe.plugins.isEmpty { shared.withLock { $0.slots = [:] } }
    completion?(result)
    withExtendedLifetime(owner) {}
  }
}
