import CCurl
import MoyaHTTP

/// The request's body on its way to libcurl.
extension Transfer {
  func sendBody(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard case .stream(let reader) = body else { return 0 }
    // A read may have cancelled its own request: that job comes first, and then there is no other read.
    if withReactor({ $0.owesJobs }) {
      givesWay = true
      withReactor { $0.jobs.append { self.stopGivingWay() } }
      return Int(CURL_READFUNC_PAUSE)
    }
    do {
      clock.noteActivity(at: now)
      if let count = try reader.read(into: room) {
        sent.store(body.count, ordering: .relaxed)
        return count
      }
      lacksBody = true
      settleTotal()
      endIfAnswered()
      return Int(CURL_READFUNC_PAUSE)
    } catch {
      _ = fail(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// The transfer has ended: drops the request's body before the observer is told, which may take its time.
  func releaseBody() {
    if case .none = request.body { return }
    body = .none
    request = Transfer.noRequest
  }

  private static let noRequest = URLRequest(urlText: "")

  /// libcurl is not to ask for more of the body now.
  var holdsUpload: Bool { lacksBody || givesWay }

  private func stopGivingWay() {
    givesWay = false
    if !lacksBody { goOnSending() }
  }

  /// The stream may have something to send now.
  func resumeUpload() {
    guard lacksBody else { return }
    lacksBody = false
    settleTotal()
    clock.noteActivity(at: now)
    if !givesWay { goOnSending() }
  }

  private func goOnSending() {
    guard let handle, heldCode == nil else { return }
    handle.resume(receiving: !isHeld, sending: true)
    withReactor { $0.multi.setTimer(milliseconds: 0, at: now) }
  }

  // MARK: An answer that is whole before the request is

  /// A server may give its final answer before it has the whole request (RFC 9110 §9.3, RFC 9112 §9.3), and keep the
  /// connection. As long as there is something to send libcurl sends it; a body that has nothing to send could keep the
  /// answer waiting for ever. Of a status from 300 on libcurl itself stops sending. And libcurl waits for the body of a
  /// response to HEAD when the request has one, since it takes such a request for a POST of that name (RFC 9110 §9.3.2).
  var isAnswered: Bool {
    if isCutShort { return true }
    // A challenge to a HEAD with a body is its response: libcurl would wait for the rest before it answers.
    return mayBeAnsweredEarly && incoming.isEntire(of: self) && (!owesHead || asksForHead) && !asksAgain
  }

  private var mayBeAnsweredEarly: Bool { lacksBody || asksForHead && body.length != 0 }

  func endIfAnswered() {
    if mayBeAnsweredEarly, isAnswered { withReactor { $0.answered.append(self) } }
  }
}

extension Reactor {
  /// Jobs and stops that this thread has submitted while libcurl ran.
  var owesJobs: Bool { !jobs.isEmpty || !stopped.isEmpty }

  /// Ends the transfers whose answer is whole, or needed no longer, and for which libcurl would wait. Their connection, or their stream of
  /// HTTP/2, is closed, since the server still waits for the rest.
  func endAnswered() {
    for transfer in exchange(&answered, with: []) {
      guard !transfer.isEnded, transfer.isAnswered, transfer.heldCode == nil, let handle = transfer.handle else {
        continue
      }
      multi.remove(handle)
      end(transfer, handle, CURLE_OK)
    }
  }
}
