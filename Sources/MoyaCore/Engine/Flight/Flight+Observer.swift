/// A flight observes its first attempt itself; `LaterAttempt` observes the others.
extension Flight: TransferObserver {
  package func transferDidProgress(_ progress: TransferProgress) { forward(progress, of: 1) }

  package func transferDidReceiveHead(_ head: HTTPURLResponse) -> BodyDestination { read(head, of: 1) }

  package func transferDidReceiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyFlow { read(bytes, of: 1) }

  package func transferDidFinish(_ outcome: consuming Result<TransferResponse, TransferError>) { finish(1, outcome) }

  package func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) {
    deliver(on: queue, finish)
  }
}

/// Observes one attempt after the first, under its number: so what a backend says late about an earlier attempt is not
/// taken for this one's end.
final class LaterAttempt: TransferObserver {
  private let attempt: Int
  private let flight: Flight

  init(_ attempt: Int, of flight: Flight) {
    self.attempt = attempt
    self.flight = flight
  }

  func transferDidProgress(_ progress: TransferProgress) { flight.forward(progress, of: attempt) }

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

  /// Takes the first end of the attempt and ignores any other: a backend may end twice, or long after the flight
  /// was stopped.
  func finish(_ attempt: Int, _ outcome: consuming Result<TransferResponse, TransferError>) {
    if order.reader == nil { return conclude(attempt, outcome) }
    let outcome = outcome
    guard case .success(let response) = outcome else { return conclude(attempt, outcome) }
    // The reader may be given the whole body here, and start calls that do the same.
    nest { flight in
      if let rest = flight.readToEnd(response, of: attempt) { flight.conclude(attempt, .success(rest)) }
    }
  }

  private func conclude(_ attempt: Int, _ outcome: consuming Result<TransferResponse, TransferError>) {
    var isFirst = false
    var isStopped = false
    let action = step { locked in
      isFirst = locked.isOut(attempt)
      isStopped = locked.machine.isStopped
      if isFirst { spent = locked.transfer.take() }
      return isFirst ? locked.machine.handle(.ended) : .none
    }
    guard isFirst else { return Outcome.discard(outcome) }
    result =
      isStopped ? stopped(by: outcome, of: attempt) : self.outcome(outcome, of: attempt, takeRequest())
    run(action)
  }

  /// The request, for its response. Behind that only plugins, rules and readers look at it.
  private func takeRequest() -> URLRequest? {
    roster.isEmpty && !isRepeated && order.reader == nil ? request.take() : request
  }

  private func outcome(
    _ outcome: consuming Result<TransferResponse, TransferError>, of attempt: Int, _ request: consuming URLRequest?
  ) -> Result<Response, MoyaError> {
    Outcome.result(
      of: outcome, request: consume request, keepsRequest: session.keepsRequests, validation: order.validation,
      download: order.download, attempt: attempt)
  }

  /// After a cancel or a timeout a late result is discarded, answer or failure; and a backend does not know whether it
  /// was time that stopped it.
  private func stopped(
    by outcome: Result<TransferResponse, TransferError>, of attempt: Int
  ) -> Result<Response, MoyaError> {
    switch outcome {
    case .success:
      Outcome.discard(outcome)
      return .failure(.underlying(stopError, nil))
    case .failure(let error):
      let result = self.outcome(outcome, of: attempt, request)
      return error.kind == .cancelled && stopError.kind == .cancelled ? result : .failure(stopped(after: result))
    }
  }
}
