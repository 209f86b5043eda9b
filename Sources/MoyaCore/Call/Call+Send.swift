/// To the backend.
extension Call {
  func send() {
    guard var request else { return }
    wasSent = true
    let credential = willSend(request)
    if let upload = recipe.upload, recipe.backend.movesFiles {
      do throws(MoyaError) { request.body = try upload.body() } catch { return end(.failure(error)) }
    }
    if let fault = recipe.refusal(of: request, uploads: recipe.upload != nil) {
      return transferDidFinish(.failure(fault))
    }
    isRepeatable = request.body.isRepeatable
    let exchange = Exchange(
      request: request, options: options(for: request, credential: credential), sessionFields: recipe.sessionFields,
      target: recipe.target, sample: recipe.sample)
    // What was stopped in a hook, or while the body was made, is not sent.
    if !recipe.plugins.isEmpty || recipe.upload != nil, shared.withLock({ $0.machine.isStopped }) {
      return transferDidFinish(.failure(stopError))
    }
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
    if recipe.plugins.isEmpty { return nil }
    let outgoing = OutgoingRequest(request: request, sessionFields: recipe.sessionFields)
    for (index, plugin) in recipe.plugins.enumerated() {
      plugin.willSend(outgoing, context: PluginContext(call: self, index: index))
    }
    return outgoing.credential
  }

  private func options(for request: URLRequest, credential: URLCredential?) -> TransferOptions {
    var options = recipe.options
    if request.timeoutInterval != URLRequest.defaultTimeout {
      options.idleTimeout = Deadline.milliseconds(request.timeoutInterval)
    }
    options.totalTimeout = deadline.remaining(of: request.totalTimeout)
    if let credential { options.credential = credential }
    if recipe.download != nil, recipe.backend.movesFiles {
      options.downloadPath = Download.temporaryPath()
      options.partialDownloadPath = request.partialDownload?.path
    }
    if progress != nil || recipe.relay != nil { options.wantsProgress = true }
    if options.wantsProgress, recipe.download == nil {
      switch request.body {
      case .none: break
      case .data(let data): options.progressIsUpload = !data.isEmpty
      case .file, .segments: options.progressIsUpload = true
      }
    }
    return options
  }
}
