/// A call observes its first attempt itself; `LaterAttempt` observes the others.
extension Call: TransferObserver {
  public func transferDidProgress(_ progress: TransferProgress) { forward(progress, of: 1) }

  public func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) { finish(1, outcome) }

  public func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) {
    hear(on: queue, finish)
  }
}

/// Observes one attempt after the first, under its number: so what a backend says late about an earlier attempt is not
/// taken for this one's end.
final class LaterAttempt: TransferObserver {
  private let attempt: Int
  private let call: Call

  init(_ attempt: Int, of call: Call) {
    self.attempt = attempt
    self.call = call
  }

  func transferDidProgress(_ progress: TransferProgress) { call.forward(progress, of: attempt) }

  func transferDidFinish(_ outcome: Result<TransferResponse, TransferError>) { call.finish(attempt, outcome) }

  func transferCanFinish(on queue: DispatchQueue?, _ finish: @escaping @Sendable () -> Void) {
    call.hear(on: queue, finish)
  }
}

extension Call {
  func forward(_ progress: TransferProgress, of attempt: Int) {
    guard reportsProgress || recipe.relay != nil, shared.withLock({ $0.isOut(attempt) }) else { return }
    if let relay = recipe.relay { relay.forward(progress) } else { report(progress) }
  }

  func report(_ progress: TransferProgress) {
    guard reportsProgress else { return }
    deliver {
      // The call may have been stopped meanwhile.
      let reports = self.shared.withLock { shared -> Reports? in
        if shared.machine.isStopped { return nil }
        shared.reports?.last = progress
        return shared.reports
      }
      reports?.closure(ProgressResponse(progress: progress))
    }
  }

  /// Takes the first end of the attempt and ignores any other: a backend may end twice, or long after the call was
  /// stopped.
  func finish(_ attempt: Int, _ outcome: Result<TransferResponse, TransferError>) {
    var isFirst = false
    var isStopped = false
    let action = step { shared in
      isFirst = shared.isOut(attempt)
      isStopped = shared.machine.isStopped
      if isFirst { spent = shared.transfer }
      return isFirst ? shared.machine.handle(.ended) : .none
    }
    guard isFirst else { return Outcome.discard(outcome) }
    result = isStopped ? stopped(by: outcome) : self.outcome(outcome)
    run(action)
  }

  private func outcome(_ outcome: Result<TransferResponse, TransferError>) -> Result<Response, MoyaError> {
    Outcome.result(of: outcome, request: request, validation: recipe.validation, download: recipe.download)
  }

  /// What overtakes a stop is not taken, answer or failure; nor does a backend know whether it was time that stopped
  /// it.
  private func stopped(by outcome: Result<TransferResponse, TransferError>) -> Result<Response, MoyaError> {
    switch outcome {
    case .success:
      Outcome.discard(outcome)
      return .failure(.underlying(stopError, nil))
    case .failure(let error):
      let result = self.outcome(outcome)
      return error.kind == .cancelled && stopError.kind == .cancelled ? result : .failure(stopped(after: result))
    }
  }
}
