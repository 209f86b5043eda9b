import CCurl
import MoyaHTTP

/// Decides whether and when a request without a response is sent again, and stores how it must be sent again. Only
/// requests over HTTP/2 get such a resend, because the end of one connection affects many of them. After a redirect,
/// the next request begins with a new `Resends`, so its counts begin at 0.
///
/// Three limits bound the resends. The first is the total timeout. The second is a count: 50 for refused requests,
/// otherwise 10. The third is a count of consecutive resends. Whenever the host has sent a response to any call, this
/// count begins again.
struct Resends {
  /// Why there was no response.
  enum Cause {
    /// The server has not processed the request (RFC 9113 §8.7), so any method may be repeated.
    case refused
    /// The server wants the request over HTTP/1.1. The server has not processed the request.
    case unwantedVersion
    /// The connection broke, and repeating the request is safe (RFC 9110 §9.2.2). `isRepeated` is true if libcurl has
    /// sent the request twice.
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

  /// The pause in microseconds before each consecutive resend without a response from the host. A server that refuses a
  /// request may have room for the request after it has responded to other requests.
  ///
  /// Even the first pause is positive, so that the loop first closes the connection on which the request was refused.
  /// The loop does this at the end of a turn (a pass of the loop), if nothing else uses the connection.
  private static let refusalPauses: [UInt64] = [
    1_000, 1_000, 2_000, 5_000, 10_000, 20_000, 80_000, 320_000, 320_000, 320_000,
  ]
  /// Pauses in microseconds before each resend after a broken connection.
  private static let pauses: [UInt64] = [0, 80_000, 320_000]

  /// True if the request gets a new connection, because the reused connection had ended.
  var needsNewConnection = false
  /// True if the request was not sent on a reused connection, because something had arrived on that connection. If this
  /// happens again, the request is sent on a new connection.
  var hasLeftConnection = false
  /// True if a server has asked for HTTP/1.1 instead of HTTP/2 (RFC 9113 §7).
  var needsHTTP1 = false
  /// True if a request with a body is being sent again, because the reused HTTP/2 connection had ended.
  var isSecondUpload = false

  private(set) var count = 0
  private var inVain = 0
  /// The number of responses from the host when the request was sent.
  private var answers: UInt64

  /// - Parameter answers: The number of responses from the host so far.
  init(answers: UInt64 = 0) { self.answers = answers }

  /// Notes that the request is about to be sent.
  mutating func begin(answers: UInt64) {
    guard count == 0 else { return }
    self.answers = answers
    inVain = 0
  }

  /// Returns the microseconds after which the request is sent again, or `nil` if the request is not sent again.
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

/// Decides for a transfer whether its request is sent again, if no response came.
extension Transfer {
  /// Returns the microseconds after which a request without a response is sent again. Returns `nil` if the transfer
  /// fails instead.
  func pauseBeforeResend(_ code: CURLcode, _ handle: EasyHandle) -> UInt64? {
    guard isHTTP2, incoming.count == 0, clock.isExchanging, let host = host.object,
      let cause = causeOfSilence(code, handle)
    else { return nil }
    var isBroken = false
    if case .broken = cause { isBroken = true }
    // The connection counts as abandoned even if the request is not sent again, because the server may refuse
    // everything on this connection.
    if !isBroken, let connection = connectionInUse { withReactor { $0.noteAbandoned(connection) } }
    guard let pause = resends.next(cause, answers: host.answers) else { return nil }
    guard rewind() else {
      if !isBroken {
        _ = fail(TransferError(.body, "\(peer) refused the request, and its body stream cannot be sent again"))
      }
      return nil
    }
    if case .unwantedVersion = cause { resends.needsHTTP1 = true }
    return pause
  }

  /// Returns why no response came. Returns `nil` if the request may not be sent again.
  private func causeOfSilence(_ code: CURLcode, _ handle: EasyHandle) -> Resends.Cause? {
    if failure == nil {
      switch CurlFailure.Refusal(handle.detail) {
      case .unprocessed: return .refused
      case .wantsHTTP1: return isHTTP2Required ? nil : .unwantedVersion
      case nil: if CurlFailure.hasStoppedRetrying(handle.detail) { return .refused }
      }
    }
    guard isIdempotent else { return nil }
    if run.unanswered == .heldBack { return .broken(isRepeated: true) }
    guard failure == nil, CurlFailure.endsConnection(code), error(code, handle).kind == .network else { return nil }
    return .broken(isRepeated: run.unanswered == .twice || resends.isSecondUpload)
  }
}
