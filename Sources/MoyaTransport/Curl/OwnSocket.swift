import CLinux
import Glibc
import MoyaHTTP

/// A socket that this library opened: the number of its descriptor, with the device and inode that identify it among
/// all sockets.
///
/// A number alone proves nothing: after a socket is closed, another thread of the program may open a file and get the
/// same number. So code that changes a socket (its options, its watching, its closing) first checks `isOpen`. The
/// result stays valid until this thread closes the socket or calls libcurl, which may close it.
struct OwnSocket: Equatable {
  let number: Int32
  private let device: dev_t
  private let inode: ino_t

  /// Returns `nil` if the number is not a socket.
  init?(_ number: Int32) {
    guard let (device, inode) = OwnSocket.identity(number) else { return nil }
    self.number = number
    self.device = device
    self.inode = inode
  }

  /// True if the descriptor with this number is still this socket.
  var isOpen: Bool {
    guard let (device, inode) = OwnSocket.identity(number) else { return false }
    return device == self.device && inode == self.inode
  }

  private static func identity(_ number: Int32) -> (dev_t, ino_t)? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return (status.st_dev, status.st_ino)
  }

  /// The local port; 0 if the socket has none or is not connected.
  var port: Int32 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let found = withUnsafeMutableBytes(of: &address) {
      getsockname(number, $0.bindMemory(to: sockaddr.self).baseAddress, &length)
    }
    let family = Int32(address.sin6_family)
    return found == 0 && (family == AF_INET || family == AF_INET6) ? Int32(UInt16(bigEndian: address.sin6_port)) : 0
  }

  /// True if unread data or the end of the connection has arrived, or if no open file has this number.
  var isDisturbed: Bool {
    var look = pollfd(fd: number, events: Int16(POLLIN | POLLPRI | POLLRDNORM | POLLRDBAND), revents: 0)
    return poll(&look, 1, 0) != 0
  }

  /// True if the peer has closed the connection, or if the connection has failed.
  var hasEnded: Bool {
    // Swift cannot import POLLRDHUP. epoll's name stands for the same bit.
    var look = pollfd(fd: number, events: Int16(truncatingIfNeeded: moya_epoll_peer_closed), revents: 0)
    return poll(&look, 1, 0) != 0
  }

  /// The number of bytes that have arrived and were not read; `nil` if the kernel does not say.
  var unread: UInt64? { UInt64(exactly: moya_unread(number)) }

  /// Microseconds since bytes were last received or sent; `nil` if the kernel does not say.
  var quiet: UInt64? {
    guard isOpen else { return nil }
    let milliseconds = moya_tcp_quiet_ms(number)
    return milliseconds < 0 ? nil : UInt64(milliseconds) * 1000
  }
}

// MARK: - ConnectionLabel

/// Identifies one connection of a loop. A later connection whose socket has the same descriptor number gets another
/// label. So does a connection to another host with the same local port.
struct ConnectionLabel: Hashable {
  let number: Int32
  /// A count that grows whenever another descriptor gets the same number.
  let generation: UInt32
}

/// How libcurl identifies the connection on which a request is about to be sent: by the local port and the remote end.
struct ConnectionEnds {
  let ownPort: Int32
  let peer: TransferRecord.Peer

  func are(_ ownPort: Int32, _ peer: TransferRecord.Peer) -> Bool {
    guard self.ownPort == ownPort else { return false }
    return self.peer === peer || self.peer.port == peer.port && self.peer.address == peer.address
  }
}
