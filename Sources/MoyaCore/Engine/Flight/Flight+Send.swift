/// The way to the backend.
extension Flight {
  func send() {
    guard var request else { return }
    wasSent = true
    isRepeatable = false
    var credential: URLCredential?
    if !roster.sending.isEmpty { credential = willSend(request) }
    if isTouched {
      if let upload = order.upload {
        do throws(MoyaError) {
          if lane.traits.contains(.movesFiles) { request.body = try upload.body() } else { try upload.check() }
        } catch {
          return end(.failure(error))
        }
      }
      if let fault = session.refusal(of: request, downloads: order.download != nil, uploads: order.upload != nil) {
        return end(.failure(.underlying(fault, nil)))
      }
    }
    let limit = request.totalTimeout
    isRepeatable = request.body.isRepeatable && order.upload?.isRepeatable != false
    uploads = order.download == nil && !request.body.isEmpty
    let files =
      lane.traits.contains(.choosesFiles) ? ChosenFiles(order.upload, order.download) : nil
    if files?.upload != nil { uploads = order.download == nil }
    let writesFile = order.download != nil && lane.traits.contains(.movesFiles)
    let exchange = Exchange(
      request: consume request, subject: order.subject, credential: credential,
      downloadPath: writesFile ? order.download.map(Download.temporaryPath) : nil, files: files, session: session,
      own: order.options,
      deadline: deadline, wantsProgress: reportsProgress,
      wantsHead: order.reader != nil || order.download?.takesAll == true)
    guard let attempt = handOver() else { return end(.failure(.underlying(stopError, nil))) }
    if attempt == 1 { order.options?.retry?.begin() }
    // Before the backend has the exchange: its `send` may take any time.
    if !lane.traits.contains(.watchesTotalTimeout) { armDeadline(in: .sending, of: limit) }
    keep(
      attempt == 1
        ? lane.send(exchange, observer: self) : lane.send(exchange, observer: LaterAttempt(attempt, of: self)),
      of: attempt)
  }

  /// - Parameter transfer: the backend's, if it gave one.
  private func keep(_ transfer: consuming (any Stoppable)?, of attempt: Int) {
    if transfer == nil { return }
    var transfer = transfer
    let (isStopped, isResumed) = locked.withLock { locked in
      let isStopped = locked.machine.isStopped
      if locked.isOut(attempt), locked.transfer == nil {
        locked.transfer = transfer.take()
        if isStopped { transfer = locked.transfer }
      }
      return (isStopped, locked.isResumed)
    }
    // What came before this found no transfer.
    if isStopped { transfer?.stop() }
    if isResumed { resumeTransfer() }
  }

  /// From here on the backend ends the attempt. Returns the attempt's number; `nil`: the flight was stopped meanwhile.
  private func handOver() -> Int? {
    locked.withLock { locked in
      locked.isOut = !locked.machine.isStopped
      return locked.isOut ? locked.machine.attempt : nil
    }
  }

  /// Gives the credential that a plugin has set.
  private func willSend(_ request: URLRequest) -> URLCredential? {
    let outgoing = OutgoingRequest(request: request, sessionFields: session.fields)
    for seat in roster.sending { seat.plugin.willSend(outgoing, context: PluginContext(self, seat.index)) }
    return outgoing.credential
  }
}
