import CCurl
import MoyaHTTP

/// Whether a request to which no answer came goes out once more, and when. Over HTTP/2 only, where a connection's end
/// takes many requests with it.
///
/// Resends are bounded: by the total timeout, by ten times, and by how often one was in vain, that is, no other call to
/// the host got an answer meanwhile either.
struct Resends {
  /// Why there was no answer.
  enum Cause {
    /// The server has not processed the request (RFC 9113 §8.7), so that its method does not matter.
    case refused
    /// The server wants the request over HTTP/1.1. It has not processed it either.
    case unwantedVersion
    /// The connection broke, and repeating the request does no harm (RFC 9110 §9.2.2). `isRepeated`: libcurl has sent
    /// it twice.
    case broken(isRepeated: Bool)

    fileprivate var mostInVain: Int {
      switch self {
      case .refused: Resends.refusalPauses.count - 1
      case .unwantedVersion: .max
      case .broken(let isRepeated): isRepeated ? 0 : 1
      }
    }

    fileprivate var most: Int {
      switch self {
      case .refused: 50
      case .unwantedVersion, .broken: 10
      }
    }
  }

  /// Microseconds before the next, by the number of those that were in vain: a server that refuses may have room once it
  /// has answered the requests that it took. None goes out in the turn in which it was refused, at whose end the connection
  /// is closed if nothing else uses it.
  private static let refusalPauses: [UInt64] = [
    1_000, 1_000, 2_000, 5_000, 10_000, 20_000, 80_000, 320_000, 320_000, 320_000,
  ]
  /// Microseconds before each behind a connection that broke.
  private static let pauses: [UInt64] = [0, 80_000, 320_000]

  private(set) var count = 0
  private var inVain = 0
  /// What the host had answered when the request went out.
  private var answers: UInt64

  /// - Parameter answers: of its host, so far.
  init(answers: UInt64 = 0) { self.answers = answers }

  /// Microseconds after which the request goes out once more; nil: it does not.
  mutating func next(_ cause: Cause, answers: UInt64) -> UInt64? {
    inVain = answers == self.answers ? inVain + 1 : 0
    self.answers = answers
    guard count < cause.most, inVain <= cause.mostInVain else { return nil }
    count += 1
    switch cause {
    case .refused: return Resends.refusalPauses[min(inVain, Resends.refusalPauses.count - 1)]
    case .unwantedVersion: return 0
    case .broken: return Resends.pauses[min(count, Resends.pauses.count) - 1]
    }
  }
}

// MARK: - Transfers

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
