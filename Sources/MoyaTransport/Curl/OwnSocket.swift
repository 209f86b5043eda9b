import CLinux
import Glibc

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

  /// What tells our end of this connection from the others: its port; of a Unix socket, which has none, a negative
  /// number; 0: it is not connected.
  var port: Int32 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let found = withUnsafeMutableBytes(of: &address) {
      getsockname(number, $0.bindMemory(to: sockaddr.self).baseAddress, &length)
    }
    if found == 0, Int32(address.sin6_family) == AF_UNIX { return OwnSocket.port(ofUnixSocket: number) }
    return found == 0 ? Int32(UInt16(bigEndian: address.sin6_port)) : 0
  }

  static func port(ofUnixSocket number: Int32) -> Int32 { -1 - number }

  /// Microseconds since bytes last came or left; `nil`: the kernel does not say.
  var quiet: UInt64? {
    guard isOpen else { return nil }
    let milliseconds = moya_tcp_quiet_ms(number)
    return milliseconds < 0 ? nil : UInt64(milliseconds) * 1000
  }
}
