/// To the backend.
extension Call {
  func send() {
    guard var request else { return }
    wasSent = true
    var credential: URLCredential?
    if recipe.isTouched {
      credential = willSend(request)
      if let upload = recipe.upload {
        do throws(MoyaError) {
          if recipe.backend.movesFiles { request.body = try upload.body() } else { try upload.check() }
        } catch {
          return end(.failure(error))
        }
      }
      let fault = recipe.refusal(of: request, uploads: recipe.upload != nil) ?? stopError
      if let fault { return transferDidFinish(.failure(fault)) }
    }
    isRepeatable = request.body.isRepeatable
    let downloads = recipe.download != nil && recipe.backend.movesFiles
    let exchange = Exchange(
      request: request, credential: credential, downloadPath: downloads ? Download.temporaryPath() : nil, call: self)
    guard let transfer = recipe.backend.send(exchange, observer: self) else { return }
    // A stop between the two lines above found no transfer to stop.
    let stopsNow = shared.withLock { shared in
      guard shared.machine.state == .sending else { return false }
      shared.transfer = transfer
      return shared.machine.isStopped
    }
    if stopsNow { transfer.stop() }
  }

  /// Gives the credential that a plugin has set.
  private func willSend(_ request: URLRequest) -> URLCredential? {
    let outgoing = OutgoingRequest(request: request, sessionFields: recipe.sessionFields)
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.willSend(outgoing, context: PluginContext(call: self, index: index))
    }
    return outgoing.credential
  }
}
