import CCurl
import CLinux
import Glibc

/// For `Library.reusesDisturbedConnections`: ends a connection that libcurl keeps for later, so that libcurl finds it
/// dead and takes another.
///
/// The descriptor is made to name a socket at its end. Shutting the connection down would not do: what still arrives
/// resets it, and libcurl 7.88 takes a reset connection for a live one.
enum RetiredSocket {
  /// The socket that the number names afterwards; `nil`: it could not be replaced.
  static func retire(_ socket: OwnSocket) -> OwnSocket? {
    guard socket.isOpen else { return nil }
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
      shutdown(socket.number, Int32(SHUT_RDWR))
      return nil
    }
    defer { for end in pair { close(end) } }
    return dup3(pair[0], socket.number, O_CLOEXEC) < 0 ? nil : OwnSocket(socket.number)
  }
}
