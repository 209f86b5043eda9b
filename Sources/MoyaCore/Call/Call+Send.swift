/// The way to the backend.
extension Call {
  func send() {
    guard var request else { return }
    wasSent = true
    isRepeatable = false
    var credential: URLCredential?
    if recipe.isTouched {
      credential = willSend(request)
      if let upload = recipe.upload {
        do throws(MoyaError) {
          if recipe.lane.traits.contains(.movesFiles) { request.body = try upload.body() } else { try upload.check() }
        } catch {
          return end(.failure(error))
        }
      }
      if let fault = recipe.refusal(of: request, uploads: recipe.upload != nil) {
        return end(.failure(.underlying(fault, nil)))
      }
    }
    isRepeatable = request.body.isRepeatable && recipe.upload?.isRepeatable != false
    let writesFile = recipe.download != nil && recipe.lane.traits.contains(.movesFiles)
    let exchange = Exchange(
      request: request, target: recipe.target, credential: credential,
      downloadPath: writesFile ? Download.temporaryPath() : nil, sample: recipe.sample, session: recipe.session,
      deadline: deadline, isDownload: recipe.download != nil, wantsProgress: reportsProgress || recipe.relay != nil)
    guard let attempt = handOver() else { return end(.failure(.underlying(stopError, nil))) }
    // Before the backend has the exchange: its `send` may take any time.
    if !recipe.lane.traits.contains(.watchesTotalTimeout) { armDeadline(in: .sending, of: request.totalTimeout) }
    let observer: any TransferObserver = attempt == 1 ? self : LaterAttempt(attempt, of: self)
    guard let transfer = recipe.lane.backend.send(exchange, observer: observer) else { return }
    let isStopped = shared.withLock { shared in
      if shared.isOut(attempt) { shared.transfer = transfer }
      return shared.machine.isStopped
    }
    // A stop before this found no transfer to stop.
    if isStopped { transfer.stop() }
  }

  /// From here on the end is the backend's. Gives the attempt; `nil`: the call was stopped by now.
  private func handOver() -> Int? {
    shared.withLock { shared in
      shared.isOut = !shared.machine.isStopped
      return shared.isOut ? shared.machine.attempt : nil
    }
  }

  /// Gives the credential that a plugin has set.
  private func willSend(_ request: URLRequest) -> URLCredential? {
    let outgoing = OutgoingRequest(request: request, sessionFields: recipe.session.fields)
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.willSend(outgoing, context: PluginContext(self, index))
    }
    return outgoing.credential
  }
}
