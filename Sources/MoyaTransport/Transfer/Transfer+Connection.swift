import CCurl
import Glibc
import MoyaHTTP

/// Handles libcurl's reports about the connection for a request, and decides whether the request may be sent on it.
extension Transfer {
  /// Notes that a socket has been opened for the transfer.
  func connectionOpens() {
    run.link = .connecting(isNew: true)
    run.rounds = Rounds()
    run.hasConnected = true
    // After the request was sent, libcurl opens a socket for one of two reasons. Either a reused connection has died,
    // or libcurl sends the request again after an authentication challenge. If the request may not be sent again, it
    // cannot use the new connection, and the transfer reports the error of the earlier connection.
    if clock.isExchanging, run.unanswered == .none || isIdempotent {
      clock.startConnecting(from: now)
      withReactor { $0.table.arm(self) }
    }
  }

  /// Returns true if the session's or the transfer's `AddressGuard` forbids a connection to this address.
  func refuses(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    if loop.configuration.addresses == nil, overrides == nil { return false }
    let start = UnsafeRawPointer(address) + (MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
    let refusal = refusal(
      of: start.assumingMemoryBound(to: sockaddr.self), size: Int(address.pointee.addrlen))
    if let refusal { run.refusedAddress = refusal }
    return refusal != nil
  }

  /// Checks the open connection when the request is about to be sent. Returns false if the request must not be sent.
  func connectionReady(_ handle: EasyHandle, ownPort: Int32) -> Bool {
    let connection = withReactor { $0.connection(of: handle, ownPort: ownPort) }
    // libcurl calls this function a second time if it has abandoned the first connection.
    if let last = self.connection, let connection, last != connection { withReactor { $0.noteAbandoned(last) } }
    self.connection = connection
    let isKept = if case .connecting(isNew: true, handshakes: _) = run.link { false } else { true }
    run.link = .ready(arrivedBefore: nil)
    sent.store(body.sentCount, ordering: .relaxed)
    clock.startExchanging(at: now)
    run.unread = nil
    let isRepeated = run.unanswered != .none && !wasRefused
    let wasHTTP2 = isHTTP2
    noteVersion(handle)
    let arrived = isKept ? withReactor { $0.arrived(on: connection, for: self, handle) } : .nothing
    switch arrived {
    case .nothing: break
    case .frames(let before): run.link = .ready(arrivedBefore: before)
    case .unasked: return isRepeated ? sendAgain(wasHTTP2: wasHTTP2, isDead: true) : leaveConnection(connection)
    }
    withReactor { $0.connected(self, handle) }
    handle.forgetFailure()
    if isHTTP2, handle.headSize > RequestPlan.largestHTTP2Head {
      return fail(
        TransferError(.invalidRequest, "URL and header section are larger than 64 KB, which is too large for HTTP/2"))
    }
    if let refusal = refusesConnection { return fail(refused(refusal)) }
    if isHTTP2Required, !isHTTP2 {
      return fail(
        TransferError(.protocolViolation, "\(peer) does not speak HTTP/2 over TLS, which is asked for"))
    }
    if !mayRepeatTrailers() { return false }
    if isRepeated { return sendAgain(wasHTTP2: wasHTTP2, isDead: false) }
    if run.unanswered == .none { run.unanswered = .once }
    return true
  }

  /// Returns true if libcurl may resend the request, as it does on its own when a reused connection is dead. If this
  /// function returns false, the request fails, or this library sends the request again on a new connection.
  ///
  /// A request that changes something is not resent, because it could take effect twice. Any other request is resent
  /// once. If the request had a body and was sent over HTTP/2, this library resends it, because libcurl must not
  /// (docs/internals/libcurl.md).
  ///
  /// - Parameter isDead: True if the connection on which libcurl would resend the request is dead too.
  private func sendAgain(wasHTTP2: Bool, isDead: Bool) -> Bool {
    guard run.unanswered == .once, resends.count == 0, isIdempotent, !resends.isSecondUpload,
      !isDead || !resends.needsNewConnection
    else {
      run.unanswered = .heldBack
      return fail(noAnswer)
    }
    if wasHTTP2, body.length != 0 {
      resends.isSecondUpload = true
      return askAgain(onNewConnection: true)
    }
    if isDead {
      handle?.forbidReuse()
      return askAgain(onNewConnection: true)
    }
    run.unanswered = .twice
    if isHTTP2 || run.hasConnected || resends.needsNewConnection || !rewind() { return true }
    // Another reused connection may have ended too, and the request would be lost a second time. So the request gets a
    // new connection.
    (resends.needsNewConnection, asksAgain) = (true, true)
    return false
  }

  var isIdempotent: Bool { HTTPMethod.isIdempotent(request.httpMethod ?? "GET") }

  private func askAgain(onNewConnection: Bool) -> Bool {
    if resends.needsNewConnection {
      return fail(TransferError(.network, "\(peer) ended each connection before the request was sent"))
    }
    guard rewind() else {
      return fail(TransferError(.network, "\(peer) ended the connection, and the request's body cannot be sent again"))
    }
    (resends.needsNewConnection, asksAgain) = (onNewConnection, true)
    return false
  }

  /// Handles a reused connection that can no longer be used. Returns true if libcurl itself then sends the request on
  /// another connection. Otherwise closes the connection and starts the request again on another one. If this happens
  /// to the request for the second time, it gets a new connection.
  private func leaveConnection(_ connection: ConnectionLabel?) -> Bool {
    // This request responds to an authentication challenge, and only libcurl can make such a request. So the connection
    // is shut down. libcurl then cannot send on it, and uses another connection.
    if incoming.isHeadComplete, let connection {
      withReactor { _ = $0.poller.shutDown(connection) }
      return true
    }
    handle?.forbidReuse()
    return askAgain(onNewConnection: exchange(&resends.hasLeftConnection, with: true))
  }

  /// Returns true if the response began within the first `arrived` TLS bytes of the connection. These bytes arrived
  /// before the request was sent.
  func isOlder(than arrived: UInt64) -> Bool { handle.map { $0.readTLS(ahead: true) <= arrived } ?? false }

  /// Handles a response that arrived on the connection before the request was sent. Sends an idempotent request again
  /// on a new connection, unless the request has needed a new connection before. Otherwise fails the transfer. Returns
  /// false, so that libcurl stops.
  func leaveEarlyAnswer() -> Bool {
    handle?.forbidReuse()
    if isIdempotent, !resends.needsNewConnection { return askAgain(onNewConnection: true) }
    return fail(TransferError(.protocolViolation, "\(peer) answered the request before it was sent"))
  }

  private func noteVersion(_ handle: EasyHandle) {
    let wasHTTP2 = isHTTP2
    version = handle.version
    // libcurl may leave the first connection and use a second one with another HTTP version. So if the request leaves
    // HTTP/2, its handle is removed from the list of streams.
    if isHTTP2 != wasHTTP2 { withReactor { isHTTP2 ? $0.streams.append(handle) : $0.streams.remove(handle) } }
    if isHTTP2, host.lend({ $0.answersAreSmall }) == true { handle.holdWindow(true) }
    if isHTTP2, body.length < 0 || body.length > RequestPlan.firstHTTP2Window {
      clock.lookLater(than: now)
      withReactor { $0.table.arm(self) }
    }
  }

  /// True if libcurl runs the transfer and has not resolved its host name yet.
  var isLookingUp: Bool { clock.isConnecting && handle?.offset(CURLINFO_NAMELOOKUP_TIME_T) == 0 }

  /// The connection on which the request was sent, while the transfer runs.
  var connectionInUse: ConnectionLabel? { handle != nil && clock.isExchanging ? connection : nil }

  /// True if the server has not processed the request (RFC 9113 §8.7), so any method may be sent again. Over HTTP/2,
  /// libcurl resends a request for two reasons only: the server refused it, or the connection broke. If the connection
  /// broke, libcurl writes an error text. So without that text, the server refused the request.
  var wasRefused: Bool { isHTTP2 && handle?.hasFailed == false }

  func handshakeBegins() {
    guard case .connecting(let isNew, let handshakes) = run.link else { return }
    run.link = .connecting(isNew: isNew, handshakes: handshakes + 1)
  }
}
