import CCurl
import MoyaHTTP

/// Passes the request's body to libcurl.
extension Transfer {
  func sendBody(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard case .stream(let reader) = body else { return 0 }
    if options.wantsSteps, run.step == .sendHead { report(.sendBody) }
    if givesWay() { return Int(CURL_READFUNC_PAUSE) }
    do {
      clock.noteActivity(at: now)
      if let count = try reader.read(into: room) {
        sent.store(body.count, ordering: .relaxed)
        if let trailers = reader.trailers { try TrailerRules.check(trailers, secrets: options.originBoundHeaders) }
        // libcurl sends the end of the body at once. The server must not receive it if the request has failed.
        return count == 0 && (givesWay() || givesWayAtEnd()) ? Int(CURL_READFUNC_PAUSE) : count
      }
      run.sending = .lacksBody
      settleTotal()
      endIfAnswered()
      reader.resumeWhenReady(self)
      return Int(CURL_READFUNC_PAUSE)
    } catch {
      _ = fail(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// Pauses the upload if a read of the body may have cancelled its own request. The job that cancels the request then
  /// runs before the next read. Returns false if there is no such job.
  private func givesWay() -> Bool {
    guard withReactor({ $0.owesJobs }) else { return false }
    run.sending = .givesWay
    withReactor { $0.jobs.append { self.stopGivingWay() } }
    return true
  }

  /// Pauses the upload at the end of the body if another thread may have cancelled the request during the read, or if
  /// the total timeout has passed. The loop then ends the request first. Pauses only once, because other threads can
  /// submit work again and again. Returns false if it does not pause.
  private func givesWayAtEnd() -> Bool {
    let time = MonotonicClock.now()
    clock.noteActivity(at: time)
    guard !run.hasPausedAtEnd, loop.hasSubmissions || clock.deadline <= time else { return false }
    run.hasPausedAtEnd = true
    run.sending = .givesWay
    withReactor { reactor in
      reactor.jobs.append {
        self.loop.takeSubmissions()
        self.withReactor { $0.jobs.append { self.stopGivingWay() } }
      }
    }
    return true
  }

  /// Passes the trailers as a list, which libcurl frees. Returns false if there is no memory.
  func sendTrailers(_ list: inout UnsafeMutablePointer<curl_slist>?) -> Bool {
    guard case .stream(let reader) = body, let trailers = reader.trailers else { return true }
    do throws(TransferError) {
      list = try HeaderList.trailers(trailers)
      return true
    } catch {
      return fail(error)
    }
  }

  /// Returns true if the request's trailers may be sent. Some versions of libcurl must not send trailers twice on the
  /// same handle (`Library.spoilsRepeatedTrailers`). If such a libcurl is about to do so, fails the transfer and
  /// returns false.
  func mayRepeatTrailers() -> Bool {
    guard Library.spoilsRepeatedTrailers, case .stream(let reader) = body, reader.trailers != nil else { return true }
    return fail(TransferError(.body, "the request's trailers cannot be sent again, because this libcurl is old"))
  }

  /// Drops the request's body when the transfer has ended, before the observer receives the result, because the
  /// observer may take its time.
  func releaseBody() {
    if case .none = request.body { return }
    closeStreams()
    body = .none
    request = Transfer.noRequest
  }

  /// Closes the streams of the body, because nothing reads them any more.
  func closeStreams() { if case .stream(let reader) = body { reader.closeStreams(for: ObjectIdentifier(self)) } }

  private static let noRequest = URLRequest(urlText: "")

  var lacksBody: Bool { run.sending == .lacksBody }

  /// True if libcurl must not ask for more of the body now.
  var holdsUpload: Bool { run.sending != .flows }

  private func stopGivingWay() {
    guard run.sending == .givesWay else { return }
    run.sending = .flows
    goOnSending()
  }

  /// Continues only the upload. If the observer has paused the response, the response stays paused. Any thread may call
  /// this.
  func bodyIsReady() { perform { if !self.isEnded { self.resumeUpload() } } }

  /// Continues the upload when the stream may have something to send.
  func resumeUpload() {
    guard lacksBody else { return }
    run.sending = .flows
    settleTotal()
    clock.noteActivity(at: now)
    goOnSending()
  }

  private func goOnSending() {
    guard let handle, run.receiving != .ended else { return }
    handle.resume(receiving: run.receiving == .flows, sending: true)
    withReactor { $0.multi.setTimer(milliseconds: 0, at: now) }
  }

  // MARK: Responses that are complete before the request

  /// True if the transfer can end although libcurl would still wait.
  ///
  /// A server may send its final response before it has the whole request (RFC 9110 §9.3, RFC 9112 §9.3), and keep the
  /// connection open. libcurl continues to send; a body with nothing to send could delay the response for ever. If the
  /// status is 300 or higher, libcurl itself stops sending.
  ///
  /// If a HEAD request has a body, libcurl treats it like a POST. So it also waits for a body in the response, which a
  /// response to HEAD never has (RFC 9110 §9.3.2).
  var isAnswered: Bool {
    if run.isCutShort { return true }
    // If a HEAD request has a body and its response is a challenge, this response counts as the final one. Otherwise
    // libcurl would wait for the body of the challenge, which never comes, before it authenticates.
    return mayBeAnsweredEarly && incoming.isEntire(of: self) && (!run.owesHead || run.asksForHead) && !asksAgain
  }

  private var mayBeAnsweredEarly: Bool { lacksBody || run.asksForHead && body.length != 0 }

  func endIfAnswered() {
    if mayBeAnsweredEarly, isAnswered { withReactor { $0.answered.append(self) } }
  }
}

extension Reactor {
  /// True if this thread has submitted jobs, or has stopped items, while libcurl ran.
  var owesJobs: Bool { !jobs.isEmpty || !stopped.isEmpty }

  /// Ends the transfers whose response is complete or no longer needed, and for which libcurl would still wait. Their
  /// connection or HTTP/2 stream is closed, because the server still expects the rest of the request.
  func endAnswered() {
    for transfer in exchange(&answered, with: []) {
      guard !transfer.isEnded, transfer.isAnswered, transfer.run.receiving != .ended, let handle = transfer.handle
      else { continue }
      multi.remove(handle)
      end(transfer, handle, CURLE_OK)
    }
  }
}
