import CCurl
import MoyaHTTP

/// Requests that got no answer and may go out once more.
extension Transfer {
  /// Microseconds after which a request that got no answer goes out once more; nil: its failure counts.
  func pauseBeforeResend(_ code: CURLcode, _ handle: EasyHandle) -> UInt64? {
    guard isHTTP2, incoming.count == 0, clock.phase == .exchanging, let host = host.object,
      let cause = causeOfSilence(code, handle), let pause = resends.next(cause, answers: host.answers)
    else { return nil }
    return rewind() ? pause : nil
  }

  /// Why no answer came to a request that may go out once more.
  private func causeOfSilence(_ code: CURLcode, _ handle: EasyHandle) -> Resends.Cause? {
    if failure == nil, CurlFailure.hasStoppedRetrying(handle.detail) { return .refused }
    guard HTTPMethod.isIdempotent(request.httpMethod ?? "GET") else { return nil }
    if isHeldBack { return .broken(isRepeated: true) }
    guard failure == nil, CurlFailure.endsConnection(code), error(code, handle).kind == .network else { return nil }
    return .broken(isRepeated: unansweredSends > 1)
  }
}
