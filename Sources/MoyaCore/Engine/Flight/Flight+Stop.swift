/// A flight that is given up, or out of time.
extension Flight {
  /// A backend that watches the clock ends soon after it was stopped. Any other is not waited for: the attempt ends
  /// here, and what the backend says later is ignored.
  func stopBackend() {
    let (transfer, isOut, attempt) = locked.withLock { ($0.transfer, $0.isOut, $0.machine.attempt) }
    transfer?.stop()
    if isOut, !lane.traits.contains(.watchesTotalTimeout) { finish(attempt, .failure(stopError)) }
  }

  /// The attempt, for a thread that does not move the flight.
  var attempt: Int { locked.withLock { $0.machine.attempt } }

  /// A backend has the request.
  var isOut: Bool { locked.withLock { $0.isOut } }

  var bytes: (sent: Int64, received: Int64) {
    (locked.withLock { $0.transfer } as? any BytesCounter)?.bytes ?? (0, 0)
  }

  var isStopped: Bool { locked.withLock { $0.machine.isStopped } }

  /// Why the flight was stopped.
  var stopError: TransferError {
    let (fault, isExpired) = locked.withLock { ($0.fault, $0.machine.isExpired) }
    guard isExpired else { return fault ?? .cancelled }
    return deadline.error(wasSent: wasSent, of: totalTimeout)
  }

  /// - Parameter result: the last attempt's, whose response goes with the error: it says what the time went into.
  func stopped(after result: Result<Response, MoyaError>?) -> MoyaError {
    let error = stopError
    return .underlying(error, error.kind == .cancelled ? nil : result?.response)
  }

  /// Starts a timer for the total timeout, for the times when the backend does not watch the clock: before a request
  /// exists, while a plugin waits, and with backends without the trait `watchesTotalTimeout`.
  /// - Parameter limit: the request's own, read while the request was this thread's.
  func armDeadline(in state: FlightMachine.State, of limit: TimeInterval?) {
    let remaining = deadline.remaining(of: limit)
    guard remaining > 0 else { return }
    hold(in: state) { lane.executor.schedule(afterMilliseconds: remaining) { self.advance(.expire) } }
  }
}
