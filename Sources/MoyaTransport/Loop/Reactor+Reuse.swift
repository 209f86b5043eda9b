import CCurl
import MoyaHTTP

/// Which connection libcurl has chosen for a request, and whether the request may go out there.
///
/// libcurl 8.0 to 8.21 looks at a kept connection before it uses it again, and takes another when anything lies there:
/// what a server sends unasked would answer the next request. Others do not, or not always
/// (`Library.reusesDisturbedConnections`); then the reactor looks.
extension Reactor {
  /// The connection that a request is about to go out on; `nil`: libcurl does not say.
  func connection(of handle: EasyHandle, ownPort: Int32) -> ConnectionLabel? {
    // Connections to a Unix socket have no ports.
    if configuration.connection.unixSocket != nil {
      return newConnection(of: handle) ?? poller.label(moya_curl_socket(handle.easy))
    }
    guard let peer = handle.peer else { return nil }
    let ends = ConnectionEnds(ownPort: ownPort, peer: peer)
    if let new = newConnection(of: handle), poller.connection(new)?.port == ownPort {
      poller.note(ends, of: new)
      return new
    }
    return poller.label(ends)
  }

  /// The connection that was opened for the handle's transfer: of several attempts libcurl keeps one.
  func newConnection(of handle: EasyHandle) -> ConnectionLabel? {
    handle.newConnections.last { poller.connection($0)?.isOpen == true }
  }

  /// Has anything arrived on the kept connection that a request is about to go out on, or its end? Over HTTP/2 as well,
  /// where it may be harmless: libcurl would read it as if it had come behind the request, and an unasked answer to a
  /// stream that is not open yet would answer the request. Of a connection that cannot be told from others, what is so
  /// of any of them.
  func isDisturbed(_ connection: ConnectionLabel?, isShared: Bool) -> Bool {
    let isKnown = configuration.connection.unixSocket == nil
    guard isKnown, let connection, let own = poller.connection(connection) else { return poller.hasDisturbedIdle }
    // What arrives for other requests is read.
    if isShared, asked != nil ? queue.running > 1 : !poller.isIdle(connection) { return false }
    return own.isDisturbed
  }
}
