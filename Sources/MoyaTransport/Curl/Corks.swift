import Glibc

/// Lets requests that start at the same time on one HTTP/2 connection leave in one packet. libcurl writes each request
/// separately, and a separate packet costs both ends more than the request does.
///
/// A round is the time from one call of `pull` to the next. The first request of a round on a connection is sent at
/// once. The second request corks the connection (tcp(7), TCP_CORK), so that the kernel delays what is written from
/// then on. The end of the round removes the cork.
struct Corks {
  /// The connections on which a request was sent in the present round (the time between two calls of `pull`).
  private var used: [ConnectionLabel] = []
  private(set) var corked: [OwnSocket] = []
  /// How often a connection was corked, for tests.
  private(set) var count = 0

  /// Notes that a request is about to be sent on the connection. If it is not the first one in this round, corks the
  /// connection. Only then calls `socket`, which returns the socket of the connection.
  mutating func send(on connection: ConnectionLabel, socket: () -> OwnSocket?) {
    guard used.contains(connection) else { return used.append(connection) }
    guard let socket = socket(), !corked.contains(socket), set(socket, 1) else { return }
    corked.append(socket)
    count += 1
  }

  /// Ends a round.
  mutating func pull() {
    if used.isEmpty { return }
    used.removeAll(keepingCapacity: true)
    for socket in corked { _ = set(socket, 0) }
    corked.removeAll(keepingCapacity: true)
  }

  private func set(_ socket: OwnSocket, _ value: Int32) -> Bool {
    guard socket.isOpen else { return false }
    var value = value
    return setsockopt(socket.number, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }
}
