import CLinux
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

/// The loop runs libcurl at the end of a turn to close connections that libcurl has abandoned.
@Suite(.timeLimitOfAll) struct AbandonedConnectionsTests {
  /// Connects to the server, and returns the socket. The loop treats this socket as one of its own.
  private func connection(to server: FaultServer) throws -> OwnSocket {
    let socket = Glibc.socket(AF_INET, moya_socket_stream | moya_socket_close_on_exec, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = server.port.bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    return try #require(OwnSocket(socket))
  }

  @Test func `a call whose answer is read while an abandoned connection is closed ends in that turn`() throws {
    let server = FaultServer { connection in
      guard connection.request() != nil else { return }
      connection.waitForSignal()
      connection.ok()
      connection.waitForEnd()
    }
    defer { server.stop() }
    var configuration = LoopConfiguration()
    configuration.proxy = ""
    let loop = try Loop(configuration: configuration, isForOneCaller: true)
    defer { loop.close() }
    let reactor = loop.reactor
    let collector = Collector()
    _ = loop.start(URLRequest(urlText: server.base + "/"), options: TransferOptions(), observer: collector)
    while server.requests.isEmpty { loop.turn(waitingAtMost: 10) }

    let transfer = try #require(reactor.table.items.lazy.compactMap { $0 as? Transfer }.first)
    let own = try #require(transfer.connection.flatMap(reactor.poller.connection))
    server.signal.fire()
    var readable = pollfd(fd: own.number, events: Int16(POLLIN), revents: 0)
    while poll(&readable, 1, -1) != 1 {}

    let abandoned = try connection(to: server)
    reactor.noteAbandoned(try #require(reactor.poller.opened(abandoned)))
    reactor.settle()
    #expect(collector.text == "hello", "\(collector.ends)")
    _ = reactor.poller.closing(abandoned.number)
    close(abandoned.number)
  }
}
