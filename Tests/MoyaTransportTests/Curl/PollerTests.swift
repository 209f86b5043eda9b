import CCurl
import CLinux
import Glibc
import Testing

@testable import MoyaTransport

/// Tests that the epoll set has the events that libcurl wants for its sockets.
@Suite struct PollerTests {
  private let set = epoll_create1(Int32(EPOLL_CLOEXEC))

  private func pair() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    return (ends[0], ends[1])
  }

  private func events() -> [epoll_event] {
    var events = [epoll_event](repeating: epoll_event(), count: 8)
    let count = epoll_wait(set, &events, 8, 0)
    return Array(events.prefix(Int(count)))
  }

  /// Gives a socket of the program the number of a socket that the library has opened. Returns the other end of the
  /// program's socket. This end has already sent a byte.
  private func replace(_ number: Int32) -> Int32 {
    let (foreign, other) = pair()
    write(other, "x", 1)
    dup3(foreign, number, Int32(O_CLOEXEC))
    close(foreign)
    return other
  }

  /// libcurl 7.88 closes a socket that is still connecting, and reports its removal only later.
  @Test(arguments: [true, false])
  func `a number that has become another's is neither watched nor closed`(isWatched: Bool) throws {
    defer { close(set) }
    let poller = Poller(EpollSet(descriptor: set))
    let (socket, peer) = pair()
    poller.opened(try #require(OwnSocket(socket)))
    poller.want(socket, CURL_POLL_OUT)
    if isWatched { poller.apply() }
    #expect(events().count == (isWatched ? 1 : 0))

    let other = replace(socket)
    for _ in 0..<2 {
      poller.apply()
      #expect(events().isEmpty)
      poller.want(socket, CURL_POLL_REMOVE)
    }
    #expect(!poller.closing(socket))
    #expect(poller.connection(socket) == nil)
    for descriptor in [socket, other, peer] { close(descriptor) }
  }

  @Test func `an event of a closed connection says nothing about the next one of its number`() throws {
    defer { close(set) }
    let poller = Poller(EpollSet(descriptor: set))
    let (socket, peer) = pair()
    poller.opened(try #require(OwnSocket(socket)))
    poller.want(socket, CURL_POLL_OUT)
    poller.apply()
    let late = try #require(events().first)
    #expect(poller.action(late)?.action == CURL_CSELECT_OUT)
    #expect(poller.closing(socket))
    let other = replace(socket)
    poller.opened(try #require(OwnSocket(socket)))
    poller.want(socket, CURL_POLL_OUT)
    #expect(poller.action(late) == nil)
    #expect(!poller.takeDisturbance(late))
    for descriptor in [socket, other, peer] { close(descriptor) }
  }

  @Test func `a socket of the same number as one that libcurl closed by itself is watched for the same`() throws {
    defer { close(set) }
    let poller = Poller(EpollSet(descriptor: set))
    let (socket, peer) = pair()
    poller.opened(try #require(OwnSocket(socket)))
    poller.want(socket, CURL_POLL_OUT)
    poller.apply()
    let other = replace(socket)
    poller.opened(try #require(OwnSocket(socket)))
    poller.apply()
    #expect(events().compactMap { poller.action($0)?.action } == [CURL_CSELECT_OUT])
    for descriptor in [socket, other, peer] { close(descriptor) }
  }

  @Test func `a connection that a forked child has open, too, is out of the set when it is closed`() throws {
    defer { close(set) }
    let poller = Poller(EpollSet(descriptor: set))
    let (socket, peer) = pair()
    let inherited = dup(socket)
    poller.opened(try #require(OwnSocket(socket)))
    poller.want(socket, CURL_POLL_IN)
    poller.apply()
    #expect(poller.closing(socket))
    close(socket)
    write(peer, "x", 1)
    #expect(events().isEmpty)
    for descriptor in [inherited, peer] { close(descriptor) }
  }

  @Test func `a descriptor of libcurl's own is watched until libcurl removes it, or closes it first`() throws {
    defer { close(set) }
    let poller = Poller(EpollSet(descriptor: set))
    let (socket, peer) = pair()
    poller.want(socket, CURL_POLL_IN)
    poller.apply()
    write(peer, "x", 1)
    #expect(events().compactMap { poller.action($0)?.socket } == [socket])
    let other = replace(socket)
    poller.want(socket, CURL_POLL_REMOVE)
    poller.apply()
    let late = try #require(events().first)
    #expect(poller.action(late) == nil && poller.takeDisturbance(late))
    #expect(events().isEmpty && poller.disturbedCount == 0)
    poller.releaseBorrowed()
    for descriptor in [socket, other, peer] { close(descriptor) }
  }

  @Test func `connections are told apart by both ends, and from later ones of their number`() throws {
    defer { close(set) }
    let poller = Poller(EpollSet(descriptor: set))
    func ends(_ port: Int32, _ address: String) -> ConnectionEnds {
      ConnectionEnds(ownPort: port, peer: .init(address: address, port: 80))
    }
    func label(_ ends: ConnectionEnds) -> ConnectionLabel? { poller.label(between: ends.ownPort, ends.peer) }
    let (first, second) = (pair(), pair())
    // Connections to two hosts can have the same own port. Port 261 has the same low bits as port 5.
    let all = [ends(5, "192.0.2.1"), ends(5, "192.0.2.2"), ends(261, "192.0.2.1"), ends(6, "192.0.2.1")]
    let sockets = [first.0, first.1, second.0, second.1]
    func open(_ socket: Int32) throws -> ConnectionLabel {
      let own = try #require(OwnSocket(socket))
      return try #require(poller.opened(own))
    }
    let labels = try sockets.map(open)
    for (ends, label) in zip(all, labels) { poller.note(ends, of: label) }
    for _ in 0..<2 { #expect(all.map(label) == labels) }
    #expect(label(ends(5, "192.0.2.3")) == nil && label(ends(7, "192.0.2.1")) == nil)

    #expect(poller.closing(sockets[0]))
    #expect(label(all[0]) == nil && poller.connection(labels[0]) == nil)
    let next = try open(sockets[0])
    #expect(next != labels[0] && poller.connection(labels[0]) == nil && label(all[0]) == nil)
    poller.note(all[0], of: next)
    #expect(label(all[0]) == next && !poller.shutDown(labels[0]))
    for socket in sockets { close(socket) }
  }

  @Test func `what arrives on an idle connection is reported once`() throws {
    defer { close(set) }
    let poller = Poller(EpollSet(descriptor: set))
    let (socket, peer) = pair()
    poller.opened(try #require(OwnSocket(socket)))
    poller.want(socket, CURL_POLL_IN)
    poller.apply()
    poller.want(socket, CURL_POLL_REMOVE)
    poller.apply()
    write(peer, "x", 1)
    #expect(events().filter { poller.takeDisturbance($0) }.count == 1)
    #expect(poller.disturbedCount == 1 && events().isEmpty)
    #expect(poller.closing(socket))
    for descriptor in [socket, peer] { close(descriptor) }
  }
}
