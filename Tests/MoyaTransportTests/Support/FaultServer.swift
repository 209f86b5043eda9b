import CCurl
import CLinux
import Glibc
import MoyaTestSupport

/// A loopback server. The test decides which bytes and resets the server sends. Each connection has a thread.
final class FaultServer: @unchecked Sendable {
  /// One accepted connection, used by its own thread.
  final class Connection {
    /// 0 for the first accepted connection.
    let number: Int
    fileprivate let socket: Int32
    private let tls: ServerTLS.End?
    private unowned let server: FaultServer
    private var buffer: [UInt8] = []

    /// Returns `nil` if TLS is required and there was no handshake.
    fileprivate init?(_ socket: Int32, _ number: Int, _ server: FaultServer) {
      tls = server.hasTLS ? ServerTLS.End(socket) : nil
      if server.hasTLS, tls == nil { return nil }
      self.socket = socket
      self.number = number
      self.server = server
    }

    /// The header section and the body of the next request; nil if the client has closed the connection.
    func request() -> String? {
      while true {
        if let end = headerEnd(), buffer.count >= end + bodyLength(end) {
          let length = end + bodyLength(end)
          let text = String(decoding: buffer[..<length], as: UTF8.self)
          buffer.removeFirst(length)
          server.log(text)
          return text
        }
        if !receive() { return nil }
      }
    }

    /// Reads only the first bytes. Returns false if the client has closed the connection.
    func beginningOfRequest() -> Bool { receive() }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends the bytes. Returns false if the client has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          tls?.write($0) ?? Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Sends a 200 with a body of that text.
    func ok(_ body: String = "hello", headers: String = "") {
      send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
    }

    /// Lets the connection end with a reset when the server closes it.
    func reset() {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Resets the connection at once. Returns when the reset has arrived at the client's end.
    func resetAtOnce() {
      let client = ConnectedSocket(peerOf: socket)
      reset()
      let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
      dup3(nothing, socket, O_CLOEXEC)
      Glibc.close(nothing)
      while client.isOpen { sched_yield() }
    }

    /// Ends the server's other connections, or sends a meaningless byte on them. When this function returns, the end or
    /// the byte has arrived.
    func disturbOthers(isEnd: Bool) {
      server.state.with { state in
        for other in state.sockets where other != socket {
          if isEnd { shutdown(other, Int32(SHUT_WR)) } else { Glibc.send(other, "x", 1, Int32(MSG_NOSIGNAL)) }
        }
      }
    }

    /// Waits until the client closes.
    func waitForEnd() { while receive() {} }

    /// Waits for the signal of the test. Each signal ends one wait.
    func waitForSignal() { _ = server.signal.wait() }

    private func receive() -> Bool {
      var piece = [UInt8](repeating: 0, count: 65536)
      let count = piece.withUnsafeMutableBytes { tls?.read($0) ?? recv(socket, $0.baseAddress, $0.count, 0) }
      if count > 0 { buffer += piece[..<count] }
      return count > 0
    }

    private func headerEnd() -> Int? {
      guard buffer.count >= 4 else { return nil }
      for index in 0...(buffer.count - 4)
      where buffer[index] == 13 && Array(buffer[index..<(index + 4)]) == [13, 10, 13, 10] {
        return index + 4
      }
      return nil
    }

    private func bodyLength(_ end: Int) -> Int {
      for line in String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n") {
        let pair = line.split(separator: ":")
        if pair.count == 2, pair[0].lowercased() == "content-length" { return Int(pair[1].filter(\.isNumber)) ?? 0 }
      }
      return 0
    }
  }

  let port: UInt16
  let hasTLS: Bool
  let signal = Signal()
  private let listener: Int32
  /// A socket that is bound to the port and does not listen, so that no other server gets the port of a stopped one.
  private let holder: Int32
  private let state = Locked<(requests: [String], connections: Int, sockets: [Int32], isStopped: Bool)>(
    ([], 0, [], false))

  /// - Parameters:
  ///   - path: the path of a Unix socket. The server listens at it instead of a port.
  ///   - refused: the server closes this many connections at once, before it serves one.
  init(
    hasTLS: Bool = false, path: String? = nil, refused: Int = 0, _ behaviour: @escaping @Sendable (Connection) -> Void
  ) {
    self.hasTLS = hasTLS
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    holder = FaultServer.bound(to: &address)
    listener = path.map(FaultServer.bound) ?? FaultServer.bound(to: &address)
    listen(listener, 1024)
    port = UInt16(bigEndian: address.sin_port)
    Thread.detach { [self] in accept(refused, behaviour) }
  }

  /// Makes a socket that is bound to the address. If the port is 0, the kernel chooses one, and `address` gets it.
  private static func bound(to address: inout sockaddr_in) -> Int32 {
    let socket = socket(AF_INET, moya_socket_stream | moya_socket_close_on_exec, 0)
    var (on, length) = (Int32(1), socklen_t(MemoryLayout<sockaddr_in>.size))
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, length)
        _ = getsockname(socket, $0, &length)
      }
    }
    return socket
  }

  private static func bound(to path: String) -> Int32 {
    let socket = socket(AF_UNIX, moya_socket_stream | moya_socket_close_on_exec, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return socket
  }

  deinit {
    stop()
    close(holder)
  }

  var base: String { hasTLS ? "https://localhost:\(port)" : "http://127.0.0.1:\(port)" }
  var peer: String { "127.0.0.1:\(port)" }
  var requests: [String] { state.with { $0.requests } }
  var connections: Int { state.with { $0.connections } }

  /// Ends the listener and all connections.
  func stop() {
    state.with { state in
      let sockets = state.isStopped ? [] : state.sockets + [listener]
      // Holds the lock, as does the code that closes sockets, because a new socket can have the number of a closed one.
      for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
      state.isStopped = true
    }
    signal.fire()
  }

  fileprivate func log(_ request: String) { state.with { $0.requests.append(request) } }

  private func accept(_ refused: Int, _ behaviour: @escaping @Sendable (Connection) -> Void) {
    while true {
      let socket = Glibc.accept(listener, nil, nil)
      if socket < 0 { break }
      let number = state.with { state in
        state.connections += 1
        state.sockets.append(socket)
        return state.connections - 1
      }
      Thread.detach { [self] in
        if number >= refused, let connection = Connection(socket, number, self) { behaviour(connection) }
        state.with { state in
          state.sockets.removeAll { $0 == socket }
          close(socket)
        }
      }
    }
    state.with { _ in close(listener) }
  }
}
