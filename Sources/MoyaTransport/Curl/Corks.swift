import Glibc

/// Lets requests that start at the same time on one connection, as HTTP/2's do, leave together: libcurl writes each by
/// itself, and a packet of its own costs both ends more than the request does.
///
/// The first request of a round goes out at once. The second corks its connection (tcp(7), TCP_CORK), and the end of
/// the round pulls the cork.
struct Corks {
  /// The connections on which this round sent something.
  private var used: [ConnectionLabel] = []
  private(set) var corked: [OwnSocket] = []
  /// Times that a connection was corked, for tests.
  private(set) var count = 0

  /// A request is about to go out. `socket`: the connection's, looked up for a second one.
  mutating func send(on connection: ConnectionLabel, socket: () -> OwnSocket?) {
    guard used.contains(connection) else { return used.append(connection) }
    guard let socket = socket(), !corked.contains(socket), set(socket, 1) else { return }
    corked.append(socket)
    count += 1
  }

  /// The end of a round.
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
