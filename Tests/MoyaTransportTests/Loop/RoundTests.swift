import CCurl
import CLinux
import Glibc
import MoyaHTTP
import Testing

@testable import MoyaTransport

/// Requests that start in one round on an HTTP/2 connection leave together. A round is the time between two calls of
/// `pull` (`Corks`). The test, and not libcurl, says when a connection is made and which protocol it speaks. So the
/// order is the same in each run.
@Suite final class RoundTests {
  private let loop: Loop
  private let reactor: Reactor
  private let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  private var descriptors: [Int32]

  init() throws {
    loop = try Loop()
    descriptors = [epoll_create1(Int32(EPOLL_CLOEXEC)), listener]
    reactor = try Reactor(LoopConfiguration(), EpollSet(descriptor: descriptors[0]))
    try #require(listen(listener, 8) == 0)
  }

  deinit {
    reactor.destroy()
    loop.close()
    for descriptor in descriptors { close(descriptor) }
  }

  /// Makes a connection as libcurl opens one.
  private func connection() throws -> (socket: Int32, label: ConnectionLabel) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    descriptors.append(socket)
    let label = reactor.poller.opened(try #require(OwnSocket(socket)))
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.bindMemory(to: sockaddr.self).baseAddress
      return getsockname(listener, address, &size) == 0 && connect(socket, address, size) == 0
    }
    try #require(isConnected)
    return (socket, try #require(label))
  }

  private func start(on connection: ConnectionLabel, over version: HTTPVersion = .http2) throws {
    let url = "https://host.example/"
    let transfer = Transfer(
      loop: loop, request: URLRequest(urlText: url), options: TransferOptions(), observer: Collector())
    transfer.host.hold(reactor.queue.host(Origin(urlText: url)))
    transfer.version = version
    reactor.table.insert(transfer)
    transfer.connection = connection
    reactor.connected(transfer, try EasyHandle(reactor: reactor, pool: reactor.shards.first))
    reactor.table.remove(transfer)
  }

  private func isCorked(_ socket: Int32) -> Bool {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, &size) == 0 && value != 0
  }

  @Test func `requests that start in one round on one connection are held back until it ends`() throws {
    let (one, other) = (try connection(), try connection())
    try start(on: one.label)
    try start(on: other.label)
    #expect(!isCorked(one.socket) && !isCorked(other.socket))
    try start(on: one.label)
    #expect(isCorked(one.socket) && !isCorked(other.socket))
    try start(on: one.label)
    reactor.work()
    #expect(!isCorked(one.socket) && reactor.corks.count == 1)
  }

  /// In every round, each request leaves on its own connection, whichever was opened first.
  @Test func `several connections are held back in one round, and in the next one again`() throws {
    let connections = [try connection(), try connection(), try connection()]
    for round in 1...2 {
      for connection in connections[1...] {
        for _ in 0..<2 { try start(on: connection.label) }
        #expect(isCorked(connection.socket))
      }
      #expect(!isCorked(connections[0].socket))
      reactor.work()
      #expect(!connections.contains { isCorked($0.socket) } && reactor.corks.count == 2 * round)
    }
  }

  @Test func `one request in each round is held back by none`() throws {
    let (socket, label) = try connection()
    for _ in 0..<3 {
      try start(on: label)
      #expect(!isCorked(socket))
      reactor.work()
    }
    #expect(reactor.corks.count == 0)
  }

  @Test func `requests over TLS on connections of HTTP1 are held back by none`() throws {
    let (socket, label) = try connection()
    for _ in 0..<3 { try start(on: label, over: .http11) }
    #expect(!isCorked(socket))
  }

  @Test func `a connection that has the number of a closed one is held back by itself`() throws {
    let first = try connection()
    for _ in 0..<2 { try start(on: first.label) }
    reactor.work()
    #expect(reactor.poller.closing(first.socket))
    close(descriptors.removeLast())
    let second = try connection()
    for _ in 0..<2 { try start(on: second.label) }
    #expect(isCorked(second.socket))
  }
}
