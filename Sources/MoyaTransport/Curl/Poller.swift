import CCurl
import CLinux
import Glibc
import MoyaHTTP

/// The epoll set: which sockets are in it, and for what.
///
/// libcurl says "remove" and then "input" for every request on a connection that it keeps. Telling epoll each time is a
/// system call each; so what libcurl wants is remembered, and the difference is applied before the next wait. A
/// connection nobody uses stays registered for input: whatever arrives there retires it.
final class Poller {
  private struct Entry {
    var wanted: UInt8 = 0
    var registered: UInt8 = 0
    /// Opened by our callback, so we hear when it is closed. libcurl's other descriptors come and go unannounced.
    var isConnection = false
    /// At our end; 0: not asked for yet.
    var port: Int32 = 0
    var isChanged = false
  }

  private static let input: UInt8 = 1
  private static let output: UInt8 = 2

  let descriptor: Int32
  private var entries: [Entry] = []
  private var changed: [Int32] = []
  /// A socket whose other end is closed: what a retired connection is replaced with.
  private let dead: Int32
  private(set) var retiredCount = 0

  init(descriptor: Int32) throws(TransferError) {
    self.descriptor = descriptor
    var pair: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutableBytes(of: &pair) {
      socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, $0.bindMemory(to: Int32.self).baseAddress)
    }
    guard made == 0 else { throw TransferError(.other, "the loop could not be made: \(ErrorNumber.text(errno))") }
    close(pair.1)
    dead = pair.0
  }

  func closeDescriptors() { close(dead) }

  /// A connection that libcurl opens.
  func opened(_ socket: Int32) { withEntry(socket) { $0 = Entry(isConnection: true, isChanged: $0.isChanged) } }

  /// A connection that libcurl closes. Closing takes it out of the epoll set.
  func closed(_ socket: Int32) { withEntry(socket) { $0 = Entry(isChanged: $0.isChanged) } }

  /// The connection that has this port at our end.
  func connection(fromPort port: Int32) -> Int32? {
    for index in entries.indices where entries[index].isConnection {
      if entries[index].port == 0 { entries[index].port = Poller.ownPort(Int32(index)) }
      if entries[index].port == port { return Int32(index) }
    }
    return nil
  }

  /// libcurl's wish, one of `CURL_POLL_…`.
  func want(_ socket: Int32, _ what: Int32) {
    withEntry(socket) { entry in
      switch what {
      case CURL_POLL_IN: entry.wanted = Poller.input
      case CURL_POLL_OUT: entry.wanted = Poller.output
      case CURL_POLL_INOUT: entry.wanted = Poller.input | Poller.output
      default:
        entry.wanted = 0
        guard entry.isConnection else {
          // It may be closed, and its number given to another, before the next wait.
          if entry.registered != 0 { _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }
          entry.registered = 0
          return
        }
      }
      if !entry.isChanged, target(entry) != entry.registered {
        entry.isChanged = true
        changed.append(socket)
      }
    }
  }

  /// Tells epoll what changed since the last time.
  func apply() {
    guard !changed.isEmpty else { return }
    for socket in changed {
      withEntry(socket) { entry in
        entry.isChanged = false
        let wanted = target(entry)
        if wanted == entry.registered { return }
        if register(socket, wanted, isNew: entry.registered == 0) { entry.registered = wanted }
      }
    }
    changed.removeAll(keepingCapacity: true)
  }

  /// What to tell libcurl about an event, as `CURL_CSELECT_…`; nil: it does not use this socket now.
  func action(_ socket: Int32, _ events: UInt32) -> Int32? {
    guard entries.indices.contains(Int(socket)) else { return 0 }
    let entry = entries[Int(socket)]
    if entry.wanted == 0 { return entry.isConnection && entry.registered != 0 ? nil : 0 }
    var action: Int32 = 0
    // An error shows itself, with its number, in the operation that libcurl waits for.
    let failed = events & (moya_epoll_error | moya_epoll_hangup) != 0
    if entry.wanted & Poller.input != 0, failed || events & (moya_epoll_in | moya_epoll_peer_closed) != 0 {
      action |= CURL_CSELECT_IN
    }
    if entry.wanted & Poller.output != 0, failed || events & moya_epoll_out != 0 { action |= CURL_CSELECT_OUT }
    return action
  }

  /// Ends a connection that libcurl keeps for later, so that libcurl finds it dead and takes another.
  ///
  /// The descriptor is made to name a socket at its end. Shutting the connection down would not do: what still arrives
  /// resets it, and libcurl 7.88 takes a reset connection for a live one.
  func retire(_ socket: Int32) {
    retiredCount += 1
    withEntry(socket) { $0.registered = 0 }
    if dup3(dead, socket, O_CLOEXEC) < 0 { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private static func ownPort(_ socket: Int32) -> Int32 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let found = withUnsafeMutableBytes(of: &address) {
      getsockname(socket, $0.bindMemory(to: sockaddr.self).baseAddress, &length)
    }
    return found == 0 ? Int32(UInt16(bigEndian: address.sin6_port)) : 0
  }

  private func target(_ entry: Entry) -> UInt8 {
    entry.wanted != 0 ? entry.wanted : entry.registered != 0 ? Poller.input : 0
  }

  private func register(_ socket: Int32, _ bits: UInt8, isNew: Bool) -> Bool {
    var event = epoll_event()
    event.data.fd = socket
    if bits & Poller.input != 0 { event.events |= moya_epoll_in | moya_epoll_peer_closed }
    if bits & Poller.output != 0 { event.events |= moya_epoll_out }
    let first = isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    if epoll_ctl(descriptor, first, socket, &event) == 0 { return true }
    // The kernel knows better than our table when a number was closed and given out again behind our back.
    let second = isNew ? EPOLL_CTL_MOD : EPOLL_CTL_ADD
    return epoll_ctl(descriptor, second, socket, &event) == 0
  }

  private func withEntry(_ socket: Int32, _ body: (inout Entry) -> Void) {
    guard socket >= 0 else { return }
    while entries.count <= Int(socket) { entries.append(Entry()) }
    body(&entries[Int(socket)])
  }
}
