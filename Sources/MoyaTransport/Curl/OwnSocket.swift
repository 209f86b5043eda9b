import CLinux
import Glibc
import MoyaHTTP

/// A socket that this library opened: its number, with the device and inode that identify it among all sockets.
///
/// A number proves nothing: once closed, it is given to whichever thread of the host asks next. So what changes a
/// socket (its options, what it is watched for, its end) first asks for `isOpen`. The answer stays true until this
/// thread closes the socket, or calls libcurl, which may.
struct OwnSocket: Equatable {
  let number: Int32
  private let device: dev_t
  private let inode: ino_t

  /// `nil`: the number names no socket.
  init?(_ number: Int32) {
    guard let (device, inode) = OwnSocket.identity(number) else { return nil }
    self.number = number
    self.device = device
    self.inode = inode
  }

  /// The number still names this socket.
  var isOpen: Bool {
    guard let (device, inode) = OwnSocket.identity(number) else { return false }
    return device == self.device && inode == self.inode
  }

  private static func identity(_ number: Int32) -> (dev_t, ino_t)? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return (status.st_dev, status.st_ino)
  }

  /// The port at our end; 0: it has none, or is not connected.
  var port: Int32 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let found = withUnsafeMutableBytes(of: &address) {
      getsockname(number, $0.bindMemory(to: sockaddr.self).baseAddress, &length)
    }
    let family = Int32(address.sin6_family)
    return found == 0 && (family == AF_INET || family == AF_INET6) ? Int32(UInt16(bigEndian: address.sin6_port)) : 0
  }

  /// Something has arrived that was not read, or the connection's end; also if the number names nothing.
  var isDisturbed: Bool {
    var look = pollfd(fd: number, events: Int16(POLLIN | POLLPRI | POLLRDNORM | POLLRDBAND), revents: 0)
    return poll(&look, 1, 0) != 0
  }

  /// The other end has ended the connection, or it has failed.
  var hasEnded: Bool {
    // POLLRDHUP, by epoll's name for the same bit.
    var look = pollfd(fd: number, events: Int16(truncatingIfNeeded: moya_epoll_peer_closed), revents: 0)
    return poll(&look, 1, 0) != 0
  }

  /// Bytes that have arrived and were not read; `nil`: the kernel does not say.
  var unread: UInt64? { UInt64(exactly: moya_unread(number)) }

  /// Microseconds since bytes last came or left; `nil`: the kernel does not say.
  var quiet: UInt64? {
    guard isOpen else { return nil }
    let milliseconds = moya_tcp_quiet_ms(number)
    return milliseconds < 0 ? nil : UInt64(milliseconds) * 1000
  }
}

// MARK: - ConnectionLabel

/// Names a connection of a loop, and never another one: neither the next that gets its number, nor one to another host
/// that has the same port at our end.
struct ConnectionLabel: Hashable {
  let number: Int32
  /// Which of the descriptors that had this number one after the other it is.
  let generation: UInt32
}

/// By what libcurl tells connections apart when a request is about to go out: the port at our end, and the other end.
struct ConnectionEnds {
  let ownPort: Int32
  let peer: TransferRecord.Peer

  func are(_ ownPort: Int32, _ peer: TransferRecord.Peer) -> Bool {
    guard self.ownPort == ownPort else { return false }
    return self.peer === peer || self.peer.port == peer.port && self.peer.address == peer.address
  }
}
