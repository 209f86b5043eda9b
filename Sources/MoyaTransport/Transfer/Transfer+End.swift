import CCurl
import FoundationEssentials
import MoyaHTTP

/// Decides what follows when a request of a transfer has ended.
extension Transfer {
  /// What follows: the result of the transfer, or another request.
  enum Outcome {
    case finished(Result<TransferResponse, TransferError>)
    case again
    /// The transfer goes on with another request, after a pause.
    case later
  }

  func end(_ code: CURLcode, _ handle: EasyHandle) -> Outcome {
    // A response may be complete before the request is complete (RFC 9113 §8.1). Then the rest of the request cannot be
    // sent. If the rest of the body was dropped, it does not matter how libcurl has ended.
    let isAnswered =
      run.isCutShort || code == CURLE_SEND_ERROR && (isHTTP2 && incoming.isWhole || receiveUnread())
    let code = isAnswered ? CURLE_OK : code
    if asksAgain {
      startAgain()
      return .again
    }
    if code != CURLE_OK, let pause = pauseBeforeResend(code, handle) {
      startAgain(after: pause)
      return pause == 0 ? .again : .later
    }
    if let failure { return .finished(.failure(abandoned(failure))) }
    if code != CURLE_OK, isLost(code) { return .finished(.failure(abandoned(noAnswer))) }
    if code == CURLE_COULDNT_CONNECT, let address = run.refusedAddress {
      return .finished(.failure(abandoned(refused(address))))
    }
    if incoming.count == 0, code != CURLE_OK, let number = shortage(code) {
      if makesRoom() { return .again }
      return .finished(.failure(abandoned(TransferError(system: "no connection to \(peer)", errno: number))))
    }
    if code != CURLE_OK { return .finished(.failure(abandoned(error(code, handle)))) }
    do throws(TransferError) {
      if !run.isCutShort { try incoming.verify(of: self) }
      if run.owesHead { showHead() }
      if try follow() { return .again }
      return .finished(.success(try response(handle)))
    } catch {
      return .finished(.failure(abandoned(error)))
    }
  }

  /// Returns true if the request was sent on a connection that has died, and no other connection could be opened for
  /// it. The server may have carried out the request. So the transfer must not fail with an error after which callers
  /// send any request again, for example `.connect`.
  private func isLost(_ code: CURLcode) -> Bool {
    if run.unanswered == .none || isIdempotent || wasRefused { return false }
    if case .connecting = run.link { return true }
    return [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT].contains(code)
  }

  /// The error of a request whose connection has ended before a response arrived.
  var noAnswer: TransferError { TransferError(.network, "\(peer) closed the connection without an answer") }

  func refused(_ address: AddressKind) -> TransferError {
    TransferError(.address, "the address of \(peer) is refused: it is \(address.rawValue)")
  }

  private func shortage(_ code: CURLcode) -> Int32? {
    withReactor {
      Shortage.number(code, refused: $0.refusal, caFile: $0.configuration.caFile)
    }
  }

  func error(_ code: CURLcode, _ handle: EasyHandle) -> TransferError {
    incoming.failure(code, handle, peer, trustFile: withReactor { $0.configuration.caFile }, isSent: hasSent).error
  }

  /// Closes idle connections to free their descriptors, and queues this transfer again. If the transfer has done this
  /// before, does nothing and returns false.
  private func makesRoom() -> Bool {
    if hasMadeRoom { return false }
    hasMadeRoom = true
    withReactor { reactor in
      reactor.closeIdle()
      reactor.relief?()
    }
    startAgain()
    return true
  }

  /// Returns the error of a transfer that has failed, was stopped or has timed out.
  func abandoned(_ error: TransferError) -> TransferError { incoming.abandon(error, urlText: request.urlText) }

  private func response(_ handle: EasyHandle) throws(TransferError) -> TransferResponse {
    let progress = incoming.progress
    let response = try incoming.response(of: self, record(handle))
    if options.wantsProgress { finishProgress(progress) }
    return response
  }

  /// Returns what the transport has measured so far.
  func record(_ handle: EasyHandle) -> TransferRecord {
    let isPlain = !run.hasConnected && redirects.isEmpty && !incoming.hasTrailers
    let first = max(run.firstAnswer, clock.submitted)
    return TransferRecord(
      // libcurl's own value is the time of the first byte in either direction. In an upload, this is not the first byte
      // of the response.
      firstByte: first &- clock.submitted, total: max(now, first) &- clock.submitted,
      bytesSent: body.sentCount, bytesReceived: incoming.bodyCount,
      version: incoming.version.text, peer: handle.peer.object,
      rare: isPlain
        ? nil
        : TransferRecord.Rare(
          connecting: run.hasConnected ? handle.connectTimes : nil, redirects: redirects, trailers: incoming.trailers))
  }
}

// MARK: - The next request

/// Makes the next request of a transfer: to the target of a redirect, or the same request again.
extension Transfer {
  func follow() throws(TransferError) -> Bool {
    guard incoming.isRedirect else { return false }
    let origin = origin
    let next = try Redirect.next(
      request, status: incoming.statusCode, location: incoming.location, from: origin,
      secrets: options.originBoundHeaders, strictHosts: loop.configuration.strictHosts)
    if redirects.count >= options.maximumRedirects {
      throw TransferError(.redirect, "\(peer) redirected more than \(options.maximumRedirects) times")
    }
    if !next.keepsBody {
      closeStreams()
    } else if !rewind() {
      throw TransferError(.body, "\(peer) redirected, but the request's body stream cannot be sent again")
    }
    redirects.append(.init(statusCode: incoming.statusCode, urlText: request.urlText))
    resends = Resends()
    request = next.request
    if next.origin != origin { credential = nil }
    startAgain()
    return true
  }

  /// The transfer reads at most this many bytes of an unused body, and for at most `restTime` microseconds. If the body
  /// ends within these limits, the connection can be reused.
  static let mostRest: Int64 = 64 << 10
  private static let restTime: UInt64 = 1_000_000

  func limitRest() {
    clock.limitRest(to: Transfer.restTime, at: now)
    withReactor { $0.table.arm(self) }
  }

  /// Continues without the rest of an unused body.
  func dropRest() {
    if run.isCutShort || isEnded { return }
    run.isCutShort = true
    withReactor { $0.answered.append(self) }
  }

  /// Rewinds the request's body. Returns false if it cannot be read again from its start.
  func rewind() -> Bool {
    run.hasPausedAtEnd = false
    if case .stream(let reader) = body { return reader.rewind() }
    return true
  }

  /// Queues the transfer again after this many microseconds.
  func startAgain(after pause: UInt64 = 0) {
    asksAgain = false
    clock.startWaiting(at: now, pause: pause)
    incoming = Incoming(
      options, headerLimit: loop.configuration.maximumHeaderSize, partial: incoming.partial)
  }

  /// Upgrades the URL to https if the host requires TLS. Call this before the origin is read and before anything is
  /// sent, so that the host receives no request without TLS.
  func upgrade() {
    let url = Redirect.upgraded(request.urlText, loop.configuration.strictHosts)
    if url != request.urlText { request.urlText = url }
  }

  func rewindBody() -> Bool {
    mayRepeatTrailers() && rewind() || fail(TransferError(.body, "the request's body stream cannot be sent again"))
  }
}
