import Glibc
import MoyaTestSupport

/// The other end of a connection on loopback, as the kernel lists it (proc(5), /proc/net/tcp).
struct ConnectedSocket {
  /// The socket's own address, and the address that it is connected to.
  private let addresses: String

  init(peerOf socket: Int32) {
    var ports: [String] = []
    for name in [getpeername, getsockname] {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = withUnsafeMutableBytes(of: &address) { name(socket, $0.bindMemory(to: sockaddr.self).baseAddress, &size) }
      let port = String(UInt16(bigEndian: address.sin_port), radix: 16, uppercase: true)
      ports.append("0100007F:" + String(repeating: "0", count: 4 - port.count) + port)
    }
    addresses = ports.joined(separator: " ")
  }

  /// Whether the connection is neither closed nor reset. A reset connection is no longer in the kernel's list.
  var isOpen: Bool {
    String(decoding: ConnectedSocket.list, as: UTF8.self).split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 3 && fields[1...2].joined(separator: " ") == addresses && fields[3] == "01"
    }
  }

  private static var list: [UInt8] {
    let file = open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var list: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while case let count = read(file, &piece, piece.count), count > 0 { list += piece[..<count] }
    return list
  }
}
