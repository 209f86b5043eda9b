/// Another attempt, or none.
extension Flight {
  /// Plugins are asked first, then the order's own rule. The retrier decides on failures that none of them wants to try again. Neither is asked
  /// when there can be no other attempt, or when that would fail in the same way before it is sent: with a yes to each,
  /// the flight would go on until its total timeout.
  func verdict(on result: Result<Response, MoyaError>) -> FlightMachine.Event {
    guard isRepeatable, !isFinal(result) else { return .settle }
    for seat in roster.deciding where attemptUnderWay < Flight.mostAttempts {
      let decision = seat.plugin.shouldRetry(result, context: PluginContext(self, seat.index))
      guard case .after(let seconds) = decision else { continue }
      retryDelay = seconds.milliseconds
      return deadline.allows(waiting: retryDelay, of: totalTimeout) ? .retry : .settle
    }
    if attemptUnderWay < Flight.mostAttempts, let rule = order.options?.retry,
      case .after(let seconds) = rule.decide(on: result, of: request, about: order.subject, attempt: attemptUnderWay)
    {
      retryDelay = seconds.milliseconds
      return deadline.allows(waiting: retryDelay, of: totalTimeout) ? .retry : .settle
    }
    guard case .failure(let error) = result, roster.retrier != nil, deadline.allows(waiting: 0, of: totalTimeout)
    else { return .settle }
    // Copied while this thread moves the flight: once the flight waits, another thread may land it.
    failed = FailedAttempt(call: id, error: error, request: request, number: attemptUnderWay)
    return .ask
  }

  /// The attempts that plugins can ask for. Without this limit, a plugin that always says yes, without a wait, would
  /// keep the flight going until its total timeout.
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

  /// Asks the retrier, as a job of its own where plugins prepare, and not on the thread of this hook: it may take long.
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
