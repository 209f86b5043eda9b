import CCurl
import MoyaHTTP

/// Requests that got no answer and may go out once more.
extension Transfer {
  /// Microseconds after which a request that got no answer goes out once more; nil: its failure counts.
  func pauseBeforeResend(_ code: CURLcode, _ handle: EasyHandle) -> UInt64? {
    guard isHTTP2, incoming.count == 0, clock.phase == .exchanging, let host = host.object,
      let cause = causeOfSilence(code, handle)
    else { return nil }
    var isBroken = false
    if case .broken = cause { isBroken = true }
    // Also if it is given up: the server may refuse whatever comes on this connection.
    if !isBroken, let connection = connectionInUse { withReactor { $0.noteAbandoned(connection) } }
    guard let pause = resends.next(cause, answers: host.answers) else { return nil }
    guard rewind() else {
      if !isBroken {
        _ = fail(TransferError(.body, "\(peer) refused the request, and its body stream cannot be sent again"))
      }
      return nil
    }
    if case .unwantedVersion = cause { needsHTTP1 = true }
    return pause
  }

  /// Why no answer came to a request that may go out once more.
  private func causeOfSilence(_ code: CURLcode, _ handle: EasyHandle) -> Resends.Cause? {
    if failure == nil {
      switch CurlFailure.Refusal(handle.detail) {
      case .unprocessed: return .refused
      case .wantsHTTP1: return isHTTP2Required ? nil : .unwantedVersion
      case nil: if CurlFailure.hasStoppedRetrying(handle.detail) { return .refused }
      }
    }
    guard HTTPMethod.isIdempotent(request.httpMethod ?? "GET") else { return nil }
    if isHeldBack { return .broken(isRepeated: true) }
    guard failure == nil, CurlFailure.endsConnection(code), error(code, handle).kind == .network else { return nil }
    return .broken(isRepeated: unansweredSends > 1 || isSecondUpload)
  }
}
