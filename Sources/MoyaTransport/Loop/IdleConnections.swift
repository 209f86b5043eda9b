import MoyaHTTP

/// The connections that wait for another request, if the session limits their number
/// (`ConnectionOptions.maximumIdleConnections`).
///
/// libcurl's own limit (CURLMOPT_MAXCONNECTS) is no substitute. It also counts the connections that are in use, and it
/// applies to each pool of connections separately (`Shards`).
struct IdleConnections {
  private struct Idle {
    let connection: ConnectionLabel
    let host: ObjectIdentifier?
  }

  /// Maximum number of connections that may wait; `nil` if there is no limit.
  let limit: Int?
  /// Begins with the connection that has waited longest. Some of the connections can be closed already.
  private var idle: [Idle] = []

  init(limit: UInt32?) { self.limit = limit.map { Int($0) } }

  /// Notes that the connection is about to wait. Returns a connection to close if there are too many now.
  ///
  /// - Parameter isIdle: Returns false for a connection that has ended, and for one that a request uses.
  mutating func append(
    _ connection: ConnectionLabel, to host: ObjectIdentifier?, where isIdle: (ConnectionLabel) -> Bool
  ) -> ConnectionLabel? {
    guard let limit else { return nil }
    remove(connection)
    idle.append(Idle(connection: connection, host: host))
    if idle.count <= limit { return nil }
    idle.removeAll { !isIdle($0.connection) }
    if idle.count <= limit { return nil }
    let first = idle.firstIndex { $0.host != host } ?? idle.lastIndex { $0.connection == connection }
    return first.map { idle.remove(at: $0).connection }
  }

  /// Notes that a request uses the connection.
  mutating func remove(_ connection: ConnectionLabel) { idle.removeAll { $0.connection == connection } }
}

extension Reactor {
  /// Notes that the response on the transfer's connection is complete. If too many connections wait for another request
  /// now, closes one of them.
  ///
  /// Closes the connection to another host that has waited longest. If there is none, closes the transfer's own
  /// connection. Another connection to the same host is never closed, because libcurl could use it for the next
  /// request. For a second after the last request on a connection, libcurl does not notice that the connection was
  /// closed.
  func limitIdle(after transfer: Transfer, on handle: EasyHandle) {
    guard !handle.forbidsReuse, !transfer.isChallenged, let own = transfer.connection else { return }
    let host = transfer.host.object.map { ObjectIdentifier($0) }
    var used: Set<ConnectionLabel>?
    let surplus = idle.append(own, to: host) { label in
      guard poller.connection(label)?.isOpen == true else { return false }
      let inUse = used ?? multiplexedConnections
      used = inUse
      return !inUse.contains(label)
    }
    guard let surplus else { return }
    if surplus == own { handle.forbidReuse() } else { poller.end(surplus) }
  }

  /// The HTTP/2 connections on which a response is still incomplete.
  private var multiplexedConnections: Set<ConnectionLabel> {
    Set(
      table.items.compactMap { item in
        guard let transfer = item as? Transfer, transfer.isHTTP2, transfer.run.receiving != .ended,
          !transfer.incoming.isEntire(of: transfer)
        else { return nil }
        return transfer.connectionInUse
      })
  }
}
