import CCurl
import MoyaHTTP

/// Passes the request's body to libcurl.
extension Transfer {
  func sendBody(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard case .stream(let reader) = body else { return 0 }
    if options.wantsSteps, run.step == .sendHead { report(.sendBody) }
    // The last read of the body may have cancelled its own request. The job that cancels it must run first, and then
    // there is no further read.
    if withReactor({ $0.owesJobs }) {
      run.sending = .givesWay
      withReactor { $0.jobs.append { self.stopGivingWay() } }
      return Int(CURL_READFUNC_PAUSE)
    }
    do {
      clock.noteActivity(at: now)
      if let count = try reader.read(into: room) {
        sent.store(body.count, ordering: .relaxed)
        return count
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

  /// Continues only the upload. If the observer pauses, its pause continues. Any thread.
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
  /// connection open. libcurl goes on sending; a body with nothing to send could delay the response for ever. If the
  /// status is 300 or higher, libcurl itself stops sending.
  ///
  /// If a HEAD request has a body, libcurl treats it like a POST. So it also waits for a body in the response, which a
  /// response to HEAD never has (RFC 9110 §9.3.2).
  var isAnswered: Bool {
    if run.isCutShort { return true }
    // If the response to a HEAD with a body is a challenge, it counts as the final response, because libcurl would wait
    // for the rest before it authenticates.
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
  /// connection or HTTP/2 stream is closed, because the server still expects the rest.
  func endAnswered() {
    for transfer in exchange(&answered, with: []) {
      guard !transfer.isEnded, transfer.isAnswered, transfer.run.receiving != .ended, let handle = transfer.handle
      else { continue }
      multi.remove(handle)
      end(transfer, handle, CURLE_OK)
    }
  }
}
