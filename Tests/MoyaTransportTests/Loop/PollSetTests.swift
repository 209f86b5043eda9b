import CCurl
import CLinux
import Glibc
import Testing

@testable import MoyaTransport

/// How the poller uses the event set of a blocking caller. The caller waits with poll(2).
@Suite struct PollSetTests {
  private let wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  private let poller: Poller

  init() { poller = Poller(PollSet(wakeup: wakeup)) }

  private func pair() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    return (ends[0], ends[1])
  }

  private func events() -> [epoll_event] {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 8) { buffer in
      buffer.initialize(repeating: epoll_event())
      return Array(buffer[..<poller.set.wait(buffer, milliseconds: 0)])
    }
  }

  private func actions() -> [Int32] { events().compactMap { poller.action($0)?.action } }

  /// - Parameter least: the least number that the socket may have.
  private func connection(_ wish: Int32, from least: Int32 = 0) throws -> (socket: Int32, peer: Int32) {
    var ends = pair()
    if least > 0 {
      let low = ends.0
      ends.0 = fcntl(low, F_DUPFD_CLOEXEC, least)
      close(low)
    }
    poller.opened(try #require(OwnSocket(ends.0)))
    poller.want(ends.0, wish)
    poller.apply()
    return (ends.0, ends.1)
  }

  @Test func `what libcurl waits for is told as epoll would tell it`() throws {
    let (socket, peer) = try connection(CURL_POLL_INOUT)
    #expect(actions() == [CURL_CSELECT_OUT])
    write(peer, "x", 1)
    #expect(actions() == [CURL_CSELECT_IN | CURL_CSELECT_OUT])
    poller.want(socket, CURL_POLL_IN)
    poller.apply()
    #expect(actions() == [CURL_CSELECT_IN])
    var byte: UInt8 = 0
    read(socket, &byte, 1)
    #expect(actions().isEmpty)
    close(peer)
    #expect(actions() == [CURL_CSELECT_IN])
    for descriptor in [socket, wakeup] { close(descriptor) }
  }

  @Test func `a connection that is kept for later is watched again when it is used again`() throws {
    let (socket, peer) = try connection(CURL_POLL_IN)
    poller.want(socket, CURL_POLL_REMOVE)
    poller.apply()
    write(peer, "x", 1)
    #expect(events().isEmpty)
    poller.want(socket, CURL_POLL_IN)
    poller.apply()
    #expect(actions() == [CURL_CSELECT_IN])
    for descriptor in [socket, peer, wakeup] { close(descriptor) }
  }

  @Test func `a closed descriptor is no event, and one of its number is another`() throws {
    // The number is at least 900. The kernel assigns the lowest free number, so no other test gets this one between
    // `close` and `dup3`.
    let (socket, peer) = try connection(CURL_POLL_IN, from: 900)
    write(peer, "x", 1)
    let late = try #require(events().first)
    close(socket)
    #expect(events().isEmpty)
    let (other, end) = pair()
    dup3(other, socket, Int32(O_CLOEXEC))
    poller.opened(try #require(OwnSocket(socket)))
    poller.want(socket, CURL_POLL_OUT)
    poller.apply()
    #expect(poller.action(late) == nil)
    #expect(actions() == [CURL_CSELECT_OUT])
    for descriptor in [socket, peer, other, end, wakeup] { close(descriptor) }
  }

  @Test func `a descriptor of libcurl's own stays open`() {
    let (socket, peer) = pair()
    poller.want(socket, CURL_POLL_IN)
    poller.apply()
    write(peer, "x", 1)
    #expect(actions() == [CURL_CSELECT_IN])
    poller.want(socket, CURL_POLL_REMOVE)
    poller.apply()
    #expect(events().isEmpty)
    poller.releaseBorrowed()
    #expect(fcntl(socket, F_GETFD) >= 0)
    for descriptor in [socket, peer, wakeup] { close(descriptor) }
  }

  @Test func `a list that libcurl gave when it was asked is watched in place of the one before`() throws {
    let set = try #require(poller.set as? PollSet)
    let own = pair()
    let (first, second) = (pair(), pair())
    func watch(_ sockets: Int32...) {
      set.watch(sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }[...])
    }
    func isAlone() -> Bool {
      withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 8) { buffer in
        buffer.initialize(repeating: epoll_event())
        return set.isConnectionAlone(buffer[..<set.wait(buffer, milliseconds: 0)])
      }
    }
    watch(own.0, first.0)
    #expect(set.isForOneInput && !isAlone())
    write(first.1, "x", 1)
    #expect(isAlone() && events().map(\.data.u64) == [UInt64(first.0)])
    // libcurl's own descriptor and the wake-up descriptor do not count as the connection.
    write(own.1, "x", 1)
    #expect(!isAlone() && events().count == 2)
    watch(own.0, second.0)
    #expect(events().map(\.data.u64) == [UInt64(own.0)] && !isAlone())
    watch(own.0, first.0, second.0)
    #expect(!set.isForOneInput && events().count == 2)
    watch()
    #expect(events().isEmpty && !set.isForOneInput)
    var one: UInt64 = 1
    write(wakeup, &one, 8)
    #expect(events().map(\.data.u64) == [set.wakeupLabel] && !isAlone())
    for descriptor in [own.0, own.1, first.0, first.1, second.0, second.1, wakeup] { close(descriptor) }
  }

  @Test func `a wake-up is told once`() {
    var one: UInt64 = 1
    write(wakeup, &one, 8)
    let told = events()
    #expect(told.count == 1)
    #expect(told.allSatisfy { poller.action($0) == nil && !poller.takeDisturbance($0) })
    #expect(events().isEmpty)
    close(wakeup)
  }
}
