/// A flight (one call with all its attempts) observes its first attempt itself. `LaterAttempt` observes each later
/// attempt.
extension Flight: TransferObserver {
  package func transferDidProgress(_ progress: TransferProgress) { forward(progress, of: 1) }

  package func transferDidBegin(_ step: TransferStep) { forward(step, of: 1) }

  package func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { read(head, of: 1) }

  package func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { read(bytes, of: 1) }

  package func transferDidFinish(_ outcome: consuming Result<TransferResponse, TransferError>) { finish(1, outcome) }

  package func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) {
    deliver(on: queue, finish)
  }
}

/// Observes a second or later attempt, and passes the attempt's number to the flight. So the flight does not mistake a
/// late report of an earlier attempt for the end of this attempt.
final class LaterAttempt: TransferObserver {
  private let attempt: Int
  private let flight: Flight

  init(_ attempt: Int, of flight: Flight) {
    self.attempt = attempt
    self.flight = flight
  }

  func transferDidProgress(_ progress: TransferProgress) { flight.forward(progress, of: attempt) }

  func transferDidBegin(_ step: TransferStep) { flight.forward(step, of: attempt) }

  func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { flight.read(head, of: attempt) }

  func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { flight.read(bytes, of: attempt) }

  func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) { flight.finish(attempt, outcome) }

  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) {
    flight.deliver(on: queue, finish)
  }
}

extension Flight {
  func forward(_ progress: TransferProgress, of attempt: Int) {
    if locked.withLock({ $0.isOut(attempt) }) { report(progress) }
  }

  func forward(_ step: TransferStep, of attempt: Int) {
    guard locked.withLock({ $0.isOut(attempt) }) else { return }
    var step = step
    step.attempt = attempt
    report(step)
  }

  /// Accepts the first end of the attempt and ignores any other. A backend can end an attempt twice, or long after the
  /// flight was stopped.
  func finish(_ attempt: Int, _ outcome: consuming Result<TransferResponse, TransferError>) {
    if description.reader == nil, !passesPlugins { return conclude(attempt, outcome) }
    let outcome = outcome
    guard case .success = outcome else {
      // Some readers (`ResponseReader`) read from several connections, one after the other. Such a reader must take all
      // bytes of this connection before the next connection begins. So the attempt ends only after the reader's pause.
      if let reader = description.reader, reader.reconnects, reader.isPaused, hold(outcome, of: attempt) { return }
      return conclude(attempt, outcome)
    }
    // The reader can receive the whole body here. It can also start a call, whose reader can start another call, and so
    // on. So this work can be nested deeply.
    nest { flight in
      guard case .success(let response) = outcome else { return }
      if flight.description.reader == nil {
        flight.conclude(attempt, flight.passed(response, of: attempt))
      } else if let rest = flight.readToEnd(response, of: attempt) {
        flight.conclude(attempt, .success(rest))
      }
    }
  }

  private func conclude(_ attempt: Int, _ outcome: consuming Result<TransferResponse, TransferError>) {
    var isFirst = false
    var isStopped = false
    var isRefused = false
    let action = step { locked in
      isFirst = locked.isOut(attempt)
      isStopped = locked.machine.isStopped
      isRefused = isFirst && locked.refused == attempt
      if isFirst { spent = locked.transfer.take() }
      return isFirst ? locked.machine.handle(.ended) : .none
    }
    guard isFirst else { return Outcome.discard(outcome) }
    if isRefused { outcome = refused(outcome) }
    // The plugins in the chain hold the flight, and the flight holds the chain. Releasing the chain breaks this
    // reference cycle.
    chain = nil
    result =
      isStopped ? stopped(by: outcome, of: attempt) : self.outcome(outcome, of: attempt, takeRequest())
    run(action)
  }

  /// Returns the end of an attempt whose response a plugin has refused: the error of the plugin, with the head of the
  /// response. The next attempt may be accepted.
  private func refused(
    _ outcome: Result<TransferResponse, TransferError>
  ) -> Result<TransferResponse, TransferError> {
    let fault = locked.withLock { locked in
      defer { locked.fault = nil }
      return locked.fault
    }
    guard var error = fault else { return outcome }
    switch outcome {
    case .success(let transfer): error.response = error.response ?? transfer.response
    case .failure(let failure): error.response = error.response ?? failure.response
    }
    return .failure(error)
  }

  /// Returns the request that belongs to the response. If no plugin, retry rule or reader will read the request any
  /// more, takes it out of the flight.
  private func takeRequest() -> URLRequest? {
    !hooked._withUnsafeGuaranteedRef { $0.readsEndedRequests } && builtRequest == nil && description.reader == nil
      ? request.take() : request
  }

  private func outcome(
    _ outcome: consuming Result<TransferResponse, TransferError>, of attempt: Int, _ request: consuming URLRequest?
  ) -> Result<Response, MoyaError> {
    Outcome.result(
      of: outcome, request: consume request, keepsRequest: session.keepsRequests, validation: description.validation,
      download: description.download, attempt: attempt)
  }

  /// Returns the result of an attempt that ends after the flight was stopped. If the attempt brought a response, the
  /// result is the reason for the stop. If it failed, the reason for the stop replaces the failure, because the backend
  /// does not know whether a timeout stopped the flight.
  private func stopped(
    by outcome: Result<TransferResponse, TransferError>, of attempt: Int
  ) -> Result<Response, MoyaError> {
    switch outcome {
    case .success:
      Outcome.discard(outcome)
      return .failure(stopped(after: nil))
    case .failure(let error):
      let result = self.outcome(outcome, of: attempt, request)
      return error.kind == .cancelled && stopError.kind == .cancelled ? result : .failure(stopped(after: result))
    }
  }
}

/// Sends the request to the backend.
extension Flight {
  func send() {
    guard var request else { return }
    wasSent = true
    isRepeatable = false
    var credential: URLCredential?
    if !hooked._withUnsafeGuaranteedRef({ $0.sending.isEmpty }) { credential = willSend(request) }
    if isTouched {
      if let upload = description.upload {
        do throws(MoyaError) {
          if lane.traits.contains(.movesFiles) { request.body = try upload.body() } else { try upload.check() }
        } catch {
          return end(.failure(error))
        }
      }
      if let fault = session.refusal(
        of: request, downloads: description.download != nil, uploads: description.upload != nil)
      {
        return end(.failure(.underlying(fault, nil)))
      }
    }
    if case .segments(let segments) = request.body, description.upload == nil,
      let values = description.subject.carriedValues
    {
      request.body = .segments(values.around(segments))
    }
    let limit = request.totalTimeout
    let streamsBody = if case .segments = request.body { true } else { description.upload != nil }
    isRepeatable = request.body.isRepeatable && description.upload?.isRepeatable != false
    uploads = description.download == nil && !request.body.isEmpty
    let files =
      lane.traits.contains(.choosesFiles) ? ChosenFiles(description.upload, description.download) : nil
    if files?.upload != nil { uploads = description.download == nil }
    let writesFile = description.download != nil && lane.traits.contains(.movesFiles)
    let exchange = Exchange(
      request: consume request, subject: description.subject, credential: credential,
      downloadPath: writesFile ? description.download.map(Download.temporaryPath) : nil, files: files, session: session,
      own: description.options,
      deadline: deadline.endsWithHead(of: limit) ? headDeadline : deadline, prepared: prepared,
      reports: reports,
      wantsHead: description.reader != nil || description.download?.takesAll == true)
    guard let attempt = handOver(streamsBody: streamsBody) else { return end(.failure(.underlying(stopError, nil))) }
    if attempt == 1 { description.options?.retry?.begin() }
    // The timer starts before the backend gets the exchange, because `send` can take any time.
    if !lane.traits.contains(.watchesTotalTimeout) { armDeadline(in: .sending, of: limit) }
    keep(
      attempt == 1
        ? lane.send(exchange, observer: self) : lane.send(exchange, observer: LaterAttempt(attempt, of: self)),
      of: attempt)
  }

  /// The deadline for the head of a response. If the reader reconnects, the default limit applies to the head of each
  /// connection, and not to the whole call.
  private var headDeadline: Deadline {
    guard description.reader?.reconnects == true else { return deadline }
    return Deadline(milliseconds: session.options.totalTimeout, isWatched: true, isForHead: true)
  }

  /// Stores the backend's transfer, if the backend returned one.
  private func keep(_ transfer: consuming (any Stoppable)?, of attempt: Int) {
    if transfer == nil { return }
    var transfer = transfer
    let (isStopped, isResumed) = locked.withLock { locked in
      // If a plugin has refused the response, the attempt may have ended, and the next one may have begun.
      let isStopped = locked.machine.isStopped || attempt <= locked.refused
      if locked.isOut(attempt), locked.transfer == nil {
        locked.transfer = transfer.take()
        if isStopped { transfer = locked.transfer }
      }
      return (isStopped, locked.isResumed)
    }
    // If the flight was stopped, or its reader resumed, before this point, the transfer was not known yet. So the stop
    // or the resume takes effect here.
    if isStopped { transfer?.stop() }
    if isResumed { resumeTransfer() }
  }

  /// Records that the backend has the attempt and must end it. Returns the attempt's number, or `nil` if the flight has
  /// been stopped.
  private func handOver(streamsBody: Bool) -> Int? {
    locked.withLock { locked in
      locked.streamsBody = streamsBody
      locked.isOut = !locked.machine.isStopped
      return locked.isOut ? locked.machine.attempt : nil
    }
  }

  /// Runs `willSend` and returns the credential that a plugin has set.
  private func willSend(_ request: URLRequest) -> URLCredential? {
    var outgoing: OutgoingRequest?
    hooked._withUnsafeGuaranteedRef { roster in
      for index in roster.sending.indices {
        roster.sending[index]._withUnsafeGuaranteedRef { seat in
          if seat.noticing != nil {
            seat.noticing?.willSend(request, description.upload, of: call(shownTo: seat))
          } else {
            let shown = outgoing ?? OutgoingRequest(request: request, session: session)
            outgoing = shown
            seat.plugin.willSend(shown, context: PluginContext(self, seat.index))
          }
        }
      }
    }
    return outgoing?.credential
  }
}

/// Decides whether the flight makes another attempt, or another connection for its reader. Then waits until the attempt
/// or the connection is due.
extension Flight {
  /// Decides whether there is another attempt, and returns the event that says so. If there is no retry, a reader that
  /// reads from several connections decides whether it needs another connection.
  func verdict(on result: Result<Response, MoyaError>) -> FlightMachine.Event {
    let event = retry(after: result)
    return event == .settle ? reconnect(after: result) : event
  }

  private func shouldRetry(
    _ seat: Roster.Seat, after result: Result<Response, MoyaError>, _ number: Int
  ) -> RetryDecision {
    if let decision = seat.noticing?.shouldRetry(result, to: request, of: call(shownTo: seat, attempt: number)) {
      return decision
    }
    let context = PluginContext(self, seat.index, attempt: number, isSigning: false, in: nil)
    return seat.plugin.shouldRetry(result, context: context)
  }

  /// Decides whether there is a retry.
  ///
  /// If the request cannot be repeated, or if the result is a failure that another attempt cannot change, there is no
  /// retry. Otherwise this function asks the plugins first, then the call's retry rule. If none of them wants another
  /// attempt and the result is a failure, it asks the `Retrier`.
  private func retry(after result: Result<Response, MoyaError>) -> FlightMachine.Event {
    let number = attemptUnderWay - attemptsBefore
    guard isRepeatable, mayRetry || hooked._withUnsafeGuaranteedRef({ $0.mayAskAgain }), !isFinal(result) else {
      return .settle
    }
    for seat in active.deciding where number < Flight.mostAttempts {
      guard case .after(let seconds) = shouldRetry(seat.takeUnretainedValue(), after: result, number) else { continue }
      retryDelay = seconds.milliseconds
      return deadline.allows(waiting: retryDelay, of: totalTimeout) ? .retry : .settle
    }
    if number < Flight.mostAttempts, let rule = description.options?.retry,
      case .after(let seconds) = rule.decide(on: result, of: request, about: description.subject, attempt: number)
    {
      retryDelay = seconds.milliseconds
      return deadline.allows(waiting: retryDelay, of: totalTimeout) ? .retry : .settle
    }
    guard case .failure(let error) = result, roster.retrier != nil, deadline.allows(waiting: 0, of: totalTimeout)
    else { return .settle }
    // These values are copied before the flight waits. Once it waits, another thread can complete it.
    failed = FailedAttempt(
      call: id, subject: description.subject, error: error, request: request, number: number)
    return .ask
  }

  /// Asks a reader that reconnects whether it needs another connection. If the total timeout would end before this
  /// connection begins, the flight ends with the timeout now.
  private func reconnect(after result: Result<Response, MoyaError>) -> FlightMachine.Event {
    guard let reader = description.reader, reader.reconnects, !isStopped, var next = builtRequest,
      next.body.isRepeatable,
      description.upload?.isRepeatable != false
    else { return .settle }
    do throws(TransferError) {
      guard let delay = try reader.reconnect(after: result, with: &next) else { return .settle }
      retryDelay = delay
    } catch {
      self.result = .failure(.underlying(error, nil))
      return .settle
    }
    if !deadline.allows(waiting: retryDelay, of: totalTimeout) { advance(.expire) }
    builtRequest = next
    attemptsBefore = attemptUnderWay
    locked.withLock { $0.isRead = false }
    return .retry
  }

  /// After this many attempts, plugins and the call's retry rule cannot ask for another one. The count starts again
  /// after each connection of a reader that reconnects. If there were no limit, a plugin that always asks for another
  /// attempt and never waits would repeat the request until the total timeout.
  static let mostAttempts = 16

  private func isFinal(_ result: Result<Response, MoyaError>) -> Bool {
    guard case .failure(.underlying(let error as TransferError, _)) = result else { return false }
    return switch error.kind {
    case .cancelled, .totalTimeout, .invalidRequest, .invalidURL, .body, .forked: true
    default: false
    }
  }

  func wait() {
    hold(in: .waiting) { lane.executor.schedule(afterMilliseconds: retryDelay) { self.advance(.elapsed) } }
  }

  /// Starts a separate job that asks the `Retrier`, and returns without waiting for the decision, which can take long.
  /// The job runs where plugins prepare requests (`Executor.prepare`).
  func ask() {
    guard let retrier = roster.retrier, let failed = failed.take() else { return advance(.settle) }
    let ask: @Sendable () -> Void = {
      guard self.locked.withLock({ $0.machine.state == .waiting }) else { return }
      self.armDeadline(in: .waiting, of: failed.request?.totalTimeout)
      let once = Once()
      retrier.decide(on: failed) { if once.pass() { self.take($0, on: failed) } }
    }
    _ = lane.executor.schedule(afterMilliseconds: 0) { self.lane.executor.prepare(ask) }
  }

  private func take(_ decision: RetrierDecision, on failed: FailedAttempt) {
    switch decision {
    case .fail(let error):
      move { locked in
        guard locked.machine.state == .waiting else { return .none }
        result = .failure(error)
        return locked.machine.handle(.settle)
      }
    case .after(let seconds):
      retryDelay = seconds.milliseconds
      if deadline.allows(waiting: retryDelay, of: failed.request?.totalTimeout) { wait() } else { advance(.settle) }
    }
  }
}
