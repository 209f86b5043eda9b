import CCurl
import MoyaHTTP

/// Which connection libcurl has chosen for a request, and whether the request may go out there.
///
/// libcurl 8.0 to 8.21 looks at a kept connection before it uses it again, and takes another when anything lies there:
/// what a server sends unasked would answer the next request. Others do not, or not always
/// (`Library.reusesDisturbedConnections`); then the reactor looks. And no libcurl looks at what OpenSSL has read already,
/// which reads several records of TLS together.
extension Reactor {
  /// The connection that a request is about to go out on; `nil`: libcurl does not say.
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

  /// The connection that was opened for the handle's transfer: of several attempts libcurl keeps one.
  func newConnection(of handle: EasyHandle) -> ConnectionLabel? {
    handle.newConnections.last { poller.connection($0)?.isOpen == true }
  }

  /// What has arrived on the kept connection that the transfer's request is about to go out on. Of a connection that
  /// cannot be told from others, what is so of any of them.
  func arrived(on connection: ConnectionLabel?, for transfer: Transfer, _ handle: EasyHandle) -> Arrived {
    let mayHaveTLS = transfer.origin.isSecure || hasProxies
    let looks = Library.reusesDisturbedConnections
    guard configuration.connection.unixSocket == nil, let connection, let own = poller.connection(connection) else {
      return mayHaveTLS && handle.holdsInput || looks && poller.hasDisturbedIdle ? .unasked : .nothing
    }
    // What arrives for other requests is read.
    if transfer.isHTTP2, asked != nil ? queue.running > 1 : !poller.isIdle(connection) { return .nothing }
    guard mayHaveTLS && handle.holdsInput || looks && own.isDisturbed else { return .nothing }
    // With TLS inside that of a proxy, what is read there and here cannot be compared.
    guard transfer.isHTTP2, !own.hasEnded, !handle.hasSecureProxy, let unread = own.unread else { return .unasked }
    return .frames(before: handle.readTLS(ahead: false) &+ unread)
  }
}

/// What has arrived on a kept connection before a request goes out there.
enum Arrived {
  case nothing
  /// Frames of HTTP/2, most often harmless, as a PING or the rest of a stream that was cancelled. libcurl reads them as if
  /// they had come behind the request: an unasked response to a stream that is not open yet would answer it. A
  /// response is the request's if it does not lie within the bytes of TLS that had arrived by then.
  case frames(before: UInt64)
  /// What would answer the request, or the connection's end.
  case unasked
}

// MARK: - AbandonedConnections

/// Connections that libcurl has abandoned, and that their servers have not ended.
///
/// libcurl abandons a connection when a stream was refused on it, or when its server ends it with GOAWAY, and opens
/// another one for the next try. It ends the old one in good order: it sends its close_notify and waits for the
/// server's. It looks for that only when it is called for this connection, as by its timer after two seconds. So a
/// server that refuses everything would make one caller collect connections.
struct AbandonedConnections {
  fileprivate var connections: [ConnectionLabel] = []
  /// A transfer has ended since they were looked at.
  fileprivate var mayBeUnused = false
}

extension Reactor {
  /// libcurl has abandoned the connection, and a transfer no longer uses it.
  func noteAbandoned(_ connection: ConnectionLabel) {
    if !abandoned.connections.contains(connection) { abandoned.connections.append(connection) }
    abandoned.mayBeUnused = true
  }

  func noteTransferEnd() { abandoned.mayBeUnused = true }

  /// Ends those that no other transfer uses, without waiting for their servers. For that libcurl is run, which may end
  /// transfers; their observers are called, and further connections may become unused.
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

  /// False: there was none to shut down.
  private func shutDownAbandoned() -> Bool {
    guard abandoned.mayBeUnused, !abandoned.connections.isEmpty else { return false }
    abandoned.mayBeUnused = false
    let used = Set(table.items.compactMap { ($0 as? Transfer)?.connectionInUse })
    let unused = abandoned.connections.filter { !used.contains($0) }
    abandoned.connections.removeAll { !used.contains($0) }
    return !unused.filter { poller.shutDown($0) }.isEmpty
  }

  /// Lets libcurl close the connections that it has done with and that have ended. libcurl does so whenever it is told
  /// of an event on the descriptor behind curl_multi_wakeup; it does not wait for these connections' own descriptors.
  func closeEnded() {
    if multi.isAsked { return multi.perform() }
    for descriptor in poller.others { multi.act(on: descriptor, CURL_CSELECT_IN) }
  }

  /// Runs once more each transfer that has an error text and has not ended: libcurl ends it only when it is run, which
  /// a silent server never causes.
  func runFailed() {
    for handle in streams.takeFailed() {
      if let connection = handle.transfer?.takeUnretainedValue().connectionInUse { runAgain(on: connection) }
    }
    collect()
  }

  /// Lets libcurl run the transfers on the connection.
  func runAgain(on label: ConnectionLabel) {
    guard let connection = poller.connection(label), connection.isOpen else { return }
    if multi.isAsked { multi.perform() } else { multi.act(on: connection.number, CURL_CSELECT_IN) }
  }

  /// Lets the other streams of a connection read what the last read of one that has left it brought for them.
  ///
  /// libcurl reads several TLS records at once, and a stream stops reading when it has ended. The rest lies in OpenSSL,
  /// where no event tells of it. libcurl 8.21 runs the other streams by itself only when the read was made for an
  /// event; one that was made for a timer, as for a request that has just gone out, would leave them waiting.
  func readForOthers() {
    let unread = streams.unread
    streams.forgetUnread()
    for connection in unread { runAgain(on: connection) }
    collect()
  }
}
