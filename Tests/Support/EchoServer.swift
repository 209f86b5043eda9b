import FoundationEssentials
import Glibc
import MoyaHTTP

/// An HTTP/1.1 server on a free loopback port. It does what the path says (Tests/Goldens/README.md) and records what it
/// received. Each connection has a thread. `stop` ends everything.
package final class EchoServer: Sendable {
  package struct Request: Sendable {
    package var method = ""
    /// The request target: path and query.
    package var path = ""
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []
    /// The lines after the last chunk.
    package var trailers: [String] = []

    /// Returns the values of all fields of that name, joined with a comma.
    package func header(_ name: String) -> String? {
      let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ",")
    }
  }

  package struct StartError: Error {}

  /// Returns the response to a request; `nil`: the path decides.
  package typealias Handler = @Sendable (Request) -> EchoAnswer?

  package let port: UInt16
  private let listener: Int32
  private let handler: Handler?
  private let onRequest: @Sendable () -> Void
  private let state = Protected(State())

  private struct State {
    var requests: [Request] = []
    var visits: [String: Int] = [:]
    var connections: Set<Int32> = []
    var connectionCount = 0
    var stopped = false
  }

  /// - Parameter onRequest: called when a request has arrived, before the response is sent.
  package init(handler: Handler? = nil, onRequest: @escaping @Sendable () -> Void = {}) throws {
    self.onRequest = onRequest
    self.handler = handler
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = self.listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(listener, name, length) == 0 && listen(listener, 256) == 0 && getsockname(listener, name, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard listener >= 0, bound else { throw StartError() }
    Thread.detach { self.accept() }
  }

  deinit { stop() }

  package var host: String { "127.0.0.1:\(port)" }
  package var requests: [Request] { state.withLock { $0.requests } }
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// Ends the listener and all connections. Closes no descriptor: the thread that uses a descriptor closes it.
  /// Otherwise another server could get the descriptor's number too early.
  package func stop() {
    state.withLock { state in
      if state.stopped { return }
      state.stopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  private func accept() {
    defer { close(listener) }
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 { return }
      let stopped = state.withLock { state in
        if !state.stopped {
          state.connections.insert(connection)
          state.connectionCount += 1
        }
        return state.stopped
      }
      if stopped {
        close(connection)
        return
      }
      Thread.detach { [self] in
        serve(connection)
        state.withLock { _ = $0.connections.remove(connection) }
        close(connection)
      }
    }
  }

  private func serve(_ socket: Int32) {
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var reader = EchoReader(socket: socket)
    while let request = reader.next() {
      let visit = state.withLock { state in
        state.requests.append(request)
        state.visits[request.path, default: 0] += 1
        return state.visits[request.path] ?? 0
      }
      onRequest()
      let answer = handler?(request) ?? EchoAnswer(path: request.path, visit: visit)
      guard answer.write(to: socket, isHead: request.method == "HEAD") else { return }
    }
  }
}
