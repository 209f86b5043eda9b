import CCurl
import MoyaHTTP

/// Finds out which connection libcurl has chosen for a request, and whether the request may be sent on it.
///
/// libcurl could treat data that a server sent before the request as the response. libcurl 8.0 to 8.21 checks an idle
/// connection before it reuses the connection. If any data is waiting there, libcurl takes another connection. Other
/// versions do not check, or check only sometimes (`Library.reusesDisturbedConnections`). For these versions, the
/// reactor checks. No version checks the data that OpenSSL has already read, so the reactor always checks it. OpenSSL
/// reads several TLS records at once.
extension Reactor {
  /// Returns the connection on which a request is about to be sent, or `nil` if libcurl does not say.
  func connection(of handle: EasyHandle, ownPort: Int32) -> ConnectionLabel? {
    // Connections to a Unix socket have no ports.
    if configuration.connection.unixSocket != nil {
      return newConnection(of: handle) ?? poller.label(moya_curl_socket(handle.easy))
    }
    return handle.peer.lend { peer in
      if let new = newConnection(of: handle), poller.connection(new)?.port == ownPort {
        poller.note(ConnectionEnds(ownPort: ownPort, peer: peer), of: new)
        return new
      }
      return poller.label(between: ownPort, peer)
    } ?? nil
  }

  /// Returns the connection that was opened for the handle's transfer. If libcurl made several attempts, only one of
  /// their connections is still open.
  func newConnection(of handle: EasyHandle) -> ConnectionLabel? {
    handle.newConnections.last { poller.connection($0)?.isOpen == true }
  }

  /// Returns what has arrived on a reused connection before the transfer's request is sent on it. If `connection` is
  /// `nil`, checks all idle connections.
  func arrived(on connection: ConnectionLabel?, for transfer: Transfer, _ handle: EasyHandle) -> Arrived {
    let mayHaveTLS = transfer.origin.isSecure || hasProxies
    let looks = Library.reusesDisturbedConnections
    guard configuration.connection.unixSocket == nil, let connection, let own = poller.connection(connection) else {
      return mayHaveTLS && handle.holdsInput || looks && poller.hasDisturbedIdle ? .unasked : .nothing
    }
    // If other requests use the connection, the data is for them, and libcurl reads it.
    if transfer.isHTTP2, asked != nil ? queue.running > 1 : !poller.isIdle(connection) { return .nothing }
    guard mayHaveTLS && handle.holdsInput || looks && own.isDisturbed else { return .nothing }
    // If the TLS of the origin is inside the TLS of a proxy, the byte counts of the two layers cannot be compared. Then
    // all data that has arrived counts as `.unasked`.
    guard transfer.isHTTP2, !own.hasEnded, !handle.hasSecureProxy, let unread = own.unread else { return .unasked }
    return .frames(before: handle.readTLS(ahead: false) &+ unread)
  }
}

/// What has arrived on a reused connection before a request is sent on it.
enum Arrived {
  case nothing
  /// HTTP/2 frames. They are usually harmless, for example a PING or the rest of a cancelled stream. So the request is
  /// sent, and libcurl then reads the frames. But a server can send a response on a stream that no request has opened
  /// yet. libcurl would treat it as the response to the request that opens this stream next. So a response that is
  /// within the first `before` TLS bytes of the connection does not belong to the request.
  case frames(before: UInt64)
  /// Data that libcurl would treat as the response although no request has asked for it, or the end of the connection.
  case unasked
}

// MARK: - AbandonedConnections

/// Connections that libcurl has abandoned and that their servers have not closed.
///
/// libcurl abandons a connection if the server refuses a stream on it, or announces the end of the connection with
/// GOAWAY. For the next try, libcurl opens another connection. To close the abandoned connection, libcurl sends
/// close_notify and waits for the server's close_notify. But libcurl looks for the server's close_notify only when it
/// is called for this connection, for example by its timer after two seconds. So if a server refuses everything, the
/// number of open connections could grow without limit.
struct AbandonedConnections {
  fileprivate var connections: [ConnectionLabel] = []
  /// True if a connection may have become unused since the last check.
  fileprivate var mayBeUnused = false
}

extension Reactor {
  /// Notes that libcurl has abandoned the connection and that a transfer no longer uses it.
  func noteAbandoned(_ connection: ConnectionLabel) {
    if !abandoned.connections.contains(connection) { abandoned.connections.append(connection) }
    abandoned.mayBeUnused = true
  }

  func noteTransferEnd() { abandoned.mayBeUnused = true }

  /// Closes the abandoned connections that no transfer uses, without waiting for their servers. For this, the function
  /// runs libcurl, which may then end transfers and call their observers. If more connections become unused, this
  /// function closes them too.
  func endAbandoned() {
    let wasRunning = exchange(&isRunning, with: true)
    defer { isRunning = wasRunning }
    while shutDownAbandoned() {
      closeEnded()
      now = MonotonicClock.now()
      collect()
      if streams.haveFailed { runFailed() }
      if !streams.unread.isEmpty { readForOthers() }
    }
  }

  /// Shuts down the abandoned connections that no transfer uses. Returns false if there was no connection to shut down.
  private func shutDownAbandoned() -> Bool {
    guard abandoned.mayBeUnused, !abandoned.connections.isEmpty else { return false }
    abandoned.mayBeUnused = false
    let used = Set(table.items.compactMap { ($0 as? Transfer)?.connectionInUse })
    let unused = abandoned.connections.filter { !used.contains($0) }
    abandoned.connections.removeAll { !used.contains($0) }
    return !unused.filter { poller.shutDown($0) }.isEmpty
  }

  /// Makes libcurl close the connections that it no longer uses and that have ended. libcurl does not watch the
  /// descriptors of these connections. It closes them on any event on the descriptor of curl_multi_wakeup, so this
  /// function reports such an event.
  func closeEnded() {
    if multi.isAsked { return multi.perform() }
    for descriptor in poller.others { multi.act(on: descriptor, CURL_CSELECT_IN) }
  }

  /// Makes libcurl run each transfer that has an error text and has not ended. libcurl ends such a transfer only while
  /// it runs the transfer. If the server is silent, nothing else makes libcurl do this.
  func runFailed() {
    for handle in streams.takeFailed() {
      if let connection = handle.transfer?.takeUnretainedValue().connectionInUse { runAgain(on: connection) }
    }
    collect()
  }

  /// Makes libcurl run the transfers on the connection.
  func runAgain(on label: ConnectionLabel) {
    guard let connection = poller.connection(label), connection.isOpen else { return }
    if multi.isAsked { multi.perform() } else { multi.act(on: connection.number, CURL_CSELECT_IN) }
  }

  /// Makes libcurl run the other streams of each connection on which a stream has ended. The last read for that stream
  /// may have brought data for the other streams.
  ///
  /// libcurl reads several TLS records at once, and a stream stops reading when it has ended. The rest stays in
  /// OpenSSL, and no event reports it. If libcurl 8.21 has read because of an event, it runs the other streams itself.
  /// If it has read because of a timer, for example right after it sent a request, the other streams would wait.
  func readForOthers() {
    let unread = streams.unread
    streams.forgetUnread()
    for connection in unread { runAgain(on: connection) }
    collect()
  }
}
