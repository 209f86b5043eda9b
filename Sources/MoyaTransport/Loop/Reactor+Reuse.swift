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
