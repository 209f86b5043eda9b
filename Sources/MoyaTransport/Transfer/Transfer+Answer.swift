import CClock
import CCurl
import MoyaHTTP

/// The answer as libcurl gives it, line by line and piece by piece.
extension Transfer {
  func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
    clock.noteActivity(at: now)
    // The first line of all, or of the answer behind a challenge.
    if incoming.count == 0 || incoming.isHeadComplete && line.hasPrefix("HTTP/") {
      // `now` was read before libcurl ran: the call may be younger than that, and a handshake may have taken place since.
      firstAnswer = MonotonicClock.now()
      handle?.holdWindow(false)
      if let before = arrivedBefore.take(), isOlder(than: before) { return leaveEarlyAnswer() }
    }
    // A line without its end is no answer yet: libcurl, which passes it on, would send the request again.
    if line.last == 0x0A { unansweredSends = 0 }
    do throws(Violation) {
      return try incoming.receive(line: line) ? beginBody() : true
    } catch {
      // The rest of a header section can still come; the next request must not wait behind it.
      handle?.forbidReuse()
      return fail(error.error(peer))
    }
  }

  private func beginBody() -> Bool {
    do throws(TransferError) {
      asksAgain = try !incoming.beginBody(of: self, over: version ?? .http11)
      if withReactor({ $0.keepsState }) { keepState() }
      if incoming.endsConnection { handle?.forbidReuse() }
      if asksAgain { return false }
      settleTotal()
      if incoming.isRedirect { limitRest() }
      if options.wantsHead, !incoming.isRedirect {
        owesHead = isChallenged
        // Then the length is checked when the observer has chosen where the body goes.
        if owesHead { return true }
        showHead()
      }
      try incoming.checkLength(of: self)
      endIfAnswered()
      return true
    } catch {
      return fail(error)
    }
  }

  /// libcurl may be about to answer the response.
  var isChallenged: Bool {
    credential != nil && incoming.statusCode == 401
      || loop.configuration.connection.proxyAuthentication != nil && incoming.statusCode == 407
  }

  func showHead() {
    owesHead = false
    guard let observer else { return }
    incoming.showHead(observer, urlText: request.urlText)
    moya_clock_refresh()
  }

  /// What became of a piece of the body.
  enum Receipt {
    case taken
    /// Not taken: libcurl is to give the piece again when the transfer goes on.
    case pause
    case failed
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Receipt {
    withReactor { reactor in
      clock.noteActivity(at: now)
      if incoming.isPaused || incoming.isBehind || reactor.share.isSpent {
        reactor.hold(self)
        return .pause
      }
      guard take(bytes, &reactor.share) else { return .failed }
      reactor.share.spend(bytes.count, inCaller: incoming.isObserved)
      received.store(incoming.bodyCount, ordering: .relaxed)
      if incoming.isBehind { reactor.pause(self) }
      if dropsBody, incoming.bodyCount > Transfer.mostRest { dropRest() }
      endIfAnswered()
      return .taken
    }
  }

  /// False: it has failed.
  func take(_ bytes: UnsafeRawBufferPointer, _ share: inout Share) -> Bool {
    if owesHead { showHead() }
    if let error = incoming.receive(body: bytes, &share, of: self) { return fail(error) }
    if incoming.hasExcess { handle?.forbidReuse() }
    if options.wantsProgress { reportDownload(incoming.progress) }
    return true
  }
}
